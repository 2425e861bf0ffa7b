/** A default branch that is pushed to, each push measured. */
import type { Subject } from '../../../bot/src/subject.ts';
import type { ObservationRecord } from '../../../src/contract/documents.ts';
import { observerVersion } from '../../../src/contract/observation.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import { addRun, commit, endRun, recordOf, type Scenario, upload } from '../reconcile/scenario.ts';
import { repository, type World } from '../reconcile/world.ts';

/** The series of the one test, as an accept names it. */
export const accepting = {
  ...{ test: 'upload', span: 'whole test', metric: 'latency' },
  key: seriesKey({
    ...{ test: 'upload', span: 'whole test', annotations: {}, platform: 'linux-x64' },
    metric: 'latency',
  }),
};

export function pushOf(pushed: string): Subject {
  return { kind: 'push', repository, commit: pushed };
}

/** What a run saw of the one test. */
export const observe = (
  of: string,
  reads: readonly string[] = ['src/upload.ts'],
): ObservationRecord => ({
  ...{ schema: 'perigee/observation', version: 1, commit: of, by: ['strace'] },
  ...{ observedAt: '2026-11-21T06:00:00Z', observer: observerVersion },
  tests: [
    { name: 'upload', reads: { paths: [...reads], listed: [], seesQuestions: true, doubts: [] } },
  ],
  entries: reads.map((path) => ({ path, kind: 'file' as const })),
});

export interface PushOptions {
  /** How long the test takes, against before the push. */
  factor?: number;
  /** Of the second run, where it says something else. */
  again?: number;
  commits?: readonly string[];
  files?: Readonly<Record<string, string>>;
  /** Paths that its run saw the test read, of the commit before. */
  reads?: readonly string[];
}

/** Main is at this commit now, and the run of the push begins. */
export function startPush(world: World, tip: string) {
  world.branches.set('main', tip);
  return addRun(world, {
    ...{ event: 'push', head: tip, headBranch: 'main', headRepositoryId: repository.id },
  });
}

/** Pushes to main. Its run ends at once, and is run again as often as somebody asks. */
export function pushToMain(
  { world }: Scenario,
  name: string,
  { again, commits = [], factor = 1, files = {}, reads }: PushOptions = {},
): string {
  const before = world.branches.get('main')!;
  let tip = before;
  for (const each of [...commits, name]) tip = commit(world, { name: each, parents: [tip], files });
  const run = startPush(world, tip);
  const measure = (factorNow: number) => {
    const factors = { upload: factorNow };
    const observed = reads === undefined ? {} : { observation: observe(before, reads) };
    upload(world, run, recordOf(world, run, { before, factors }), observed);
    endRun(run);
  };
  measure(factor);
  const others = world.onRerun;
  world.onRerun = (started, jobId) => {
    if (started.id === run.id) world.pending.push(() => measure(again ?? factor));
    else others(started, jobId);
  };
  return tip;
}

/** Until nothing is measured any more. */
export async function lookUntilDone(scenario: Scenario, pushed: string): Promise<void> {
  const { world } = scenario;
  await scenario.look(pushOf(pushed));
  while (world.pending.length > 0) {
    world.pending.shift()?.();
    await scenario.look(pushOf(pushed));
  }
}
