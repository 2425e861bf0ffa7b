/** What people and jobs do at GitHub, each told to the bot by a signed webhook. */
import type { RunRecord } from '../../../src/contract/documents.ts';
import { makeZip } from '../../transport/artifacts/make-zip.ts';
import { packRecord } from '../reconcile/artifacts.ts';
import { measure, type Measured } from '../reconcile/measurements.ts';
import { deliver } from './fake/deliver.ts';
import { findMergeBase, pushCommit } from './fake/history.ts';
import { tellPull, tellRun } from './fake/payloads.ts';
import { finishRun, openPull, startRunFor, storeArtifact } from './fake/people.ts';
import type { FakeCheck, FakePull, FakeRepository, FakeRun, GithubState } from './fake/state.ts';

export interface Place {
  state: GithubState;
  repository: FakeRepository;
}

/** Whether what GitHub did is told, or lost on the way. */
export interface Hearing {
  isTold?: boolean;
}

export async function openChange(
  { repository, state }: Place,
  branch: string,
  { isTold = true }: Hearing = {},
): Promise<FakePull> {
  pushCommit(state, repository, branch, { files: { 'src/change.ts': branch } });
  const pull = openPull(state, repository, branch);
  if (isTold) await deliver(state, tellPull(state, repository, pull, 'opened'));
  return pull;
}

export async function startMeasuring(
  { repository, state }: Place,
  pull: FakePull,
  { isTold = true }: Hearing = {},
): Promise<FakeRun> {
  const run = startRunFor(state, repository, pull);
  if (isTold) await deliver(state, tellRun(state, repository, run, 'requested'));
  return run;
}

/** What an honest job of this run records: against where its head left the base branch. */
export function recordOf(
  { repository }: Pick<Place, 'repository'>,
  run: FakeRun,
  changes: Partial<Measured> = {},
): RunRecord {
  const tip = repository.branches.get(repository.defaultBranch) ?? '';
  const suiteText = repository.commits.get(run.head)?.files.get('perigee.yml') ?? '';
  const before = findMergeBase(repository, tip, run.head) ?? '';
  const shard = { index: 0, total: 1, attempt: run.attempt };
  return measure({ suiteText, before, after: run.head, shard, ...changes });
}

/** As a job uploads it: one zip file. */
export function upload({ repository, state }: Place, run: FakeRun, record: RunRecord): void {
  const build = { repository: `${repository.owner}/${repository.name}`, runId: String(run.id) };
  const { files, stored } = packRecord(record, build);
  const zip = makeZip([...files].map(([name, content]) => ({ name, content })));
  storeArtifact(state, repository, run, stored.name, zip);
}

export async function endMeasuring({ repository, state }: Place, run: FakeRun): Promise<void> {
  finishRun(repository, run);
  await deliver(state, tellRun(state, repository, run, 'completed'));
}

/** What people see at a commit: the newest check. */
export function checkOf(
  { repository }: Pick<Place, 'repository'>,
  commit: string,
): FakeCheck | undefined {
  return repository.checks.findLast(({ name, head }) => name === 'perigee' && head === commit);
}

/** What our app wrote below a pull request: its reports, of which there is one at most, and answers. */
export function readOwnComments({ repository }: Pick<Place, 'repository'>, number: number) {
  const bodies = repository.comments
    .filter((comment) => comment.number === number && comment.appId !== undefined)
    .map(({ body }) => body);
  const isReport = (body: string): boolean => body.startsWith('<!-- perigee -->');
  const reports = bodies.filter(isReport);
  return { reports, answers: bodies.filter((body) => !isReport(body)) };
}
