import { checkName } from '../../../src/transport/github/checks.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import type { DataOf } from '../../../src/transport/github/routes.ts';
import { unlessMissing } from '../../../src/transport/platform-errors.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { Requirement } from './github-side.ts';

/** Most rules of a branch that are read. */
const mostRules = 1_000;

interface Asker extends GithubClient {
  appId: number;
}

/**
 * Whether merging into a branch waits for our check: by rulesets, which every app may read, or by the
 * branch's own protection, of which the branch itself tells something, and for certain only those who may
 * read the administration. A check that is required of another app is not ours.
 */
export async function readRequirement(
  api: Asker,
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

async function readRules(api: Asker, repository: Repository, branch: string): Promise<Requirement> {
  const question = { repository, what: `the rules of ${branch}` };
  const answer = api.list(question, { mostPages: mostRules / 100, isCut: true }, (octokit, at) =>
    octokit.paginate.iterator(octokit.rest.repos.getBranchRules, { ...at, branch }),
  );
  // Older servers have no rulesets: then there are none.
  const rules = (await unlessMissing(answer, [404])) ?? [];
  const checks = rules
    .filter((rule) => rule.optionalText('type') === 'required_status_checks')
    .flatMap((rule) => rule.list('parameters.required_status_checks'))
    .map(
      (check) => [check.optionalText('context'), check.optionalWhole('integration_id')] as const,
    );
  if (checks.some(([context, app]) => isOurs(api, context, app))) return 'required';
  // The one that asks for us may be among those that were not read.
  return rules.length >= mostRules ? 'unknown' : 'not-required';
}

/** The protection of a branch. One without any protection requires nothing. */
async function readBranch(
  api: Asker,
  repository: Repository,
  branch: string,
): Promise<Requirement> {
  const answer = api.ask({ repository, what: `the branch ${branch}` }, ({ rest }, at) =>
    rest.repos.getBranch({ ...at, branch }),
  );
  const found = await unlessMissing(answer, [403, 404]);
  if (found === undefined) return 'unknown';
  const inBranch = 'protection.required_status_checks';
  const named = found.holds(`${inBranch}.contexts`, checkName);
  if (namesUs(api, found.list(`${inBranch}.checks`), named)) return 'required';
  // A list without us is an answer; an empty one is shown to those who may not see it, too.
  const isToldAll = found.list(`${inBranch}.contexts`).length > 0 || found.isFalse('protected');
  return isToldAll ? 'not-required' : 'unknown';
}

async function readProtection(
  api: Asker,
  repository: Repository,
  branch: string,
): Promise<Requirement> {
  const answer = api.ask({ repository, what: `the protection of ${branch}` }, ({ rest }, at) =>
    rest.repos.getStatusChecksProtection({ ...at, branch }),
  );
  // 404 also means that we may not know.
  const found = await unlessMissing(answer, [403, 404]);
  if (found === undefined) return 'unknown';
  const named = found.holds('contexts', checkName);
  return namesUs(api, found.list('checks'), named) ? 'required' : 'not-required';
}

type Protection =
  DataOf<'GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks'>;

/**
 * `checks` names apps and is newer than `contexts`, which some servers have alone.
 * @param isNamed whether the contexts have our name
 */
function namesUs(
  api: Asker,
  checks: readonly Fields<Protection['checks'][number]>[],
  isNamed: boolean,
): boolean {
  if (checks.length === 0) return isNamed;
  return checks.some((check) =>
    isOurs(api, check.optionalText('context'), check.optionalWhole('app_id')),
  );
}

/** @param app the id of the one that alone may give it */
function isOurs({ appId }: Asker, context: string | undefined, app: number | undefined): boolean {
  return context === checkName && (app === undefined || app === appId);
}
