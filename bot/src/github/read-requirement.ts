import type { DataOf, EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { checkName } from '../../../src/transport/github/checks.ts';
import type { Requirement } from './github-side.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';

/** Most rules of a branch that are read. */
const mostRules = 1_000;

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
  const question = { repository, what: `the rules of ${branch}` };
  const answer = api
    .list(question, { mostPages: mostRules / 100, isCut: true }, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.repos.getBranchRules, { ...at, branch }),
    )
    .then((all) => all.map(parseRule));
  // Older servers have no rulesets: then there are none.
  const rules = (await unlessMissing(answer, [404])) ?? [];
  if (rules.flat().some((check) => isOurs(api, check))) return 'required';
  // The one that asks for us may be among those that were not read.
  return rules.length >= mostRules ? 'unknown' : 'not-required';
}

/** What the branch says of its protection. One without any protection requires nothing. */
async function readBranch(
  api: GithubApi,
  repository: Repository,
  branch: string,
): Promise<Requirement> {
  const question = { repository, what: `the branch ${branch}` };
  const found = await unlessMissing(
    api.ask(question, ({ rest }, at) => rest.repos.getBranch({ ...at, branch })).then(parseBranch),
    [403, 404],
  );
  if (found === undefined) return 'unknown';
  if (namesUs(api, found)) return 'required';
  // A list without us is an answer; an empty one is shown to those who may not see it, too.
  return found.contexts > 0 || found.isUnprotected ? 'not-required' : 'unknown';
}

async function readProtection(
  api: GithubApi,
  repository: Repository,
  branch: string,
): Promise<Requirement> {
  const question = { repository, what: `the protection of ${branch}` };
  // 404 also means that we may not know.
  const found = await unlessMissing(
    api
      .ask(question, ({ rest }, at) => rest.repos.getStatusChecksProtection({ ...at, branch }))
      .then(parseProtection),
    [403, 404],
  );
  if (found === undefined) return 'unknown';
  return namesUs(api, found) ? 'required' : 'not-required';
}

interface RequiredCheck {
  context: string | undefined;
  /** The id of the one that alone may give it. */
  app: number | undefined;
}

/** `checks` names apps and is newer than `contexts`, which some servers have alone. */
interface RequiredChecks {
  checks: RequiredCheck[];
  /** How many there are. */
  contexts: number;
  namesOurs: boolean;
}

type Rule = EntryOf<'GET /repos/{owner}/{repo}/rules/branches/{branch}'>;

function parseRule(rule: Fields<Rule>): RequiredCheck[] {
  if (rule.optionalText('type') !== 'required_status_checks') return [];
  return rule.list('parameters.required_status_checks').map((check) => ({
    context: check.optionalText('context'),
    app: check.optionalWhole('integration_id'),
  }));
}

type Branch = DataOf<'GET /repos/{owner}/{repo}/branches/{branch}'>;

function parseBranch(branch: Fields<Branch>): RequiredChecks & { isUnprotected: boolean } {
  const checks = branch.list('protection.required_status_checks.checks');
  return {
    checks: checks.map(parseRequired),
    contexts: branch.list('protection.required_status_checks.contexts').length,
    namesOurs: branch.holds('protection.required_status_checks.contexts', checkName),
    isUnprotected: branch.isFalse('protected'),
  };
}

type Protection =
  DataOf<'GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks'>;

function parseProtection(protection: Fields<Protection>): RequiredChecks {
  return {
    checks: protection.list('checks').map(parseRequired),
    contexts: protection.list('contexts').length,
    namesOurs: protection.holds('contexts', checkName),
  };
}

function parseRequired(check: Fields<Protection['checks'][number]>): RequiredCheck {
  return { context: check.optionalText('context'), app: check.optionalWhole('app_id') };
}

function namesUs(api: GithubApi, { checks, namesOurs }: RequiredChecks): boolean {
  if (checks.length > 0) return checks.some((check) => isOurs(api, check));
  return namesOurs;
}

function isOurs({ appId }: GithubApi, { app, context }: RequiredCheck): boolean {
  return context === checkName && (app === undefined || app === appId);
}
