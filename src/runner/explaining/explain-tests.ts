import { join } from 'node:path';
import type { Explanation, Problem, Side } from '../../contract/documents.ts';
import type { Explainer, ProfiledPair, Question } from '../../contract/explainer.ts';
import { type Execution, type Stacks, wholeTestSpan } from '../../contract/execution.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import type { Bench } from '../bench.ts';
import { executeApart, tellRuns } from '../execute-apart.ts';
import { nameLog } from '../journal/log-path.ts';
import type { Repository } from '../revisions/repository.ts';
import { systemClock } from '../run-request.ts';
import { formatFailedOutcome, placeOfLog, quoteEnd } from '../quote-output.ts';
import { countBlocks, countCalls, readDiff } from './count-blocks-and-calls.ts';
import { keepProfiles } from './keep-profiles.ts';
import { isOnly, runAlone } from './run-alone.ts';

/** Pairs at first, and with those that may prove what they leave open; a look more makes each more strict. */
const looks = [3, 5, 10];
const fewestPairs = 2;
/** A run that has begun goes on until its end. */
const spareMs = 10_000;
const littleTime = 'it uses little CPU time, so only `perigee explain` looks for functions';
/** For each side in a pair, so that five pairs have a thousand. A short test runs again until they are there. */
const samplesOfPair = 200;
const mostRepeats = 20;

/** Runs the tests that became slower under a profiler, in pairs of their own, and finds the functions that take more. */
export async function explainTests(bench: Bench, repository: Repository): Promise<void> {
  const { explainer, signal } = bench.ports;
  if (explainer === undefined || bench.sides.length < 2) return;
  const questions = explainer.ask({ ...bench.record, status: 'complete' });
  if (questions.length === 0) return;
  const diff = await readDiff(repository, bench.record);
  await explainer.prepare?.();
  const clock = bench.ports.clock ?? systemClock;
  const { limitMs } = explainer;
  const total = questions.length;
  const beganMs = clock.elapsedMs();
  for (const [done, question] of questions.entries()) {
    const test = bench.tests.find(({ name }) => name === question.test);
    if (test === undefined || signal.aborted) continue;
    const { headline } = done === 0 ? question : {};
    const progress = { kind: 'explain', test: test.name, done, total, limitMs } as const;
    bench.ports.onProgress?.({ ...progress, ...(headline !== undefined && { headline }) });
    const startMs = done === 0 ? beganMs : clock.elapsedMs();
    // What one test leaves is for those after it, and one that takes too long leaves each a quarter of its share.
    const shareMs = Math.max((limitMs - (startMs - beganMs)) / (total - done), limitMs / total / 4);
    const endMs = startMs + shareMs;
    const leftMs = () => endMs - clock.elapsedMs();
    const countingMs = shareMs / (question.waits === true || question.isIdle === true ? 1 : 2);
    const leftToCountMs = (share = 1) => startMs + share * countingMs - clock.elapsedMs();
    const asked = { test, question, explainer, diff, leftMs, leftToCountMs };
    const told = tellRuns(bench, progress);
    await (question.endsAfterNs === undefined
      ? explainTest(told, asked)
      : explainStall(told, asked, Math.max(shareMs, (3 * question.endsAfterNs) / 1e6)));
  }
}

interface Asked {
  test: SuiteTest;
  question: Question;
  explainer: Explainer;
  diff: string;
  leftMs: () => number;
  /** Counting leaves as much for profiles. */
  leftToCountMs: (share?: number) => number;
}

