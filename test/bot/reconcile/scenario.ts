/** A repository with the bot in it, told in the words of a life of pull requests. */
import { linkSeries } from '../../../bot/src/pages/link-series.ts';
import { onTestFinished } from 'vitest';
import { type CommandLedger, openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import type { WorkflowRun } from '../../../bot/src/github/github-side.ts';
import type { LookPorts } from '../../../bot/src/ports.ts';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import type { Subject } from '../../../bot/src/subject.ts';
import type { BuildEvent, RunRecord } from '../../../src/contract/documents.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import { openMemorySource, packRecord, type UploadChanges } from './artifacts.ts';
import { openWorld } from './github.ts';
import { measure, type Measured, type SuiteText, writeSuite } from './measurements.ts';
import {
  addCommit,
  createWorld,
  forkId,
  listHistory,
  newestCheck,
  ownComments,
  repository,
  type World,
} from './world.ts';

export const workflow = '.github/workflows/perigee.yml';

export interface Scenario {
  world: World;
  ledger: CommandLedger;
  ports: LookPorts;
  /** What the log of builds was told. */
  told: BuildEvent[];
  /** Names of the artifacts that were fetched. */
  fetched: string[];
  look(subject: Subject): Promise<void>;
  close(): void;
}

export interface ScenarioOptions {
  /** Of the main branch; absent: it has no perigee.yml. */
  suite?: string;
}

/** To be called in a test or before each; what it opened is closed after the test. */
export function startScenario({ suite = writeSuite() }: ScenarioOptions = {}): Scenario {
  const world = createWorld();
  const files: Record<string, string> = suite === '' ? {} : { 'perigee.yml': suite };
  const start = addCommit(world, 'main-0', [], files);
  world.branches.set('main', addCommit(world, 'main-1', [start], files));
  const ledger = openLedger(':memory:');
  onTestFinished(() => ledger.close());
  const told: BuildEvent[] = [];
  const fetched: string[] = [];
  const ports: LookPorts = {
    github: openWorld(world),
    ledger,
    readers: readHere,
    openArtifacts: ({ runId }) =>
      openMemorySource(world.artifacts.get(Number(runId)) ?? [], (name) => fetched.push(name)),
    builds: {
      log: {
        name: 'memory',
        append: async (event) => {
          told.push(event);
        },
      },
    },
    store: {
      readLast: async () => [],
      readBuild: async () => undefined,
      listSpans: async () => [],
    },
    logger: { log: () => undefined },
    nowMs: () => world.nowMs,
    hearsOfBuilds: false,
    pageUrl: ({ runId }) => `https://perigee.example.org/reports/key/${runId}`,
    seriesUrl: linkSeries('https://perigee.example.org'),
  };
  const { reconcile } = createReconciler(ports);
  return {
    ...{ world, ledger, ports, told, fetched },
    look: (subject) => reconcile(subject, new AbortController().signal),
    close: () => ledger.close(),
  };
}

export function pullRequest(number: number): Subject {
  return { kind: 'pull-request', repository, number };
}

export interface Push {
  name: string;
  parents?: readonly string[];
  suite?: SuiteText | string;
  files?: Readonly<Record<string, string>>;
}

/** Makes a commit on top of main, or of what is named. */
export function commit(world: World, { files = {}, name, parents, suite }: Push): string {
  const below = parents ?? [world.branches.get('main')!];
  const old = world.commits.get(below[0]!)!.files;
  const text = typeof suite === 'string' ? suite : suite && writeSuite(suite);
  return addCommit(world, name, below, {
    ...old,
    [`src/${name}.ts`]: name,
    ...files,
    ...(text === undefined ? {} : { 'perigee.yml': text }),
  });
}

export function openPull(
  world: World,
  number: number,
  head: string,
  { fork = false, baseBranch = 'main' }: { fork?: boolean; baseBranch?: string } = {},
): void {
  world.pulls.set(number, {
    ...{ number, isOpen: true, isMerged: false, head, fork, baseBranch },
    headRepositoryId: fork ? forkId : repository.id,
    headBranch: `change-${number}`,
    base: world.branches.get(baseBranch)!,
    author: 'somebody',
    updatedAtMs: world.nowMs,
    url: `https://github.com/acme/sync/pull/${number}`,
  });
}

/** A commit on top of main, and a pull request of it. @returns the commit */
export function propose(
  world: World,
  { number = 1, ...push }: Push & { number?: number },
  options?: Parameters<typeof openPull>[3],
): string {
  const head = commit(world, push);
  openPull(world, number, head, options);
  return head;
}

/** A run of the workflow for the head of a pull request. */
export function startRun(
  world: World,
  number: number,
  changes: Partial<WorkflowRun> = {},
): WorkflowRun {
  const pull = world.pulls.get(number)!;
  return addRun(world, {
    ...{ event: 'pull_request', head: pull.head, headBranch: pull.headBranch },
    ...(pull.headRepositoryId === undefined ? {} : { headRepositoryId: pull.headRepositoryId }),
    ...changes,
  });
}

export function addRun(
  world: World,
  changes: Pick<WorkflowRun, 'event' | 'head'> & Partial<WorkflowRun>,
): WorkflowRun {
  world.lastRunId += 10;
  const id = world.lastRunId;
  const run: WorkflowRun = {
    ...{ id, attempt: 1, path: workflow, status: 'in-progress', createdAtMs: world.nowMs },
    url: `https://github.com/acme/sync/actions/runs/${id}`,
    ...changes,
  };
  world.runs.push(run);
  world.jobs.set(id, []);
  return run;
}

export function endRun(run: WorkflowRun, conclusion = 'success'): void {
  run.status = 'completed';
  run.conclusion = conclusion;
}

/** What the one job of a run, or of a new one of pull request 1, measured is uploaded, and the run ends. */
export function measureRun(
  world: World,
  changes: Parameters<typeof recordOf>[2] = {},
  run: WorkflowRun = startRun(world, 1),
): WorkflowRun {
  upload(world, run, recordOf(world, run, changes));
  endRun(run);
  return run;
}

/** What a job of the run measured, from its head against where that left main. */
export function recordOf(
  world: World,
  run: WorkflowRun,
  changes: Partial<Measured> & { baseBranch?: string } = {},
): RunRecord {
  const suiteText = world.commits.get(run.head)!.files['perigee.yml']!;
  const tip = world.branches.get(changes.baseBranch ?? 'main')!;
  const onBase = listHistory(world, tip);
  const before = [...walkBack(world, run.head)].find((id) => onBase.has(id))!;
  const shard = { index: 0, total: 1, attempt: run.attempt };
  return measure({ suiteText, before, after: run.head, shard, ...changes });
}

export function upload(
  world: World,
  run: WorkflowRun,
  record: RunRecord,
  changes?: UploadChanges,
): void {
  const build = { repository: 'acme/sync', runId: String(run.id) };
  const there = world.artifacts.get(run.id) ?? [];
  const { files, stored } = packRecord(record, build, changes);
  const created = { ...stored, createdAtMs: world.nowMs };
  world.artifacts.set(run.id, [...there, { files, stored: created }]);
}

function* walkBack(world: World, head: string): Generator<string> {
  let row = [head];
  while (row.length > 0) {
    yield* row;
    row = row.flatMap((id) => world.commits.get(id)?.parents ?? []);
  }
}

export interface Judged {
  /** The perigee.yml of main. */
  base?: string;
  /** Of the change, and of main since. */
  head?: string;
  tip?: string;
  files?: Readonly<Record<string, string>>;
  factor?: number;
  /** In place of what a job would have left. */
  forge?(record: RunRecord): RunRecord;
}

/** A pull request whose one run has ended, looked at once. */
export async function judgeChange(given: Judged) {
  const { base = writeSuite(), factor = 1, files = {}, forge = (record) => record } = given;
  const { head: suite, tip } = given;
  const scenario = startScenario({ suite: base });
  const { look, world } = scenario;
  const head = propose(world, { name: 'a', files, ...(suite === undefined ? {} : { suite }) });
  if (tip !== undefined) world.branches.set('main', commit(world, { name: 'main-2', suite: tip }));
  const run = startRun(world, 1);
  try {
    upload(world, run, forge(recordOf(world, run, { factors: { upload: factor } })));
  } catch {
    // Its perigee.yml cannot be run, so its jobs have failed.
  }
  endRun(run);
  await look(pullRequest(1));
  const [comment = ''] = ownComments(world, 1);
  return { ...scenario, head, check: newestCheck(world, head), comment };
}
