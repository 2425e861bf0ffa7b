/** What people and jobs do at GitHub, each told to the bot by a signed webhook. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { packArtifact } from '../../../src/transport/artifacts/pack-artifact.ts';
import { makeZip } from '../../transport/artifacts/make-zip.ts';
import { measure, type Measured } from '../reconcile/measurements.ts';
import { deliver } from '../servers/fake/deliver.ts';
import { findMergeBase, pushCommit } from '../servers/fake/history.ts';
import * as tell from '../servers/fake/payloads.ts';
import {
  finishRun,
  openPull,
  type RunChanges,
  startRunFor,
  storeArtifact,
} from '../servers/fake/people.ts';
import { addComment } from '../servers/fake/routes-of-issues.ts';
import type {
  FakeArtifact,
  FakeCheck,
  FakeComment,
  FakePull,
  FakeRepository,
  FakeRun,
  GithubState,
} from '../servers/fake/state.ts';

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
  options: { files?: Record<string, string>; from?: FakeRepository; into?: string } & Hearing = {},
): Promise<FakePull> {
  const { files = {}, from = repository, into, isTold = true } = options;
  pushCommit(state, from, branch, { files: { 'src/change.ts': branch, ...files } });
  const pull = openPull(state, repository, branch, {
    from,
    ...(into === undefined ? {} : { into }),
  });
  if (isTold) await deliver(state, tell.tellPull(state, repository, pull, 'opened'));
  return pull;
}

export async function startMeasuring(
  { repository, state }: Place,
  pull: FakePull,
  { isTold = true, ...changes }: RunChanges & Hearing = {},
): Promise<FakeRun> {
  const run = startRunFor(state, repository, pull, changes);
  if (isTold) await deliver(state, tell.tellRun(state, repository, run, 'requested'));
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

/** Packed as a job does it, by the code of the action, and served as one zip file. */
export async function upload(
  { repository, state }: Place,
  run: FakeRun,
  record: RunRecord,
): Promise<FakeArtifact> {
  const build = { repository: `${repository.owner}/${repository.name}`, runId: String(run.id) };
  const runFolder = await mkdtemp(join(tmpdir(), 'perigee-shard-'));
  try {
    await writeFile(join(runFolder, 'run-record.json'), JSON.stringify(record));
    const { files, folder, name } = await packArtifact({
      ...{ runFolder, into: join(runFolder, 'artifacts'), build },
      ...{ store: 'github', now: '2026-11-21T08:10:00Z' },
    });
    const read = files.map(async (file) => ({
      name: file.name,
      content: await readFile(join(folder, file.name)),
    }));
    return storeArtifact(state, repository, run, name, makeZip(await Promise.all(read)));
  } finally {
    await rm(runFolder, { recursive: true, force: true });
  }
}

export async function endMeasuring(
  { repository, state }: Place,
  run: FakeRun,
  { isTold = true }: Hearing = {},
): Promise<void> {
  finishRun(repository, run);
  if (isTold) await deliver(state, tell.tellRun(state, repository, run, 'completed'));
}

/** A run of the change from its begin to its end, with one artifact. */
export async function measureChange(
  place: Place,
  pull: FakePull,
  factors: Readonly<Record<string, number>> = {},
  changes: RunChanges & Hearing = {},
): Promise<FakeRun> {
  const run = await startMeasuring(place, pull, changes);
  await upload(place, run, recordOf(place, run, { factors }));
  await endMeasuring(place, run, changes);
  return run;
}

export async function say(
  { repository, state }: Place,
  number: number,
  login: string,
  body: string,
): Promise<FakeComment> {
  const comment = addComment(state, repository, number, { login, body });
  await deliver(state, tell.tellComment(state, repository, comment));
  return comment;
}

/** What people see at a commit: the newest check. */
export function checkOf({ repository }: Pick<Place, 'repository'>, commit: string) {
  return repository.checks
    .filter(({ name, head }) => name === 'perigee' && head === commit)
    .reduce<FakeCheck | undefined>((a, b) => (a === undefined || b.id > a.id ? b : a), undefined);
}

export const reportMarker = '<!-- perigee -->';

/** Our reports on a pull request: never more than one. */
export function reportsOf({ repository }: Pick<Place, 'repository'>, number: number): string[] {
  return ownComments({ repository }, number).filter((body) => body.startsWith(reportMarker));
}

/** Reports and answers. */
export function ownComments({ repository }: Pick<Place, 'repository'>, number: number): string[] {
  return repository.comments
    .filter((comment) => comment.number === number && comment.appId !== undefined)
    .map(({ body }) => body);
}
