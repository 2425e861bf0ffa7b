import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildOf, countBuilds } from '../contract/builds.ts';
import type { Profile } from '../contract/documents.ts';
import type { SuiteTest } from '../contract/suite.ts';
import { checkoutOf, type Bench } from './bench.ts';
import { explainExecutions } from './explain-executions.ts';
import { executeTest, leadsOut, listHidden } from './execute-test.ts';
import { type Step, listSteps } from './schedule/list-steps.ts';
import { type TestRound, planRound } from './schedule/plan-round.ts';
import { listAffected } from './inputs/find-unaffected.ts';
import { findStop } from './schedule/find-stop.ts';
import { type Progress, createProgress } from './progress.ts';
import { stopTest } from './stop-test.ts';
import { listWarmUps, warmUp } from './warm-up.ts';

/**
 * Measures until every test is decided or has all its pairs. Pairs are the outer loop: a disturbance of
 * some minutes costs each test one pair rather than one test all of its pairs.
 * @returns false when the signal stopped it
 */
export async function measurePairs(bench: Bench): Promise<boolean> {
  const { plan } = bench.record;
  const progress = createProgress(bench);
  const planned = new Map<string, number>();
  let warm = false;
  for (let number = 0; ; number += 1) {
    const tests = number === 0 ? listAffected(bench) : await chooseTests(bench, number, planned);
    const round = planRound(tests, planned, plan);
    if (round.length === 0) break;
    const steps = listMissing(bench, round);
    if (!warm && steps.length > 0) {
      warm = true;
      const needed = tests.filter((test) => steps.some((step) => step.test === test));
      progress.expect(listWarmUps(bench, needed), steps);
      await measureStarts(bench);
      await warmUp(bench, needed, progress.startWarmUp);
    }
    progress.expect([], steps);
    if (!(await measureSteps(bench, steps, progress))) return false;
    for (const { test, to } of round) planned.set(test.name, to);
  }
  bench.record.problems.push(...explainExecutions(bench));
  return !bench.ports.signal.aborted;
}

/** Those that a look at the verdict finds undecided and that may have more pairs. */
async function chooseTests(
  bench: Bench,
  number: number,
  planned: ReadonlyMap<string, number>,
): Promise<readonly SuiteTest[]> {
  const pairsOf = ({ name }: SuiteTest): number => planned.get(name) ?? 0;
  const able = listAffected(bench).filter((test) => pairsOf(test) < bench.record.plan.maxRepeats);
  if (able.length === 0) return [];
  let undecided = bench.looks.get(number);
  if (undecided === undefined) {
    const wanted = new Set(bench.ports.listUndecidedTests({ ...bench.record, status: 'complete' }));
    undecided = able.map(({ name }) => name).filter((name) => wanted.has(name));
    await bench.journal.append({ look: { number, undecided: [...undecided] } });
  }
  bench.ports.onProgress?.({ kind: 'look', number, undecided });
  const names = new Set(undecided);
  return able.filter((test) => names.has(test.name) && !isStopped(bench, test, pairsOf(test)));
}

/** The steps of a round that a resumed run does not find in its journal. */
function listMissing(bench: Bench, round: readonly TestRound[]): Step[] {
  return listSteps(bench.record.plan.seed, round, bench.sides).filter(
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
  if (bench.stopped.has(test.name)) return true;
  const problem = findStop(profilesOf(bench, test.name), pair, bench.sides);
  if (problem !== undefined) stopTest(bench, problem);
  return problem !== undefined;
}

async function measureStep(bench: Bench, { test, side, pair, order }: Step): Promise<Profile> {
  const { plan } = bench.record;
  const build = buildOf(plan, pair);
  const first = profilesOf(bench, test.name).find(({ repeat }) => repeat === pair);
  const canaries = await bench.canaries?.read(first, bench.sides.length);
  const execution = await executeTest(bench, test, { side, build }, pair);
  const identity: Pick<Profile, 'test' | 'side' | 'repeat' | 'build' | 'order'> = {
    test: test.name,
    side,
    repeat: pair,
    ...(countBuilds(plan) > 1 ? { build } : {}),
    order,
  };
  bench.canaries?.note(execution.durationNs);
  return { schema: 'perigee/profile', version: 1, ...identity, ...execution, ...canaries };
}

function profilesOf(bench: Bench, test: string): Profile[] {
  const known = bench.measured.get(test);
  if (known !== undefined) return known;
  const fresh: Profile[] = [];
  bench.measured.set(test, fresh);
  return fresh;
}

/** Notes in the record how long the programs of the tests take to start, so that a report can say what that hides. */
async function measureStarts(bench: Bench): Promise<void> {
  const { measureStart, signal } = bench.ports;
  if (measureStart === undefined) return;
  const logs = join(bench.runDirectory, 'logs');
  await mkdir(logs, { recursive: true });
  const checkout = checkoutOf(bench, { side: 'after', build: 0 });
  for (const planned of bench.record.tests) {
    const test = bench.tests.find(({ name }) => name === planned.name);
    if (test === undefined || signal.aborted) continue;
    const directory = join(checkout, test.directory);
    if (leadsOut(checkout, directory)) continue;
    const measure = (): Promise<number | undefined> =>
      measureStart({
        command: test.command,
        directory,
        ...(bench.views === undefined ? {} : { inside: bench.views.measured(checkout, directory) }),
        environment: bench.environmentOf(test, 0),
        logFile: join(logs, 'starts.log'),
        hidden: listHidden(bench, checkout),
        signal,
      });
    // It may load code of the change: a plugin, or a configuration that lies beside it.
    const startNs = await (bench.sideWatch?.watch('after', measure) ?? measure());
    if (startNs !== undefined) planned.startNs = startNs;
  }
}
