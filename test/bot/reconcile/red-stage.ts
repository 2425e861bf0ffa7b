/** A pull request that two runners call slower, and what people with rights in its repository do then. */
import { expect } from 'vitest';
import type { WorkflowRun } from '../../../bot/src/github/github-side.ts';
import { writeSuite } from './measurements.ts';
import {
  commit,
  endRun,
  propose,
  pullRequest,
  recordOf,
  type Scenario,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

export const tests = ['upload', 'list', 'move', 'copy'];
const minuteMs = 60_000;

export interface Stage extends Scenario {
  head: string;
  run: WorkflowRun;
  begin(): WorkflowRun;
  /** What all shards of the newest attempt of a run measure; then the run ends. */
  measure(run: WorkflowRun, factor: number, options?: { shards?: readonly number[] }): void;
  /** As `measure`, under the names of another attempt, and into so many shards. */
  leave(run: WorkflowRun, factor: number, attempt: number, total?: number): void;
  again(run: WorkflowRun): void;
  check(): string | undefined;
  comment(): string;
}

/** Its first run is at work. */
export function open(): Stage {
  const scenario = startScenario({ suite: writeSuite({ tests }) });
  const { look, world } = scenario;
  world.branches.set('lax', commit(world, { name: 'lax', suite: { tests, worse: 900 } }));
  const main = world.branches.get('main')!;
  const head = propose(world, { name: 'a', parents: [main] });
  const begin = () => {
    world.nowMs += minuteMs;
    return startRun(world, 1, { startedAtMs: world.nowMs });
  };
  const leave: Stage['leave'] = (run, factor, attempt, total = 2) => {
    world.nowMs += minuteMs;
    const factors = Object.fromEntries(tests.map((name) => [name, factor]));
    for (let index = 0; index < total; index++) {
      upload(world, run, recordOf(world, run, { factors, shard: { index, total, attempt } }));
    }
  };
  const measure: Stage['measure'] = (run, factor, { shards = [0, 1] } = {}) => {
    world.nowMs += minuteMs;
    const factors = Object.fromEntries(tests.map((name) => [name, factor]));
    for (const index of shards) {
      const shard = { index, total: 2, attempt: run.attempt };
      upload(world, run, recordOf(world, run, { factors, shard }));
    }
    endRun(run);
  };
  const again = (run: WorkflowRun): void => {
    world.nowMs += minuteMs;
    Object.assign(run, {
      ...{ attempt: run.attempt + 1, status: 'in-progress', startedAtMs: world.nowMs },
    });
    delete run.conclusion;
  };
  return {
    ...{ ...scenario, look, head, run: begin(), begin, measure, leave, again },
    check: () => newestCheck(world, head)?.conclusion ?? newestCheck(world, head)?.status,
    comment: () => ownComments(world, 1)[0] ?? '',
  };
}

/** Two runners call the newest commit of a pull request slower. */
export async function startRed(): Promise<Stage> {
  const stage = open();
  const { look, measure, run } = stage;
  measure(run, 1.3);
  await look(pullRequest(1));
  measure(run, 1.3);
  await look(pullRequest(1));
  expect([run.attempt, stage.check()]).toEqual([2, 'failure']);
  return stage;
}

/** Then somebody measures it once more, and is lucky. */
export async function measureLucky({ begin, look, measure }: Stage): Promise<void> {
  measure(begin(), 1);
  await look(pullRequest(1));
}

export function deleteRun({ world }: Stage, { id }: WorkflowRun): void {
  world.runs = world.runs.filter((run) => run.id !== id);
  world.artifacts.delete(id);
}
