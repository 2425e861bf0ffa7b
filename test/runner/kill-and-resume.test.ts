import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countTrials } from '../nightly.ts';
import { sidesOf } from '../../src/contract/sides.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import type { SuiteTest } from '../../src/contract/suite.ts';
import type { TestRound } from '../../src/runner/schedule/plan-round.ts';
import { listSteps } from '../../src/runner/schedule/list-steps.ts';
import { describeKillSuite } from './stage/kill-suite.ts';
import { cleanEnvironment, makeRepository } from './stage/make-repository.ts';

const seed = 4711;
const mostKills = countTrials({ byDay: 4, byNight: 7 });
const script = join(import.meta.dirname, 'stage/run-in-child.ts');

/** @returns whether it came to its end before it was killed */
function run(mode: 'run' | 'resume', root: string, killAfterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [script, mode, root], {
    env: cleanEnvironment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (code === 0 || signal === 'SIGKILL') resolve(code === 0);
      else reject(new Error(`the run failed with exit code ${code}`));
    });
  });
}

test(`a run killed at random moments (seed ${seed}) ends with what it would have measured`, async () => {
  const repository = makeRepository();
  const { root } = repository;
  repository.write('perigee.yml', 'version: 1\n');
  let state = seed;
  const draw = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  let kills = 0;
  for (let done = false; !done; kills += done ? 0 : 1) {
    const folder = join(root, '.perigee/runs/the-run');
    const mode = existsSync(join(folder, 'run.json')) ? 'resume' : 'run';
    // Killed before anything was written down: the next run has another id, which these all share here.
    if (mode === 'run') rmSync(folder, { recursive: true, force: true });
    const patience = kills < mostKills ? 350 + 700 * draw() : 500_000;
    done = await run(mode, root, patience);
  }
  const text = readFileSync(join(root, '.perigee/runs/the-run/run-record.json'), 'utf8');
  const record = parseDocument('run-record', text, 'record');
  const { tests } = describeKillSuite(root);
  const undecided = tests.filter(({ name }) => name === 'b');
  const planned = [
    ...listSteps(7, roundOf(tests, 0, 6), sidesOf({})),
    ...listSteps(7, roundOf(undecided, 6, 11), sidesOf({})),
    ...listSteps(7, roundOf(undecided, 11, 12), sidesOf({})),
  ];
  expect(kills).toBeGreaterThan(0);
  expect(
    record.profiles.map(({ test, side, repeat, order }) => [test, side, repeat, order]),
  ).toEqual(planned.map(({ test, side, pair, order }) => [test.name, side, pair, order]));
  expect(record.status).toBe('complete');
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
});

function roundOf(tests: readonly SuiteTest[], from: number, to: number): TestRound[] {
  return tests.map((test) => ({ test, from, to }));
}
