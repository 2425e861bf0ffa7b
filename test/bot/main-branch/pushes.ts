/** A default branch that is pushed to, each push measured. */
import type { Subject } from '../../../bot/src/subject.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import { addRun, commit, endRun, recordOf, type Scenario, upload } from '../reconcile/scenario.ts';
import { repository } from '../reconcile/world.ts';

/** The series of the one test, as an accept names it. */
export const accepting = {
  ...{ test: 'upload', span: 'work', metric: 'latency' },
  key: seriesKey({
    ...{ test: 'upload', span: 'work', annotations: {}, platform: 'linux-x64' },
    metric: 'latency',
  }),
};

export function pushOf(pushed: string): Subject {
  return { kind: 'push', repository, commit: pushed };
}

export interface PushOptions {
  /** How long the test takes, against before the push. */
  factor?: number;
  /** Of the second run, where it says something else. */
  again?: number;
  commits?: readonly string[];
}

/** Pushes to main. Its run ends at once, and is run again as often as somebody asks. */
export function pushToMain(
  { world }: Scenario,
  name: string,
  { again, commits = [], factor = 1 }: PushOptions = {},
): string {
  const before = world.branches.get('main')!;
  let tip = before;
  for (const each of [...commits, name]) tip = commit(world, { name: each, parents: [tip] });
  world.branches.set('main', tip);
  const run = addRun(world, {
    ...{ event: 'push', head: tip, headBranch: 'main', headRepositoryId: repository.id },
  });
  const measure = (factorNow: number) => {
    const factors = { upload: factorNow };
    upload(world, run, recordOf(world, run, { before, factors }));
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
