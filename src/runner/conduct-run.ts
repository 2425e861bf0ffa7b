import { join } from 'node:path';
import type { Profile, RunRecord } from '../contract/documents.ts';
import { isAlone, sidesOf } from '../contract/sides.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { Bench } from './bench.ts';
import { openJournal } from './journal/append-journal.ts';
import type { JournalContents } from './journal/read-journal.ts';
import { runFiles, writeRecord } from './journal/run-state.ts';
import { measurePairs } from './measure-pairs.ts';
import { quoteFailures } from './quote-failures.ts';
import type { Repository } from './revisions/repository.ts';
import { systemClock, type RunPorts, type RunRequest } from './run-request.ts';
import { createTimeEstimate } from './schedule/estimate-time.ts';
import { buildEnvironment } from './setup/environment.ts';
import { resolveServices } from './setup/resolve-services.ts';
import { setUpSide } from './setup/set-up-side.ts';
import { addWorktrees, type Worktrees } from './worktrees/add-worktrees.ts';

export interface RunUnderWay {
  request: Pick<RunRequest, 'suite' | 'tests' | 'home' | 'environment' | 'ports'>;
  repository: Repository;
  stateDirectory: string;
  runDirectory: string;
  /** Without profiles. */
  record: RunRecord;
  /** What an interrupted run has measured. */
  earlier?: JournalContents;
}

/** From the checkout to the finished record: the part that a new run and a resumed one share. */
export async function conductRun(run: RunUnderWay): Promise<RunRecord> {
  const { request, runDirectory, record } = run;
  const signal = request.ports.signal ?? new AbortController().signal;
  const ports = { ...request.ports, signal };
  const { id, before, after } = record;
  const sides = sidesOf(record.plan);
  ports.onProgress?.({ kind: 'started', id, runDirectory, sides, before, after });

  record.profiles = [...(run.earlier?.profiles ?? [])];
  // A shard may have no tests. Its record says so; nothing has to be checked out or set up for it.
  const complete = request.tests.length === 0 || (await measureInWorktrees(run, ports));
  record.status = complete ? 'complete' : 'interrupted';
  record.finishedAt = (ports.clock ?? systemClock).now().toISOString();
  await writeRecord(runDirectory, record);
  return record;
}

type StoppablePorts = RunPorts & { signal: AbortSignal };

/** @returns false when the signal stopped it */
async function measureInWorktrees(run: RunUnderWay, ports: StoppablePorts): Promise<boolean> {
  const { request, repository, stateDirectory, runDirectory, record } = run;
  const services = await resolveServices(request.suite.services, repository.root);
  const { before, after, plan } = record;
  const commits = {
    ...(isAlone(plan) ? {} : { before: before.commit }),
    after: after.commit,
  };
  const worktrees = await addWorktrees(repository, stateDirectory, record.id, commits);
  const journalFile = join(runDirectory, runFiles.journal);
  const journal = await openJournal(journalFile, run.earlier?.bytes ?? 0);
  try {
    if (!(await setUpSides(run, worktrees, ports))) return false;
    const bench: Bench = {
      record,
      tests: request.tests,
      runDirectory,
      sides: sidesOf(plan),
      checkouts: worktrees,
      environmentOf: (test) => environmentOf(run, test),
      services,
      journal,
      looks: run.earlier?.looks ?? new Map(),
      measured: groupByTest(record.profiles),
      stopped: new Map(),
      estimate: createTimeEstimate(),
      ports,
    };
    const complete = await measurePairs(bench);
    record.problems.push(...bench.stopped.values());
    record.problems.push(...(await quoteFailures(record, runDirectory)));
    return complete;
  } finally {
    await journal.close();
    reportLeftovers(record, await worktrees.remove());
  }
}

/** @returns false when the signal stopped it */
async function setUpSides(
  run: RunUnderWay,
  worktrees: Worktrees,
  ports: StoppablePorts,
): Promise<boolean> {
  const { suite } = run.request;
  for (const side of sidesOf(run.record.plan)) {
    const logFile = join(run.runDirectory, 'logs', `setup-${side}.log`);
    const end = await setUpSide({
      side,
      label: run.record[side].label,
      directory: worktrees[side],
      commands: suite.setup,
      timeoutMs: suite.setupTimeoutMs,
      environment: environmentOf(run),
      logFile,
      signal: ports.signal,
      onCommand: (command) => ports.onProgress?.({ kind: 'setup', side, command, logFile }),
    });
    if (end === 'interrupted') return false;
  }
  return true;
}

function environmentOf({ request }: RunUnderWay, test?: SuiteTest): Record<string, string> {
  return buildEnvironment(request.environment, test?.environment ?? {}, request.home);
}

function groupByTest(profiles: readonly Profile[]): Map<string, Profile[]> {
  return Map.groupBy(profiles, ({ test }) => test);
}

function reportLeftovers(record: RunRecord, folders: readonly string[]): void {
  for (const folder of folders) {
    record.problems.push({
      code: 'worktrees-not-removed',
      message: `${folder} could not be removed; perigee tries again when it runs next`,
    });
  }
}
