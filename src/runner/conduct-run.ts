import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { countBuilds } from '../contract/builds.ts';
import type { RunRecord, Side } from '../contract/documents.ts';
import { isAlone, sidesOf } from '../contract/sides.ts';
import type { SuiteTest } from '../contract/suite.ts';
import { checkoutOf, type Bench } from './bench.ts';
import { findUnaffected } from './inputs/find-unaffected.ts';
import { watchCanaries } from './canaries/canary-watch.ts';
import { chooseObserved, keepObservation } from './inputs/keep-observation.ts';
import { keepForLater } from './inputs/keep-for-later.ts';
import { reuseObservation, type Reuse } from './inputs/reuse-observation.ts';
import { observeSetup, type SetupObserving } from './inputs/observe-setup.ts';
import type { HostKeeper } from './host/keep-host.ts';
import { openJournal } from './journal/append-journal.ts';
import { RunLogs } from './journal/run-logs.ts';
import { runFiles, writeRecord } from './journal/run-state.ts';
import { measurePairs } from './measure-pairs.ts';
import { quoteFailures } from './quote-failures.ts';
import { removeLeftovers, surveyRuns, usualRetention } from './retention/clean-state.ts';
import { isOneTree } from './revisions/is-one-tree.ts';
import { listSecrets } from './quote-output.ts';
import { systemClock } from './run-request.ts';
import { environmentOf, settleRequest } from './run-under-way.ts';
import type { RunUnderWay, StoppablePorts } from './run-under-way.ts';
import { createTimeEstimate } from './schedule/estimate-time.ts';
import { compareSides, setUpSides } from './set-up-sides.ts';
import { listRunning, openServices } from './services/open-services.ts';
import { resolveServices } from './setup/resolve-services.ts';
import { addWorktrees, keptId, type Worktrees } from './worktrees/add-worktrees.ts';
import { findMissingContent } from './worktrees/find-missing-content.ts';
import { provideSdk } from './worktrees/provide-sdk.ts';
import { claimFolder, releaseFolder } from './worktrees/claim-folder.ts';
import { refuseLinks } from './worktrees/state-directory.ts';
import { explainBare, explainFailure } from './code/explain-bare.ts';
import { openCodeWatch } from './code/open-code-watch.ts';
import { explainTests } from './explaining/explain-tests.ts';
import { countTests } from './counting/count-tests.ts';
import { openViews } from './view/open-views.ts';
import type { SideViews } from './view/side-views.ts';
import { type AttemptEnds, measureWithFallback } from './view/try-in-namespace.ts';
import { SideWatch } from './worktrees/watch-sides.ts';

/** From the checkout to the finished record: the part that a new run and a resumed one share. */
export async function conductRun(asked: RunUnderWay): Promise<RunRecord> {
  await claimFolder(asked.runDirectory);
  try {
    const run = { ...asked, request: await settleRequest(asked) };
    const record = await measureAndRecord(run);
    await forgetOldRuns(run);
    return record;
  } finally {
    asked.host.close();
    if (asked.request.isTrial === true) await forgetTrial(asked.runDirectory);
    await releaseFolder(asked.runDirectory);
  }
}

async function forgetTrial(runDirectory: string): Promise<void> {
  for (const file of [runFiles.state, runFiles.record, runFiles.journal]) {
    await rm(join(runDirectory, file), { force: true });
  }
}

/** Folders that it cannot delete are left to the next run: the measurement is no worse for it. */
async function forgetOldRuns(run: RunUnderWay) {
  const { request, repository, runDirectory, stateDirectory, record } = run;
  const now = (request.ports.clock ?? systemClock).now();
  try {
    const { leftovers } = await surveyRuns(stateDirectory, usualRetention, now, record.id);
    await removeLeftovers(repository, leftovers);
  } catch (error) {
    const message = `earlier runs could not be removed: ${(error as Error).message}`;
    record.problems.push({ code: 'old-runs-not-removed', message: message.slice(0, 1000) });
    refuseLinks(repository.root, runDirectory);
    await writeRecord(runDirectory, record);
  }
}