async function explainTest(bench: Bench, asked: Asked): Promise<void> {
  const { diff, explainer, leftMs, leftToCountMs, question, test } = asked;
  const pairs: ProfiledPair[] = [];
  // Counts come first: they are exact, and take few runs.
  const half = () => leftToCountMs(0.5);
  const countOwnCalls = () => countCalls(bench, { ...asked, leftMs: leftToCountMs });
  const ofCalls = question.waits === true ? await countOwnCalls() : undefined;
  const counts =
    question.of === 'time' ? await countBlocks(bench, { ...asked, leftMs: half }) : undefined;
  const counted = question.waits === true ? ofCalls : await countOwnCalls();
  const calls = counted === undefined ? {} : explainer.explainCalls(question, counted);
  const found = [counts?.blocks, calls.calls, calls.meanings];
  const isCounted = found.some((one) => one !== undefined && one.length > 0);
  const keep = (own: Explanation, ...also: string[]): void => {
    const others = bench.record.explanations?.filter(
      (one) => one.test !== test.name || one.of !== question.of,
    );
    const notes = [own, counts, calls].flatMap((one) => one?.notes ?? []);
    notes.push(...also, ...noteOverrun(leftMs()));
    const more = {
      ...(counts === undefined || counts.blocks.length === 0 ? {} : { blocks: counts.blocks }),
      ...calls,
      ...(notes.length === 0 ? {} : { notes }),
    };
    bench.record.explanations = [...(others ?? []), { ...own, ...more }];
  };
  if (question.isIdle === true) {
    if (bench.ports.signal.aborted || !isCounted) return;
    keep(explainer.explain(question, [], diff).explanation, littleTime);
    return;
  }
  let failure: string | undefined;
  let alone = question.benchmark && runAlone(test, question.benchmark);
  for (const most of looks) {
    while (failure === undefined && pairs.length < most) {
      if (pairs.length >= fewestPairs && leftMs() <= 0) break;
      const pair = await profilePair(bench, { ...asked, alone }, pairs.length);
      if (bench.ports.signal.aborted) return;
      if (!('why' in pair)) pairs.push(pair);
      else if (alone === undefined) failure = pair.why;
      else {
        // Then all benchmarks of the test are looked into, from the start.
        alone = undefined;
        pairs.length = 0;
      }
    }
    const enough = pairs.length >= fewestPairs ? pairs : [];
    if (failure !== undefined && enough.length === 0 && !isCounted) {
      return void bench.record.problems.push(refuse(refusal(failure), test.name));
    }
    // What was counted is known all the same.
    const { explanation, isOpen } = explainer.explain(question, enough, diff, alone);
    keep(explanation, ...(failure === undefined ? [] : [noteFailure(failure, pairs.length)]));
    if (failure !== undefined || !isOpen || leftMs() <= 0) break;
  }
  if (pairs.length > 0) keepProfiles(bench, asked, pairs);
}

function noteOverrun(leftMs: number): string[] {
  const late = `it took ${Math.round(-leftMs / 1000)} s longer than it should`;
  return leftMs > -spareMs ? [] : [`${late}: ${fewestPairs} pairs of its runs take so long`];
}

/** It costs its whole time limit, or as much of that as there is time to look. */
async function explainStall(bench: Bench, asked: Asked, mostMs: number): Promise<void> {
  const { diff, explainer, question, test } = asked;
  const untilMs = Math.min(test.timeoutMs, mostMs);
  const before = await profileOnce(bench, test, 'before', { watches: 'time' });
  const after = await profileOnce(bench, test, 'after', { watches: 'stall', timeoutMs: untilMs });
  if (bench.ports.signal.aborted) return;
  const { outcome, stalled } = after;
  if (stalled === undefined || before.outcome.status !== 'passed') {
    const side: Side = stalled === undefined ? 'after' : 'before';
    const seen = stalled === undefined ? outcome : before.outcome;
    const why =
      seen.status === 'passed'
        ? `under a profiler it ended in time on the ${side} side`
        : await describeFailure(bench, test, side, seen);
    bench.record.problems.push(refuse(refusal(why), test.name));
    return;
  }
  const pair = { before: before.stacks ?? [], after: after.stacks ?? [] };
  const isLimit = untilMs === test.timeoutMs;
  const found = explainer.explainStall(
    question,
    { ...pair, stalled, untilNs: untilMs * 1e6, isLimit },
    diff,
  );
  const others = bench.record.explanations?.filter((one) => one.test !== test.name);
  bench.record.explanations = [...(others ?? []), found];
  keepProfiles(bench, asked, [pair]);
}

