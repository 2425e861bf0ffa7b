import { createHash, randomInt } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem, RunRecord } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { conductRun } from './conduct-run.ts';
import { draftRecord, nameRun, wholeBuild } from './draft-record.ts';
import { repairHost } from './host/change-journal.ts';
import { fingerprintHost } from './host/fingerprint-host.ts';
import { keepHost } from './host/keep-host.ts';
import { readFact } from './host/read-facts.ts';
import { writeRunState } from './journal/run-state.ts';
import { openRepository, type Repository } from './revisions/repository.ts';
import { findBenchmarkChanges } from './revisions/find-benchmark-changes.ts';
import { isOneTree } from './revisions/is-one-tree.ts';
import { resolveSides, type Sides } from './revisions/resolve-sides.ts';
import { systemClock, type RunRequest } from './run-request.ts';
import { removeStaleWorktrees } from './worktrees/remove-stale.ts';
import { makeStateDirectory } from './worktrees/state-directory.ts';

/**
 * Measures the tests before and after a change, in interleaved pairs. The record is also in
 * `.perigee/runs/<id>/run-record.json`, with the journal and the logs beside it.
 *
 * @returns what was measured; with status `interrupted` when the signal stopped it
 * @throws UserError: no repository, no such revision, a setup that fails, a service that is not there
 */
export async function runSuite(request: RunRequest): Promise<RunRecord> {
  const { suite, tests, ports, seed = randomInt(2 ** 32) } = request;
  const repository = await openRepository(request.repository, request.environment);
  const stateDirectory = await makeStateDirectory(repository);
  const repaired = repairHost();
  await removeStaleWorktrees(repository, stateDirectory);
  const sides = await resolveSides(repository, request.sides, stateDirectory);
  if (request.only === 'inputs') await refuseOneTree(repository, sides);
  const startedAt = (ports.clock ?? systemClock).now();
  const shard = request.shard ?? wholeBuild;
  const id = request.id ?? nameRun(startedAt, seed, shard);
  const { isolation } = ports;
  const keeper = keepHost(request.hosts ?? { before: suite.host, after: suite.host });
  const host = {
    ...(await fingerprintHost(request.environment, readFact, keeper.settings)),
    ...(isolation === undefined ? {} : { isolation }),
  };
  const record = draftRecord({
    id,
    suite,
    tests,
    sides,
    shard,
    planDigest: request.planDigest,
    host,
    tier: ports.tier,
    seed,
    startedAt,
  });
  record.problems.push(...(request.problems ?? []), ...(sides.problems ?? []));
  record.problems.push(...describeRepair(repaired));
  if (sides.isAlone !== true) {
    const commits = { before: record.before.commit, after: record.after.commit };
    record.problems.push(...(await findBenchmarkChanges(repository, commits, tests)));
  }

  const runDirectory = await makeRunDirectory(stateDirectory, id);
  const state = { record, sides: request.sides, suiteSha256: await digestFile(suite.file) };
  await writeRunState(runDirectory, state);
  return conductRun({
    ...{ request, repository, stateDirectory, runDirectory, record },
    host: keeper,
  });
}

/** What a killed run has left changed is part of the story of the next one. */
export function describeRepair({ undone, failed }: ReturnType<typeof repairHost>): Problem[] {
  return [
    ...undone.map((what) => ({
      code: 'host-restored',
      message: `a run that was killed had changed this machine, and Perigee undid it: ${what}`,
    })),
    ...failed.map((what) => ({ code: 'host-not-restored', message: what })),
  ].map(({ code, message }) => ({ code, message: message.slice(0, 1000) }));
}

/** Between equal trees every test would be left out, which says nothing of any change. */
async function refuseOneTree(repository: Repository, sides: Sides): Promise<void> {
  const { before, after } = sides;
  if (sides.isAlone !== true && !(await isOneTree(repository, sides))) return;
  throw new UserError({
    seen: `${before.label} (${before.commit.slice(0, 12)}) and ${after.label} (${after.commit.slice(0, 12)}) hold the same files`,
    expected: 'a change to compare: two revisions that differ, or uncommitted work',
    remedy: 'name two revisions, e.g. `perigee affected main HEAD`',
  });
}

/** A suite that was read from a commit may have no file in the checkout: then that of nothing. */
export async function digestFile(file: string): Promise<string> {
  const text = await readFile(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  });
  return createHash('sha256').update(text).digest('hex');
}

async function makeRunDirectory(stateDirectory: string, id: string): Promise<string> {
  const runDirectory = join(stateDirectory, 'runs', id);
  await mkdir(join(stateDirectory, 'runs'), { recursive: true });
  await mkdir(runDirectory).catch((cause: unknown) => {
    throw new UserError({
      where: runDirectory,
      seen: `the run ${id} cannot be started: ${(cause as Error).message}`,
      remedy: 'give it another id, or resume it',
      cause,
    });
  });
  return runDirectory;
}
