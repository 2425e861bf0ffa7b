import { shortenCommit } from '../contract/commit.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { conductRun } from './conduct-run.ts';
import { repairHost } from './host/change-journal.ts';
import { fingerprintHost } from './host/fingerprint-host.ts';
import { type HostKeeper, keepHost } from './host/keep-host.ts';
import { readFact } from './host/read-facts.ts';
import { readJournal } from './journal/read-journal.ts';
import { describeMeasured, readRunState, runFiles, type RunState } from './journal/run-state.ts';
import { findNearest } from './revisions/find-nearest.ts';
import { openRepository, type Repository } from './revisions/repository.ts';
import { resolveSides } from './revisions/resolve-sides.ts';
import type { ResumeRequest } from './run-request.ts';
import { describeRepair, digestFile } from './run-suite.ts';
import { findOwner } from './worktrees/claim-folder.ts';
import { removeStaleWorktrees } from './worktrees/remove-stale.ts';
import { makeStateDirectory } from './worktrees/state-directory.ts';

/**
 * Goes on with a run that was interrupted or killed: same revisions, seed and order; what its journal
 * holds is not measured again.
 * @throws UserError when the suite, a revision or the host is not what it was, or the run is still going
 */
export async function resumeRun(request: ResumeRequest): Promise<RunRecord> {
  const repository = await openRepository(request.repository, request.environment);
  const stateDirectory = await makeStateDirectory(repository);
  const runDirectory = await findRun(stateDirectory, request.id);
  const owner = await findOwner(runDirectory);
  if (owner !== undefined) throw refuse(request.id, `process ${owner} is still working on it`);
  const state = await readRunState(runDirectory);
  const { suite } = request;
  const repaired = repairHost();
  const host = keepHost(request.hosts ?? { before: suite.host, after: suite.host });
  const changed = await findChange(request, repository, stateDirectory, state, host);
  if (changed !== undefined) throw refuse(request.id, changed);
  await removeStaleWorktrees(repository, stateDirectory);
  const earlier = await readJournal(join(runDirectory, runFiles.journal));
  const { record } = state;
  record.problems.push(...describeRepair(repaired));
  return conductRun({ host, request, repository, stateDirectory, runDirectory, record, earlier });
}

/** The names of the runs in a repository's state directory, the newest last. */
export async function listRuns(stateDirectory: string): Promise<string[]> {
  const folder = join(stateDirectory, 'runs');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

async function findRun(stateDirectory: string, id: string): Promise<string> {
  const ids = await listRuns(stateDirectory);
  if (ids.includes(id)) return join(stateDirectory, 'runs', id);
  const nearest = findNearest(id, ids);
  throw new UserError({
    seen: `there is no run ${JSON.stringify(id.slice(0, 100))}`,
    expected: ids.length > 0 ? `one of ${ids.slice(-5).join(', ')}` : 'a run in .perigee/runs',
    remedy: nearest[0] === undefined ? 'start a new run' : `did you mean ${nearest[0]}?`,
  });
}

async function findChange(
  request: ResumeRequest,
  repository: Repository,
  stateDirectory: string,
  { measured, record, sides, suiteSha256 }: RunState,
  keeper: HostKeeper,
): Promise<string | undefined> {
  if ((await digestFile(request.suite.file)) !== suiteSha256) {
    return `${request.suite.file} is not what it was`;
  }
  const names = (tests: readonly { name: string }[]): string =>
    JSON.stringify(tests.map(({ name }) => name));
  if (names(request.tests) !== names(record.tests)) return 'other tests were asked for';
  if (measured !== undefined && measured !== describeMeasured(request.tests)) {
    return 'it began with another --instructions: write it as it was then';
  }
  const now = await resolveSides(repository, sides, stateDirectory);
  for (const side of ['before', 'after'] as const) {
    if (now[side].commit !== record[side].commit) {
      return `the ${side} side (${record[side].label}) was ${shortenCommit(record[side].commit)} and is ${shortenCommit(now[side].commit)}`;
    }
  }
  const host = await fingerprintHost(request.environment, readFact, keeper.settings);
  return host.fingerprint === record.host.fingerprint ? undefined : 'it began on another host';
}

function refuse(id: string, why: string): UserError {
  return new UserError({
    seen: `run ${id} cannot be resumed: ${why}`,
    expected: 'the suite, the revisions and the host that it began with',
    remedy: 'start a new run',
  });
}
