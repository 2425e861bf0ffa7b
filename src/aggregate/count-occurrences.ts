import { listSome } from '../contract/count-things.ts';
import type { Occurrences, Problem, Profile, SeriesSamples } from '../contract/documents.ts';
import { median } from '../stats/median.ts';

/** One execution in which the span occurred. */
export interface Count {
  side: Profile['side'];
  occurrences: number;
  /** Mean latency of an occurrence, where it has one. */
  latency: number | undefined;
}

/** Counts that are this close give the same mean and the same total, but for what their noise adds. */
const sameShare = 0.05;
/** Counts that vary differ from those of the other side where so many of all pairs of the two say the same. */
const sameSaying = 0.9;

/**
 * How often a span occurs in the executions of both sides; undefined where one of them has none, or it occurs
 * once. The mean of an occurrence says nothing where a side adds empty occurrences: then the total counts.
 */
export function describeOccurrences(counts: readonly Count[]): Occurrences | undefined {
  const before = counts.filter(({ side }) => side === 'before');
  const after = counts.filter(({ side }) => side === 'after');
  if (before.length === 0 || after.length === 0) return undefined;
  const [from, to] = [medianOf(before), medianOf(after)];
  if (from === 1 && to === 1) return undefined;
  const isSummed = differs(before, after, from, to) && !followsSpeed(before, after);
  return { before: from, after: to, ...(isSummed ? { summed: true } : {}) };
}

function differs(
  before: readonly Count[],
  after: readonly Count[],
  from: number,
  to: number,
): boolean {
  if (Math.max(from, to) / Math.min(from, to) - 1 <= sameShare) return false;
  const pairs = before.flatMap((b) => after.map((a) => Math.sign(a.occurrences - b.occurrences)));
  const higher = pairs.reduce((sum, sign) => sum + (sign + 1) / 2, 0) / pairs.length;
  return Math.max(higher, 1 - higher) >= sameSaying;
}

/**
 * A test that repeats for a fixed time, and so less often where it is slower: its total stays, and the mean is
 * what became slower. Its counts vary from execution to execution.
 */
function followsSpeed(before: readonly Count[], after: readonly Count[]): boolean {
  if ([before, after].some((side) => rangeOf(side).least === rangeOf(side).most)) return false;
  if (medianOf(after) > medianOf(before)) return false;
  const totals = [before, after].map((side) =>
    median(side.map(({ occurrences, latency = 0 }) => occurrences * latency)),
  );
  const [from = 0, to = 0] = totals;
  return from > 0 && Math.abs(to / from - 1) <= sameShare;
}

function medianOf(counts: readonly Count[]): number {
  return median(counts.map(({ occurrences }) => occurrences));
}

function rangeOf(counts: readonly Count[]): { least: number; most: number } {
  const all = counts.map(({ occurrences }) => occurrences);
  return { least: Math.min(...all), most: Math.max(...all) };
}

/** Names the spans whose totals are judged, one problem for each test. */
export function* describeSummed(series: readonly SeriesSamples[]): Generator<Problem> {
  const summed = series.filter(({ occurrences }) => occurrences?.summed === true);
  for (const [test, own] of Map.groupBy(summed, (one) => one.test)) {
    const spans = [...new Map(own.map((one) => [one.span, one.occurrences])).entries()];
    const named = spans.map(
      ([span, counts]) => `${JSON.stringify(span)} ${counts?.before} → ${counts?.after}`,
    );
    const message = `spans occur more or less often in an execution than before, so their totals are judged: ${listSome(named, 3)}`;
    yield { code: 'occurrences-differ', test, message: message.slice(0, 2000) };
  }
}
