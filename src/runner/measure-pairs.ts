import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildOf, countBuilds } from '../contract/builds.ts';
import type { Problem, Profile } from '../contract/documents.ts';
import { isMeasured, type SuiteTest } from '../contract/suite.ts';
import { checkoutOf, type Bench } from './bench.ts';
import { explainExecutions } from './explain-executions.ts';
import { executeTest, leadsOut, listHidden } from './execute-test.ts';
import { type Step, listSteps } from './schedule/list-steps.ts';
import {
  countPairsAtMost,
  type Look,
  planRound,
  type TestRound,
  timesAtMost,
} from './schedule/plan-round.ts';
import { openTimeBudget, type TimeBudget } from './schedule/time-budget.ts';
import { listAffected } from './inputs/find-unaffected.ts';
import { findStop } from './schedule/find-stop.ts';
import { type Progress, createProgress } from './progress.ts';
import { systemClock } from './run-request.ts';
import { stopTest } from './stop-test.ts';
import { listWarmUps, warmUp } from './warm-up.ts';

/**
 * Measures the first pairs of every test, and more until the time is used up, or every test is decided or has all its
 * pairs. Pairs are the outer loop: a disturbance of some minutes costs each test one pair rather than one test all of
 * its pairs.
 * @returns false when the signal stopped it
 */
export async function measurePairs(bench: Bench): Promise<boolean> {
  const { plan } = bench.record;
  const time = openTimeBudget(plan, bench.record.profiles, bench.ports.clock ?? systemClock);
  const progress = createProgress(bench, time);
  const planned = new Map<string, number>();
  let found: Look = { hinted: [], open: [] };
  const warm = new Set<SuiteTest>();
  for (let number = 0; ; number += 1) {
    const listAble = (known?: Look): SuiteTest[] => listUncut(bench, planned, time, known);
    if (number > 0) found = await look(bench, number, listAble, time);
    if (found.isEnough === 'first-regression') bench.record.problems.push(describeEnough());
    if (found.isEnough !== undefined) break;
    const tests = listAble(found);
    const round = planRound(tests, planned, found, plan);
    if (round.length === 0) break;
    const steps = listMissing(bench, round);
    // Of a resumed run, a round may be the first that measures one of the tests.
    const cold = tests.filter(
      (test) => !warm.has(test) && steps.some((step) => step.test === test),
    );
    if (cold.length > 0) {
      progress.expect(listWarmUps(bench, cold), steps);
      if (warm.size === 0) {
        await bench.ports.awaitQuiet?.();
        await measureStarts(bench);
      }
      await warmUp(bench, cold, progress.startWarmUp);
      for (const test of cold) warm.add(test);
    }
    progress.expect([], steps, found);
    const cut = await measureSteps(bench, steps, progress, time, found);
    if (cut === 'stopped') return false;
    for (const { test, to } of round) planned.set(test.name, cut.get(test.name) ?? to);
  }
  bench.record.problems.push(...progress.end(found), ...explainExecutions(bench));
  return !bench.ports.signal.aborted;
}

/**
 * The tests that may have more pairs.
 * @param found where it is not known yet, anything may point to a regression in each of them
 */
function listUncut(
  bench: Bench,
  planned: ReadonlyMap<string, number>,
  time: TimeBudget,
  found?: Look,
): SuiteTest[] {
  const { plan } = bench.record;
  return listAffected(bench).filter((test) => {
    if (!isMeasured(test, 'times')) return false;
    const { name } = test;
    const pairs = planned.get(name) ?? 0;
    const most = countPairsAtMost(name, found ?? { hinted: [name], suspected: [name] }, plan, time);
    // A resumed run follows its journal, although the time of then may be used up by now.
    const isMeasuredBefore = profilesOf(bench, name).some(({ repeat }) => repeat >= pairs);
    return (pairs < most || isMeasuredBefore) && !isStopped(bench, test, pairs);
  });
}

/** Looks at the verdict, unless an interrupted run did. */
async function look(
  bench: Bench,
  number: number,
  listAble: (found?: Look) => readonly SuiteTest[],
  time: TimeBudget,
): Promise<Look> {
  const able = listAble();
  if (able.length === 0) return { hinted: [], open: [] };
  let found = bench.looks.get(number);
  // A test that may get no more pairs can still look worse.
  let isHinted = (found?.hinted.length ?? 0) > 0;
  if (found === undefined) {
    const { hinted, open, ...more } = bench.ports.lookAt({ ...bench.record, status: 'complete' });
    isHinted = hinted.length > 0;
    const names = able.map(({ name }) => name);
    const wanted = new Set(open);
    found = {
      hinted: hinted.filter((name) => names.includes(name)),
      open: names.filter((name) => wanted.has(name)),
      ...more,
    };
    const { hinted: first, isEnough, open: undecided, suspected } = found;
    await bench.journal.append({ look: { number, undecided, hinted: first, suspected, isEnough } });
  }
  if (found.isEnough !== undefined) return found;
  const { open, suspected = [] } = found;
  const further = listAble(found).map(({ name }) => name);
  const hinted = found.hinted.filter((name) => further.includes(name));
  const isTimed = bench.record.plan.timeNs !== undefined;
  const undecided = isTimed ? [] : [...new Set([...open, ...hinted])];
  const goesOn = isTimed && time.leftMs() > 0 && !isHinted;
  const isOver = isTimed && time.leftMs() === 0;
  const isBeyond = isOver && time.leftMs(timesAtMost) > 0;
  const tests = isBeyond ? suspected.filter((name) => further.includes(name)) : [];
  const first = hinted.length > 0 ? hinted : tests;
  bench.ports.onProgress?.({
    ...{ kind: 'look', number, undecided, hinted: isTimed ? first : [] },
    ...(goesOn ? { goesOn } : {}),
    ...(isOver ? { isOver } : {}),
  });
  return found;
}

function describeEnough(): Problem {
  const message =
    '--fail-fast ended the run at its first regression: what else is slower may need more pairs to show';
  return { code: 'ended-at-regression', message };
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

/**
 * Between two pairs it ends for the tests that may have no more, so that no test is more than one pair behind.
 * @returns for tests whose pairs were cut, how many they have; `stopped` by the signal
 */
async function measureSteps(
  bench: Bench,
  steps: readonly Step[],
  progress: Progress,
  time: TimeBudget,
  found: Look,
): Promise<ReadonlyMap<string, number> | 'stopped'> {
  const { plan } = bench.record;
  const cut = new Map<string, number>();
  for (const step of steps) {
    if (bench.ports.signal.aborted) return 'stopped';
    const { name } = step.test;
    // A pair that was begun is finished, and every build of a side has as many.
    const isBetween = step.order === 0 && buildOf(plan, step.pair) === 0;
    const isUncut = step.pair < countPairsAtMost(name, found, plan, time);
    if (isBetween && !isUncut && !cut.has(name)) cut.set(name, step.pair);
    if (cut.has(name) || isStopped(bench, step.test, step.pair)) {
      progress.skip(step);
      continue;
    }
    time.start();
    progress.start(step);
    const profile = await measureStep(bench, step);
    bench.record.profiles.push(profile);
    if (profile.outcome.status === 'interrupted') return 'stopped';
    profilesOf(bench, name).push(profile);
    await bench.journal.append({ profile });
    progress.finish(step, profile);
  }
  return cut;
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
