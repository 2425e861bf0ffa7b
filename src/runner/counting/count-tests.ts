import type { Counting, Problem, Side } from '../../contract/documents.ts';
import { isMeasured, type SuiteTest } from '../../contract/suite.ts';
import type { Bench } from '../bench.ts';
import { executeApart } from '../execute-apart.ts';
import { listAffected } from '../inputs/find-unaffected.ts';
import { findBlocks } from '../explaining/count-blocks-and-calls.ts';
import { nameLog } from '../journal/log-path.ts';
import { formatFailedOutcome } from '../quote-output.ts';
import type { Repository } from '../revisions/repository.ts';
import {
  choosePair,
  compareFunctions,
  type Run,
  spreadOf,
  steadyShare,
  totalOf,
} from './compare-functions.ts';
import { hasMoved, keepFewer } from './other-layout.ts';
import { chooseWay, warn, type Way } from './choose-way.ts';
import { fixIterations, fixVariables, noteReplaced, tellLittle } from './fix-iterations.ts';

/** Runs of each side, and as many again where the first ones differ. */
const runsAtFirst = 2;
/** What is built in allows more: a smaller change is compared in one layout of memory, and its loops are not counted. */
const leastGrowth = 0.004;
const nothingCounts =
  'nothing here counts them: install valgrind on Linux, e.g. apt-get install valgrind, and koffi on macOS (perigee doctor says which)';
const wereRemoved =
  'they were gone when it had ended: let it remove only files of its own from the folder for temporary files (TMPDIR), where valgrind writes them';
const hadChildren =
  'it starts other processes, or this machine counts none; macOS says what a process executed without its children';

/**
 * Counts the instructions of the tests that ask for it, both sides at the same time: no clock is involved.
 * @returns false when the signal stopped it
 */
export async function countTests(bench: Bench, repository: Repository): Promise<boolean> {
  const tests = listAffected(bench).filter((test) => isMeasured(test, 'instructions'));
  if (tests.length === 0) return true;
  const { counter, onProgress, signal } = bench.ports;
  const { problems } = bench.record;
  if (counter === undefined) {
    problems.push(refuse(nothingCounts));
    return true;
  }
  const { tool, variables } = counter;
  const settings = [...counter.settings];
  const counting: Counting = { tool, settings, profiles: [], functions: [] };
  bench.record.counting = counting;
  for (const [done, test] of tests.entries()) {
    if (signal.aborted) return false;
    onProgress?.({ kind: 'count', test: test.name, done, total: tests.length });
    const inherited = bench.environmentOf({ ...test, environment: {} }, 0);
    const fixed = fixIterations(test, inherited);
    if ('why' in fixed) {
      problems.push(refuse(fixed.why, test.name));
      continue;
    }
    const { replaced, steady } = fixVariables(fixed, variables, inherited);
    const way = await chooseWay(bench, test, steady);
    if (bench.ports.signal.aborted) return false;
    const little = tellLittle(test);
    if ('why' in way) {
      problems.push(refuse(way.why, test.name));
      continue;
    }
    if (little !== undefined) problems.push(warn(little, test.name));
    noteReplaced(settings, replaced, test.name);
    await countTest(bench, { test: steady, ...way }, { counting, repository });
  }
  return !signal.aborted;
}

function refuse(why: string, test?: string): Problem {
  const message = `its instructions were not counted: ${why}`.slice(0, 2000);
  if (test === undefined) return { code: 'not-counted', message: message.replace(/^its i/, 'I') };
  return { code: 'not-counted', message, test };
}

/** A test as it is counted. */
interface Counted extends Way {
  test: SuiteTest;
}

