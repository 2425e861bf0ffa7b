import { type CheckRun, checkName, listChecks } from '../../../src/transport/github/checks.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { SizedMemory } from '../../../src/async/keep-sized.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { StandingCheck } from './github-side.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';

/** How many annotations a check has, as GitHub said last. What is not known any more is asked for. */
export type KnownAnnotations = SizedMemory<number>;

/** The newest of our own checks at a commit. */
export async function findCheck(
  api: GithubApi,
  known: KnownAnnotations,
  repository: Repository,
  commit: string,
): Promise<StandingCheck | undefined> {
  const all = (await listChecks(api, repository, commit, api.appId)).map(parseCheck);
  const [newest] = all.filter((check) => isOurs(api, check)).sort((a, b) => b.id - a.id);
  if (newest === undefined) return undefined;
  return noteCheck(known, newest);
}

export function noteCheck(known: KnownAnnotations, check: ReadCheck): StandingCheck {
  const { annotations, id, externalId, status, conclusion } = check;
  known.keep(String(id), annotations, 1);
  return { id, externalId, status, conclusion };
}

/** GitHub was asked for those of our app alone; where it names an app, that has to be it. */
function isOurs({ appId }: GithubApi, { name, app }: ReadCheck): boolean {
  return name === checkName && (app === undefined || app === appId);
}

export interface ReadCheck extends StandingCheck {
  name: string | undefined;
  /** Its id. */
  app: number | undefined;
  /** How many it has. */
  annotations: number;
}

export function parseCheck(check: Fields<CheckRun>): ReadCheck {
  const conclusion = check.optionalText('conclusion');
  return {
    id: check.whole('id'),
    externalId: check.optionalText('external_id') ?? '',
    status: parseStatus(check.text('status')),
    conclusion,
    name: check.optionalText('name'),
    app: check.optionalWhole('app.id'),
    annotations: check.optionalWhole('output.annotations_count') ?? 0,
  };
}

function parseStatus(word: string): StandingCheck['status'] {
  if (word === 'completed' || word === 'in_progress') return word;
  // `waiting`, `requested` and `pending` are of workflows; ours is none.
  if (['queued', 'waiting', 'requested', 'pending'].includes(word)) return 'queued';
  throw new Refused(
    'ci-strange-answer',
    `GitHub knows a status of checks that we do not: ${word.slice(0, 40)}`,
  );
}