async function measureAndRecord(run: RunUnderWay): Promise<RunRecord> {
  const { request, runDirectory, record } = run;
  const signal = request.ports.signal ?? new AbortController().signal;
  const ports = { ...request.ports, signal };
  const { id, before, after } = record;
  const sides = sidesOf(record.plan);
  // Both sides of an explanation are those of the run that it explains.
  const isSame = request.isTrial === true && request.only === undefined;
  const trial = isSame ? { isTrial: true as const } : {};
  ports.onProgress?.({ kind: 'started', id, runDirectory, sides, before, after, ...trial });

  record.profiles = [...(run.earlier?.profiles ?? [])];
  const { isUntouched = false, tests } = request;
  if (isUntouched) for (const test of record.tests) test.inputs = { state: 'same', by: ['bot'] };
  // A shard may have no tests. Its record says so; nothing has to be checked out or set up for it.
  const reuse = tests.length === 0 ? undefined : await reuseObservation(run, ports);
  const isEmpty = record.tests.every(({ inputs }) => inputs?.state === 'same');
  const complete =
    isEmpty ||
    (await measureWithFallback(run, (attempt, ends) =>
      measureInWorktrees(attempt, ports, reuse, ends),
    ));
  record.status = complete ? 'complete' : 'interrupted';
  record.finishedAt = (ports.clock ?? systemClock).now().toISOString();
  refuseLinks(run.repository.root, runDirectory);
  await writeRecord(runDirectory, record);
  return record;
}

/** @returns false when the signal stopped it */
async function measureInWorktrees(
  run: RunUnderWay,
  ports: StoppablePorts,
  reuse: Reuse | undefined,
  ends: AttemptEnds,
): Promise<boolean> {
  const { host, request, repository, runDirectory, record } = run;
  if (request.buildsFolder !== undefined) refuseLinks(repository.root, request.buildsFolder);
  const running = await resolveServices(listRunning(request.suite), repository.root);
  const worktrees = await addSides(run);
  await provideSdk(worktrees.folder, request.home);
  const journalFile = join(runDirectory, runFiles.journal);
  const journal = await openJournal(journalFile, run.earlier?.bytes ?? 0);
  const logs = new RunLogs(repository.root, runDirectory);
  let views: SideViews | undefined;
  try {
    const sideWatch = isAlone(record.plan)
      ? undefined
      : await SideWatch.open(repository, worktrees, record);
    views = await openViews(run, worktrees);
    const keeps = reuse?.isKnown === false ? reuse : undefined;
    const observing = followSetup(run, worktrees, views, keeps);
    if (!(await setUpSides(run, worktrees, ports, logs, sideWatch, observing, views))) return false;
    record.problems.push(...(await compareSides(run, worktrees, 'setup')));
    record.problems.push(...(await findMissingContent(repository, record, worktrees)));
    const bench: Bench = {
      record,
      tests: request.tests,
      root: repository.root,
      runDirectory,
      host,
      logs,
      sides: sidesOf(record.plan),
      checkouts: worktrees,
      views,
      sideWatch,
      environmentOf: (test, build) => environmentOf(run, build, test),
      secrets: listSecrets(request.environment),
      services: openServices(run, ports, { running, checkouts: worktrees, logs, views }),
      numbers: request.suite.numbers,
      journal,
      looks: run.earlier?.looks ?? new Map(),
      observed: new Map(),
      measured: Map.groupBy(record.profiles, ({ test }) => test),
      firsts: new Map(),
      stopped: new Map(),
      estimate: createTimeEstimate(),
      onFailed: (test) => ends.onFailed?.(test, explainFailure(bench, repository.root, test)),
      ...watchCanaries(run.record, run.runDirectory, ports),
      ports: await withoutNeedless(run, ports),
    };
    bench.code = await openCodeWatch(run, bench, ends.onForeign);
    if (request.keepsObservation === true) await keepObservation(bench, repository.root, observing);
    else await findUnaffected(bench, keeps && keepForLater(run, bench, keeps, observing));
    const complete =
      request.only !== undefined ||
      ((await measurePairs(bench)) && (await countTests(bench, repository)));
    if (complete && request.only !== 'inputs') await explainTests(bench, repository);
    const code = [
      ...((await bench.code?.conclude(listPassed(bench))) ?? []),
      ...(request.only === undefined ? await compareSides(run, worktrees, 'tests') : []),
      ...explainBare(bench, repository.root),
    ];
    const found = [...logs.problems, ...(sideWatch?.conclude() ?? []), ...code];
    record.problems.push(...bench.stopped.values(), ...found);
    record.problems.push(...(await quoteFailures(record, runDirectory, bench.secrets)));
    return complete;
  } finally {
    await journal.close();
    host.close();
    reportHost(record, host);
    const inMemory = views?.remove() ?? [];
    reportLeftovers(record, [...inMemory, ...(await worktrees.remove())]);
  }
}

