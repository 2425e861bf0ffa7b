import type { Profile, Side } from '../contract/documents.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { Bench } from './bench.ts';
import { executeTest } from './execute-test.ts';
import { listSteps, type Step } from './schedule/list-steps.ts';
import { planLooks, type Look } from './schedule/plan-looks.ts';
import { findStop } from './schedule/find-stop.ts';
import { createProgress, type Progress } from './progress.ts';
import { warmUp } from './warm-up.ts';

/**
 * Measures until every test is decided or has all its pairs. Pairs are the outer loop: a disturbance of
 * some minutes costs each test one pair rather than one test all of its pairs.
 * @returns false when the signal stopped it
 */
export async function measurePairs(bench: Bench): Promise<boolean> {
  const { repeats, maxRepeats } = bench.record.plan;
  const progress = createProgress(bench);
  let warm = false;
  for (const look of planLooks(repeats, maxRepeats)) {
    const tests = await chooseTests(bench, look);
    if (tests.length === 0) break;
    const steps = listMissing(bench, tests, look);
    if (!warm && steps.length > 0) {
      warm = true;
      const needed = tests.filter((test) => steps.some((step) => step.test === test));
      progress.expect(needed, steps);
      await warmUp(bench, needed, progress.startWarmUp);
    }
    progress.expect([], steps);
    if (!(await measureSteps(bench, steps, progress))) return false;
  }
  return !bench.ports.signal.aborted;
}

/** All tests for the first look, then those that the last one left undecided. */
async function chooseTests(bench: Bench, look: Look): Promise<readonly SuiteTest[]> {
  if (look.from === 0) return bench.tests;
  let undecided = bench.looks.get(look.from);
  if (undecided === undefined) {
    const wanted = new Set(bench.ports.listUndecidedTests({ ...bench.record, status: 'complete' }));
    undecided = bench.tests.map(({ name }) => name).filter((name) => wanted.has(name));
    await bench.journal.append({ look: { pairs: look.from, undecided: [...undecided] } });
  }
  bench.ports.onProgress?.({ kind: 'look', pairs: look.from, undecided });
  const names = new Set(undecided);
  return bench.tests.filter((test) => names.has(test.name) && !isStopped(bench, test, look.from));
}

/** The steps of a look that a resumed run does not find in its journal. */
function listMissing(bench: Bench, tests: readonly SuiteTest[], look: Look): Step[] {
  return listSteps(bench.record.plan.seed, tests, look).filter(
    ({ test, side, pair }) =>
      !profilesOf(bench, test.name).some(
        (profile) => profile.side === side && profile.repeat === pair,
      ),
  );
}

async function measureSteps(
  bench: Bench,
  steps: readonly Step[],
  progress: Progress,
): Promise<boolean> {
  for (const step of steps) {
    if (bench.ports.signal.aborted) return false;
    if (isStopped(bench, step.test, step.pair)) {
      progress.skip(step);
      continue;
    }
    progress.start(step);
    const profile = await measureStep(bench, step);
    bench.record.profiles.push(profile);
    if (profile.outcome.status === 'interrupted') return false;
    profilesOf(bench, step.test.name).push(profile);
    await bench.journal.append({ profile });
    progress.finish(step, profile);
  }
  return true;
}

function isStopped(bench: Bench, test: SuiteTest, pair: number): boolean {
  const problem = findStop(profilesOf(bench, test.name), pair);
  if (problem !== undefined) bench.stopped.set(test.name, problem);
  return problem !== undefined;
}

async function measureStep(bench: Bench, { test, side, pair, order }: Step): Promise<Profile> {
  const execution = await executeTest(bench, test, side, pair);
  const identity: { test: string; side: Side; repeat: number; order: 0 | 1 } = {
    test: test.name,
    side,
    repeat: pair,
    order,
  };
  return { schema: 'perigee/profile', version: 1, ...identity, ...execution };
}

function profilesOf(bench: Bench, test: string): Profile[] {
  const known = bench.measured.get(test);
  if (known !== undefined) return known;
  const fresh: Profile[] = [];
  bench.measured.set(test, fresh);
  return fresh;
}
