import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { checkName } from './describe-check.ts';
import type { Requirement } from './github-side.ts';
import { unlessMissing } from './unless-missing.ts';

/**
 * Whether merging into a branch waits for our check: by rulesets, which every app may read, or by the
 * branch's own protection, of which the branch itself tells something, and for certain only those who may
 * read the administration. A check that is required of another app is not ours.
 */
export async function readRequirement(
  api: GithubApi,
  repository: Repository,
  branch: string,
): Promise<Requirement> {
  const rules = await readRules(api, repository, branch);
  if (rules === 'required') return 'required';
  const protection = await readBranch(api, repository, branch);
  if (protection !== 'unknown') return protection === 'required' ? 'required' : rules;
  const certain = await readProtection(api, repository, branch);
  return certain === 'not-required' ? rules : certain;
}

async function readRules(
  api: GithubApi,
  repository: Repository,
  branch: string,
): Promise<Requirement> {
  const question = {
    repository,
    what: `the rules of ${branch}`,
    route: 'GET /repos/{owner}/{repo}/rules/branches/{branch}',
    parameters: { branch },
  };
  const answer = api.readPages(question, { mostPages: 10, isCut: true }, (rule) => {
    if (rule.optionalText('type') !== 'required_status_checks') return false;
    const checks = rule.list('parameters.required_status_checks');
    return checks.some((check) => isOurs(api, check, check.optionalWhole('integration_id')));
  });
  // Older servers have no rulesets: then there are none.
  const found = await unlessMissing(answer, [404]);
  if (found === undefined) return 'not-required';
  return found.includes(true) ? 'required' : 'not-required';
}

/** What the branch says of its protection. One without any protection requires nothing. */
async function readBranch(
  api: GithubApi,
  repository: Repository,
  branch: string,
): Promise<Requirement> {
  const question = {
    repository,
    what: `the branch ${branch}`,
    route: 'GET /repos/{owner}/{repo}/branches/{branch}',
    parameters: { branch },
  };
  const answer = api.read(question, (document, raw): Requirement => {
    const path = 'protection.required_status_checks';
    if (namesUs(api, document, raw, path)) return 'required';
    // A list without us is an answer; an empty one is shown to those who may not see it, too.
    const isListed = listContexts(raw, `${path}.`).length > 0;
    return isListed || isUnprotected(raw) ? 'not-required' : 'unknown';
  });
  return (await unlessMissing(answer, [403, 404])) ?? 'unknown';
}

async function readProtection(
  api: GithubApi,
  repository: Repository,
  branch: string,
): Promise<Requirement> {
  const path = '/repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks';
  const question = {
    repository,
    what: `the protection of ${branch}`,
    route: `GET ${path}`,
    parameters: { branch },
  };
  const answer = api.read(question, (document, raw): Requirement =>
    namesUs(api, document, raw, '') ? 'required' : 'not-required',
  );
  // 404 is said to those who may not know, too.
  return (await unlessMissing(answer, [403, 404])) ?? 'unknown';
}

/** `checks` names apps and is newer than `contexts`, which some servers have alone. */
function namesUs(api: GithubApi, document: Fields, raw: unknown, path: string): boolean {
  const prefix = path === '' ? '' : `${path}.`;
  const checks = document.list(`${prefix}checks`);
  if (checks.length > 0) {
    return checks.some((check) => isOurs(api, check, check.optionalWhole('app_id')));
  }
  return listContexts(raw, prefix).includes(checkName);
}

function listContexts(raw: unknown, prefix: string): unknown[] {
  const contexts = follow(raw, `${prefix}contexts`);
  return Array.isArray(contexts) ? contexts : [];
}

function isOurs({ appId }: GithubApi, check: Fields, by: number | undefined): boolean {
  return check.optionalText('context') === checkName && (by === undefined || by === appId);
}

function isUnprotected(raw: unknown): boolean {
  return follow(raw, 'protected') === false;
}

function follow(raw: unknown, path: string): unknown {
  let found = raw;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}