function noteFailure(why: string, pairs: number): string {
  return pairs < fewestPairs ? refusal(why) : `there are no more than ${pairs} pairs: ${why}`;
}

function refusal(why: string): string {
  return `Perigee could not find out which functions take more: ${why}`.slice(0, 500);
}

function refuse(message: string, test: string): Problem {
  return { code: 'not-explained', message, test };
}

/** The sides take turns, and in which of them is first. */
async function profilePair(
  bench: Bench,
  { alone, leftMs, question, test }: Asked & { alone: ReturnType<typeof runAlone> },
  number: number,
): Promise<ProfiledPair | { why: string }> {
  const { of } = question;
  const { frames, test: narrowed = test, turn } = alone ?? {};
  const isAlone = alone !== undefined && turn === undefined;
  const enough = samplesOfPair * (turn?.of ?? 1);
  const found: Record<Side, Stacks[]> = { before: [], after: [] };
  const used: number[] = [];
  const order: readonly Side[] = number % 2 === 0 ? ['before', 'after'] : ['after', 'before'];
  const isShort = (): boolean =>
    of === 'time' &&
    leftMs() > 0 &&
    order.some((side) => countSamples(found[side], frames?.below) < enough);
  for (let repeat = 0; repeat === 0 || (repeat < mostRepeats && isShort()); repeat += 1) {
    for (const side of order) {
      const look = { watches: of, reads: isAlone };
      const execution = await profileOnce(bench, narrowed, side, look);
      if (execution.outcome.status !== 'passed') {
        return { why: await describeFailure(bench, narrowed, side, execution.outcome) };
      }
      if (isAlone && !isOnly(execution.spans, question.benchmark))
        return { why: 'the benchmark did not run alone' };
      found[side].push(...(execution.stacks ?? []));
      const whole = execution.spans.find(({ span }) => span === wholeTestSpan);
      used.push(whole?.values['cpu.total'] ?? Infinity);
    }
  }
  const isSeen = [...found.before, ...found.after].some(({ samples }) => samples.size > 0);
  if (isSeen) return { ...found, cpuNs: Math.min(...used) };
  return { why: 'no profiler here sees what it runs (`perigee doctor`)' };
}

/** Where hardly any lies below the tool, no more of them would, either. */
function countSamples(stacks: readonly Stacks[], below = /^/): number {
  const all = stacks.flatMap(({ samples }) => [...samples]);
  const sum = (some: typeof all): number => some.reduce((total, [, count]) => total + count, 0);
  const inside = sum(all.filter(([stack]) => below.test(stack)));
  return inside < sum(all) / 50 ? sum(all) : inside;
}

type Look = Parameters<typeof executeApart>[4];

function profileOnce(bench: Bench, test: SuiteTest, side: Side, look: Look): Promise<Execution> {
  return executeApart(bench, test, side, findLog(bench, test, side), look);
}

function findLog({ tests }: Bench, { name }: SuiteTest, side: Side): string {
  const index = tests.findIndex((one) => one.name === name);
  return nameLog(name, index, side, 'profiled');
}

/** With what the test wrote: under a profiler it may fail by another reason than in the run. */
async function describeFailure(
  bench: Bench,
  test: SuiteTest,
  side: Side,
  outcome: Execution['outcome'],
): Promise<string> {
  const log = findLog(bench, test, side);
  const wrote = await quoteEnd(join(bench.runDirectory, log), bench.secrets);
  const how = `under a profiler it ${formatFailedOutcome(outcome)} on the ${side} side`;
  return `${how}; ${wrote} (log: ${placeOfLog(bench.record.id, log)})`;
}
