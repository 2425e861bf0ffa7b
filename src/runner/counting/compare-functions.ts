import type { MovedFunction, Profile, Side, SpanProfile } from '../../contract/documents.ts';
import type { FunctionCount } from '../../contract/execution.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { annotationKey } from '../../contract/series-key.ts';

type FunctionCounts = ReadonlyMap<string, FunctionCount>;

/** One execution whose instructions were counted. */
export interface Run {
  profile: Profile;
  counted: FunctionCounts;
}

/** Runs of a side that differ by no more are as good as equal. */
export const steadyShare = 1e-4;
/** For a span with fewer. */
export const smallCount = 1_000_000;

const mostFunctions = 10;
const nothing: FunctionCount = { self: 0, calls: 0, callers: new Map() };

/** The functions whose own instructions differ between two executions, the most first. */
export function compareFunctions(before: FunctionCounts, after: FunctionCounts): MovedFunction[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => compareFunction(name, before.get(name) ?? nothing, after.get(name) ?? nothing))
    .filter((one) => one.before !== one.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, mostFunctions);
}

function compareFunction(name: string, from: FunctionCount, to: FunctionCount): MovedFunction {
  const sign = Math.sign(to.self - from.self);
  const grown = [...new Set([...from.callers.keys(), ...to.callers.keys()])].map((caller) => ({
    caller,
    by: sign * ((to.callers.get(caller) ?? 0) - (from.callers.get(caller) ?? 0)),
  }));
  const [first] = grown.sort((a, b) => b.by - a.by);
  return {
    name,
    before: from.self,
    after: to.self,
    callsBefore: from.calls,
    callsAfter: to.calls,
    ...(first !== undefined && first.by > 0 ? { caller: first.caller } : {}),
  };
}

/** Two runs of a side that differ, where they do by much; else one of each side. */
export function choosePair(runs: readonly Run[], sides: readonly Side[]): (Run | undefined)[] {
  const unsteady = sides.find((side) => spreadOf(runs, side) > 10 * steadyShare);
  const own = (side: Side): Run[] =>
    runs.filter(({ profile }) => profile.side === side).sort((a, b) => totalOf(a) - totalOf(b));
  if (unsteady !== undefined) return [own(unsteady)[0], own(unsteady).at(-1)];
  return sides.length < 2 ? [] : [own('before')[0], own('after')[0]];
}

export function totalOf({ profile: { spans } }: Run): number {
  return spans.reduce((sum, { values }) => sum + (values[countedMetric] ?? 0), 0);
}

/** Equal for the same span of each run of a test. */
export function keyOf({ span, annotations }: SpanProfile): string {
  return `${span}\u0000${annotationKey(annotations)}`;
}

/** How far the runs of a side lie apart in one of their spans, as a share. Of a small span a few instructions are none. */
export function spreadOf(runs: readonly Run[], side: Side): number {
  const bySpan = Map.groupBy(
    runs.filter(({ profile }) => profile.side === side).flatMap(({ profile }) => profile.spans),
    keyOf,
  );
  return Math.max(0, ...[...bySpan.values()].map((spans) => spreadOfCounts(spans)));
}

function spreadOfCounts(spans: readonly SpanProfile[]): number {
  const counts = spans.flatMap(({ values }) => values[countedMetric] ?? []);
  const least = Math.min(...counts);
  return (Math.max(...counts) - least) / Math.max(least, smallCount);
}