async function countTest(
  bench: Bench,
  { test, way, whyNotWhole }: Counted,
  kept: { counting: Counting; repository: Repository },
): Promise<void> {
  const runs = await countRuns(bench, { test, way }, 0);
  if (runs === undefined) return;
  // Spans that start processes have no counts of their own.
  const startsOthers = (): boolean =>
    way === 'spans' && runs.some(({ profile }) => profile.spans.length === 0);
  if (!startsOthers() && bench.sides.some((side) => spreadOf(runs, side) > steadyShare)) {
    runs.push(...((await countRuns(bench, { test, way }, runsAtFirst)) ?? []));
  }
  if (startsOthers()) {
    if (whyNotWhole === undefined) return countTest(bench, { test, way: 'whole' }, kept);
    return void bench.record.problems.push(refuse(whyNotWhole, test.name));
  }
  if (runs.some((run) => totalOf(run) === 0)) {
    const why = bench.ports.counter?.isNative === true ? hadChildren : wereRemoved;
    return void bench.record.problems.push(refuse(why, test.name));
  }
  const sure = await confirm(bench, { test, way }, runs);
  if (sure === undefined) return;
  kept.counting.profiles.push(...sure.map(({ profile }) => profile));
  const [from, to] = choosePair(sure, bench.sides);
  if (from === undefined || to === undefined) return;
  const between = from.profile.side === to.profile.side ? 'runs' : 'sides';
  const isMore = between === 'sides' && totalOf(to) > totalOf(from) * (1 + leastGrowth);
  const blocks = isMore ? await findBlocks(bench, test, kept.repository) : [];
  (kept.counting.functions ??= []).push({
    ...{ test: test.name, between, functions: compareFunctions(from.counted, to.counted) },
    ...(blocks.length === 0 ? {} : { blocks }),
  });
}

/**
 * Counts as often again where the sides differ, with memory laid out otherwise.
 * @returns the runs as they are where that cannot be done, which the record says; undefined when the signal stopped it
 */
async function confirm(
  bench: Bench,
  counted: Counted,
  runs: readonly Run[],
): Promise<readonly Run[] | undefined> {
  const { otherLayout } = bench.ports.counter ?? {};
  if (otherLayout === undefined || !hasMoved(runs, leastGrowth)) return runs;
  const environment = { ...counted.test.environment, ...otherLayout };
  const test = { ...counted.test, environment };
  const tell = (why: string): Problem =>
    warn(`its sides are compared in one layout of memory only: in another ${why}`, test.name);
  const ofSide = runs.length / bench.sides.length;
  const others: Run[] = [];
  while (others.length < runs.length) {
    const first = ofSide + others.length / bench.sides.length;
    const more = await countRuns(bench, { ...counted, test }, first, tell);
    if (bench.ports.signal.aborted) return undefined;
    if (more === undefined) return runs;
    others.push(...more);
  }
  if (others.every((run) => totalOf(run) > 0)) return keepFewer(runs, others);
  bench.record.problems.push(tell('its counts were lost'));
  return runs;
}

/** @returns undefined where one did not pass, or the run was interrupted */
async function countRuns(
  bench: Bench,
  counted: Counted,
  first: number,
  tell = (why: string): Problem => refuse(why, counted.test.name),
): Promise<Run[] | undefined> {
  const countSide = async (side: Side): Promise<Run[]> => {
    const runs: Run[] = [];
    for (let repeat = first; repeat < first + runsAtFirst; repeat += 1) {
      runs.push(await countOnce(bench, counted, side, repeat));
      if (!hasPassed(runs.at(-1))) break;
    }
    return runs;
  };
  // Services of both sides would want the same ports.
  const sides = bench.services.areStarted ? [] : await Promise.all(bench.sides.map(countSide));
  const runs: Run[] = [];
  for (const [index, side] of bench.sides.entries()) {
    const own = sides[index];
    // A test that failed beside the other side may pass by itself.
    const sure = own?.every(hasPassed) === true ? own : await countSide(side);
    const failed = sure.find((run) => !hasPassed(run));
    if (bench.ports.signal.aborted) return undefined;
    if (failed !== undefined) {
      const { log = '', outcome } = failed.profile;
      const how = bench.ports.counter?.isNative === true ? 'counted' : 'under valgrind';
      const why = `${how} it ${formatFailedOutcome(outcome)} on the ${side} side; its output is in ${log}`;
      bench.record.problems.push(tell(why));
      return undefined;
    }
    runs.push(...sure);
  }
  return runs;
}

function hasPassed(run: Run | undefined): boolean {
  return run?.profile.outcome.status === 'passed';
}

async function countOnce(
  bench: Bench,
  { test, way }: Counted,
  side: Side,
  repeat: number,
): Promise<Run> {
  const index = bench.tests.findIndex(({ name }) => name === test.name);
  const log = nameLog(test.name, index, side, `counted-${repeat}`);
  const ended = await executeApart(bench, test, side, log, { counts: way });
  const { counted = new Map(), ...execution } = ended;
  const identity = { test: test.name, side, repeat, order: side === 'before' ? 0 : 1 } as const;
  const profile = {
    schema: 'perigee/profile',
    version: 1,
    ...identity,
    ...execution,
    log,
  } as const;
  return { profile, counted };
}