/** A run that only looks at inputs has none. */
function listPassed({ measured, sides, tests }: Bench): { test: SuiteTest; side: Side }[] {
  const hasPassed = ({ name }: SuiteTest, wanted: Side): boolean =>
    measured
      .get(name)
      ?.some(({ outcome, side }) => side === wanted && outcome.status === 'passed') === true;
  return tests.flatMap((test) =>
    sides.filter((side) => hasPassed(test, side)).map((side) => ({ test, side })),
  );
}

function followSetup(
  { record, request }: RunUnderWay,
  worktrees: Worktrees,
  views: SideViews | undefined,
  keeps: Reuse | undefined,
): SetupObserving | undefined {
  const { keepsObservation, ports, suite } = request;
  const isKept = keepsObservation === true || keeps !== undefined;
  if (!isKept || ports.observer === undefined) return undefined;
  if (suite.setup.length === 0) return undefined;
  const side = chooseObserved(sidesOf(record.plan));
  const folder = checkoutOf({ checkouts: worktrees }, { side, build: 0 });
  return observeSetup(ports.observer, folder, side, views?.describe());
}

/** A tree is compared with itself to see how noisy the machine is: then no test is left out. */
async function withoutNeedless(
  { repository, record, request }: RunUnderWay,
  { observer, ...ports }: StoppablePorts,
): Promise<StoppablePorts> {
  const isKept = request.keepsObservation === true;
  const isNeeded = observer !== undefined && (isKept || !(await isOneTree(repository, record)));
  return isNeeded ? { ...ports, observer } : ports;
}

/** Kept builds hold paths: what may become one, or comes from one, is always checked out at the same. */
async function addSides(run: RunUnderWay): Promise<Worktrees> {
  const { host, request, repository, stateDirectory, record } = run;
  const { before, after, plan } = record;
  const builds = countBuilds(plan);
  const keepsBuilds = request.buildsFolder !== undefined;
  const add = (commits: Partial<Record<Side, string>>): Promise<Worktrees> =>
    addWorktrees(repository, stateDirectory, keepsBuilds ? keptId : record.id, commits, {
      builds,
      prepare: host.prepareCheckout,
    });
  if (!isAlone(plan)) return add({ before: before.commit, after: after.commit });
  if (!keepsBuilds) return add({ after: after.commit });
  // The changes of tomorrow are compared with what is measured alone today.
  const worktrees = await add({ before: after.commit });
  return { ...worktrees, after: worktrees.before };
}

function reportHost({ host, problems }: RunRecord, keeper: HostKeeper): void {
  if (keeper.stopped.size > 0) host.stopped = [...keeper.stopped].slice(0, 200);
  problems.push(...keeper.problems);
}

function reportLeftovers({ problems }: RunRecord, folders: readonly string[]): void {
  const message = 'could not be removed; perigee tries again when it runs next';
  const code = 'worktrees-not-removed';
  problems.push(...folders.map((folder) => ({ code, message: `${folder} ${message}` })));
}
