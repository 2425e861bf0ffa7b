import { readResults } from '../adapters/read-results.ts';
import type { RunRecord, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import type { Observer } from '../contract/observation.ts';
import { spanKey } from '../contract/series-key.ts';
import { createExplainer } from './create-explainer.ts';
import { chooseTier } from '../profile/portable/choose-tier.ts';
import { createExecute, type Profiling } from '../profile/create-execute.ts';
import { createObserver } from '../profile/observe/create-observer.ts';
import type { IsolationChoice } from '../profile/launch/isolation.ts';
import { findViews } from '../profile/launch/views.ts';
import { awaitQuiet, reportBusy } from '../runner/noise/await-quiet.ts';
import { openCanaries } from '../runner/canaries/open-canaries.ts';
import type { RunPorts } from '../runner/run-request.ts';
import { listHints } from '../verdict/list-hints.ts';
import {
  type Expected,
  listPossibleGains,
  listSuspected,
  listUndecidedTests,
} from '../verdict/list-undecided-tests.ts';

export interface CollectorRequest extends Required<Pick<RunPorts, 'signal' | 'onProgress'>> {
  /** The folder of Perigee's own package. */
  home: string;
  isolation?: IsolationChoice;
  /** Leave tests out that read the same on both sides: if strace is here, or by whatever is here. */
  leavesOut?: 'by-strace' | 'by-any-means';
  /** The use of the pairs, besides deciding what blocks. */
  expected?: Expected;
  /** Over what is measured so far; without it no test gets more pairs. */
  judge?(this: void, record: RunRecord): Verdict;
  /** Gets the verdict so far, at every look. */
  onLook?(this: void, verdict: Verdict): void;
  /** The first regression that blocks ends the run. */
  failsFast?: boolean;
  /** How long to wait for a quiet machine. */
  waitMs?: number;
  /** Looks for the functions that made a test slower, where one became so. */
  explains?: boolean;
  /** Before that. */
  prepareExplaining?: PrepareExplaining;
}

/**
 * Makes the machine ready to explain.
 * @returns the program that counts calls as root, with its arguments, where there is one
 */
export type PrepareExplaining = (this: void) => Promise<readonly string[] | undefined>;

function isEnough(
  observer: Observer | undefined,
  leavesOut: 'by-strace' | 'by-any-means',
): boolean {
  return leavesOut === 'by-any-means' || observer?.means.includes('strace') === true;
}

/** Runs a body with what it takes to measure executions, and to find out at each look which tests need more. */
export async function withCollector<T>(
  request: CollectorRequest,
  body: (ports: RunPorts) => Promise<T>,
): Promise<T> {
  const { home, isolation, leavesOut, onProgress, signal, waitMs } = request;
  if (waitMs === undefined) await reportBusy(onProgress);
  const collector = await createExecute(chooseTier(process), isolation);
  const isPortable = collector.tier === 'portable';
  const observer = isPortable ? undefined : await createObserver();
  const leaves = leavesOut !== undefined && isEnough(observer, leavesOut);
  const canaries = openCanaries(home);
  const views = isPortable ? undefined : findViews();
  try {
    return await body({
      execute: collector.execute,
      measureStart: collector.measureStart,
      hold: collector.hold,
      readResults,
      codeObserver: observer ?? 'none',
      ...(observer !== undefined && leaves ? { observer } : {}),
      ...(canaries === undefined ? {} : { canaries }),
      ...(collector.counter === undefined ? {} : { counter: collector.counter }),
      ...(views === undefined ? {} : { views }),
      tier: collector.tier,
      ...(collector.isolation === undefined ? {} : { isolation: collector.isolation }),
      signal,
      onProgress,
      ...(waitMs === undefined ? {} : { awaitQuiet: () => awaitQuiet(waitMs, signal, onProgress) }),
      ...explain(request, collector),
      lookAt: (record) => lookAt(record, request),
    });
  } finally {
    canaries?.close();
    await collector.close();
  }
}

/**
 * A person who waits for a verdict waits a little longer for the tests that it is about, and asks for the others with
 * `explain`.
 */
function explain(
  { explains, judge, prepareExplaining }: CollectorRequest,
  collector: Profiling,
): Pick<RunPorts, 'explainer'> {
  if (judge === undefined || explains !== true) return {};
  const prepare = async (): Promise<void> => {
    const counter = await prepareExplaining?.();
    if (counter !== undefined) collector.countCallsWith(counter);
  };
  return { explainer: createExplainer({ limitMs: 60_000, judge, prepare }) };
}

/** If an improvement is expected, the tests that may show one are measured first, too. */
export function lookAt(
  record: RunRecord,
  {
    expected,
    failsFast,
    judge,
    onLook,
  }: Pick<CollectorRequest, 'expected' | 'failsFast' | 'judge' | 'onLook'>,
): ReturnType<RunPorts['lookAt']> {
  if (judge === undefined) return { hinted: [], open: [] };
  const verdict = judge(record);
  onLook?.(verdict);
  const gains = expected === 'improved' ? listPossibleGains(verdict) : [];
  // Of a shard only the report of all of them knows.
  const isWhole = record.shard.total === 1;
  const rest = isWhole ? withoutRed(verdict) : verdict;
  const open = [...new Set([...listUndecidedTests(rest), ...gains])];
  const hinted = [...new Set([...listHints(rest), ...gains])];
  if (failsFast === true && verdict.counts.blocking > 0) {
    return { hinted, open, isEnough: 'first-regression' };
  }
  const suspected = listSuspected(verdict);
  const isRed = isWhole && verdict.conclusion === 'regressed';
  const isAll = isRed && open.length === 0 && hinted.length === 0;
  return { hinted, open, suspected, ...(isAll ? { isEnough: 'all-decided' } : {}) };
}

/**
 * Leaves out the spans that block: whoever mends them measures them again in any case. The whole test around such a span
 * is left out, too, and where a whole test blocks, its span if it has only one.
 */
function withoutRed(verdict: Verdict): Verdict {
  const isWhole = ({ span }: SeriesVerdict): boolean => span === wholeTestSpan;
  const parts = new Map<string, Set<string>>();
  for (const one of verdict.series.filter((each) => !isWhole(each)))
    parts.set(one.test, (parts.get(one.test) ?? new Set()).add(spanKey(one)));
  const blocking = verdict.series.filter((one) => one.blocking);
  const tests = new Set(blocking.map(({ test }) => test));
  const wholes = new Set(blocking.filter(isWhole).map(({ test }) => test));
  const spans = new Set(blocking.map(spanKey));
  const isRed = (one: SeriesVerdict): boolean => {
    if (spans.has(spanKey(one))) return true;
    if (isWhole(one)) return tests.has(one.test);
    return wholes.has(one.test) && parts.get(one.test)?.size === 1;
  };
  return { ...verdict, series: verdict.series.filter((one) => !isRed(one)) };
}
