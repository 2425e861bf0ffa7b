import { portableTier } from '../contract/gaps.ts';
import { nameRevision } from '../contract/commit.ts';
import { createHash, randomInt } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem, RunRecord, Host, Shard } from '../contract/documents.ts';
import { listRenamed } from '../contract/renames.ts';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import { UserError } from '../contract/user-error.ts';
import { conductRun } from './conduct-run.ts';
import { repairHost } from './host/change-journal.ts';
import { fingerprintHost } from './host/fingerprint-host.ts';
import { keepHost } from './host/keep-host.ts';
import { readFact, readToolchain } from './host/read-facts.ts';
import { describeMeasured, writeRunState } from './journal/run-state.ts';
import { findBenchmarkChanges } from './revisions/find-benchmark-changes.ts';
import { isOneTree, NothingChanged } from './revisions/is-one-tree.ts';
import { openRepository, type Repository } from './revisions/repository.ts';
import { resolveSides, type Sides } from './revisions/resolve-sides.ts';
import { systemClock, type RunRequest } from './run-request.ts';
import { buildEnvironment } from './setup/environment.ts';
import { removeStaleWorktrees } from './worktrees/remove-stale.ts';
import { makeStateDirectory } from './worktrees/state-directory.ts';

/**
 * Measures the tests before and after a change, in interleaved pairs. The record is also in
 * `.perigee/runs/<id>/run-record.json`, with the journal and the logs beside it.
 *
 * @returns what was measured; with status `interrupted` when the signal stopped it
 * @throws NothingChanged where `needsChange` asks for one
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
  // Uncommitted files that cannot be measured are a change too, and the run names them.
  if (request.needsChange === true && sides.problems === undefined) {
    if (await isOneTree(repository, sides)) throw new NothingChanged(sides.before);
  }
  const startedAt = (ports.clock ?? systemClock).now();
  const shard = request.shard ?? wholeBuild;
  const id = request.id ?? nameRun(startedAt, seed, shard);
  const { isolation } = ports;
  const keeper = keepHost(request.hosts ?? { before: suite.host, after: suite.host });
  const environment = buildEnvironment(request.environment, {}, request.home);
  const toolchain = readToolchain(suite, environment, repository.root);
  const host = {
    ...(await fingerprintHost(request.environment, readFact, keeper.settings)),
    ...(toolchain === undefined ? {} : { toolchain }),
    ...(isolation === undefined ? {} : { isolation }),
  };
  const { planDigest, platforms } = request;
  const facts = { id, suite, tests, sides, shard, planDigest, platforms, host, seed, startedAt };
  const record = draftRecord({ ...facts, tier: ports.tier });
  record.problems.push(...(request.problems ?? []), ...(sides.problems ?? []));
  record.problems.push(...describeRepair(repaired), ...describeTier(ports.tier));
  if (sides.isAlone !== true) {
    const commits = { before: record.before.commit, after: record.after.commit };
    record.problems.push(...(await findBenchmarkChanges(repository, commits, tests)));
  }

  const runDirectory = await makeRunDirectory(stateDirectory, id);
  await writeRunState(runDirectory, {
    ...{ record, sides: request.sides, measured: describeMeasured(tests) },
    ...(request.words === undefined ? {} : { words: request.words }),
    suiteSha256: await digestFile(suite.file),
  });
  return conductRun({
    ...{ request, repository, stateDirectory, runDirectory, record },
    host: keeper,
  });
}

function describeTier(tier: RunRecord['tier']): Problem[] {
  if (tier !== 'portable') return [];
  const message =
    'this system tells what a test used only when it has ended: spans have their latency alone, a daemon that leaves its parent is not counted, and which code the tests read is not observed (docs/laptops.md)';
  return [{ code: portableTier, message }];
}

/** Changes that a killed run left behind are part of the story of the next one. */
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
    seen: `${nameRevision(before)} and ${nameRevision(after)} hold the same files`,
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

interface DraftFacts {
  id: string;
  suite: Suite;
  tests: readonly SuiteTest[];
  sides: Sides;
  shard?: Shard;
  planDigest: string | undefined;
  platforms?: readonly string[] | undefined;
  host: Host;
  tier: RunRecord['tier'];
  seed: number;
  startedAt: Date;
}

/** The shard of a build that is not split. */
const wholeBuild: Shard = { index: 0, total: 1, attempt: 1 };

/** The record of a run that has not measured anything yet. */
export function draftRecord(facts: DraftFacts): RunRecord {
  const { suite, sides } = facts;
  const startedAt = facts.startedAt.toISOString();
  const repeats = Math.min(suite.repeats, suite.maxRepeats);
  const renamed = listRenamed(suite.tests);
  const isTimed = suite.timeNs !== undefined && suite.maxRepeats > repeats;
  return {
    schema: 'perigee/run-record',
    version: 1,
    id: facts.id,
    suite: suite.name,
    startedAt,
    finishedAt: startedAt,
    status: 'interrupted',
    shard: facts.shard ?? wholeBuild,
    before: sides.before,
    after: sides.after,
    branch: sides.branch,
    host: facts.host,
    tier: facts.tier,
    plan: {
      digest: facts.planDigest ?? digestNames(facts.tests),
      seed: facts.seed,
      repeats,
      // More repeats decide a comparison, and nothing is compared where there is one side.
      maxRepeats: sides.isAlone === true ? repeats : suite.maxRepeats,
      ...(isTimed && sides.isAlone !== true ? { timeNs: suite.timeNs } : {}),
      outliersPerFive: suite.outliersPerFive,
      warmup: suite.warmup,
      ...(suite.builds > 1 ? { builds: suite.builds } : {}),
      ...(facts.platforms === undefined ? {} : { platforms: [...facts.platforms] }),
      // For all tests: histories ask for those of other shards, and of the night, too.
      ...(renamed.length > 0 ? { renamed } : {}),
      ...(sides.isAlone === true ? { sides: ['after'] } : {}),
    },
    tests: facts.tests.map(({ name, tags }) => ({ name, tags: [...tags] })),
    profiles: [],
    problems: [],
  };
}

/**
 * Names a run by when it began, what it drew, and its shard where the build has several: sorts by time, and
 * is safe as a file name.
 */
function nameRun(startedAt: Date, seed: number, { index, total, attempt }: Shard): string {
  const moment = startedAt.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const shard = total === 1 ? '' : `-${index + 1}of${total}`;
  const again = attempt === 1 ? '' : `-attempt${attempt}`;
  return `${moment}-${seed.toString(16).padStart(8, '0')}${shard}${again}`;
}

function digestNames(tests: readonly SuiteTest[]): string {
  return createHash('sha256')
    .update(JSON.stringify(tests.map(({ name }) => name)))
    .digest('hex');
}
