import type { Problem, Profile, RunRecord, Side, SpanProfile } from '../contract/documents.ts';
import { annotationKey } from '../contract/series-key.ts';
import { median } from '../stats/median.ts';

export interface TrustedRecords {
  records: RunRecord[];
  problems: Problem[];
}

/** Fewer executions of a side can differ by chance. */
const leastExecutions = 5;
/** The delay between the messages of both sides from which it is more than chance. */
const uneven = { ns: 1e5, share: 0.05 };
/**
 * The part that a test leaves out of its latency on every execution, from which it is more than the way of its
 * messages.
 */
const missing = { ns: 1e8, share: 0.5 };

/** One span of one execution, with what its latency leaves out of the time that passed. */
interface Reading {
  side: Side;
  latencyNs: number;
  gapNs: number;
}

/**
 * A test takes the latency of a span with its own clock, and could make that run slower. Perigee's clock
 * counts a little more, the way of the messages: on a busy host much more, but on both sides alike. Where
 * nearly every execution of one side leaves out more than nearly any of the other, or nearly all leave out
 * most of their time, Perigee's clock counts instead, on both sides, and a problem says so.
 */
export function chooseClock(records: readonly RunRecord[]): TrustedRecords {
  const problems: Problem[] = [];
  const trusted = records.map((record) => {
    const replaced = new Set<string>();
    for (const [key, { readings, span, test }] of readSpans(record.profiles)) {
      const why = explainDoubt(readings);
      if (why === undefined) continue;
      replaced.add(key);
      const message = `${why}. Perigee’s own clock counts instead, on both sides; it includes the time of two messages`;
      problems.push({ code: 'clock-differs', message, test, span });
    }
    if (replaced.size === 0) return record;
    return { ...record, profiles: record.profiles.map((one) => replaceClock(one, replaced)) };
  });
  return { records: trusted, problems };
}

interface Readings {
  test: string;
  span: string;
  readings: Reading[];
}

function readSpans(profiles: readonly Profile[]): Map<string, Readings> {
  const spans = new Map<string, Readings>();
  for (const profile of profiles) {
    for (const span of profile.spans) {
      const latencyNs = span.values['latency'];
      if (latencyNs === undefined || span.observedNs === undefined) continue;
      const key = nameSpan(profile, span);
      const entry = spans.get(key) ?? { test: profile.test, span: span.span, readings: [] };
      spans.set(key, entry);
      entry.readings.push({ side: profile.side, latencyNs, gapNs: span.observedNs - latencyNs });
    }
  }
  return spans;
}

function nameSpan({ test }: Profile, { annotations, span }: SpanProfile): string {
  return JSON.stringify([test, span, annotationKey(annotations)]);
}

function explainDoubt(readings: readonly Reading[]): string | undefined {
  const bySide = { before: gapsOf(readings, 'before'), after: gapsOf(readings, 'after') };
  const latencyNs = median(readings.map((reading) => reading.latencyNs));
  const all = [...bySide.before, ...bySide.after].sort((a, b) => a - b);
  const smallest = all[Math.floor(all.length / 4)] ?? 0;
  if (
    all.length >= leastExecutions &&
    smallest > missing.ns &&
    smallest > latencyNs * missing.share
  ) {
    return `its clock left out ${inMs(smallest)} or more of nearly every execution`;
  }
  for (const [slow, other] of [
    ['after', 'before'],
    ['before', 'after'],
  ] as const) {
    const [large, small] = [bySide[slow], bySide[other]];
    if (large.length < leastExecutions || small.length < leastExecutions) continue;
    const excess = median(large) - median(small);
    if (!areApart(small, large) || excess <= Math.max(uneven.ns, latencyNs * uneven.share))
      continue;
    return `its clock left out ${inMs(excess)} more on the ${slow} side than on the ${other} side`;
  }
  return undefined;
}

/**
 * A few executions do not count: honest ones of a side that lies else, and those that the host delayed. So few
 * that by chance, where all differences are noise, this is so about once in a hundred times.
 */
function areApart(small: readonly number[], large: readonly number[]): boolean {
  const delayed = Math.floor((small.length - 4) / 4);
  const honest = Math.floor((large.length - 4) / 3);
  const most = small.toSorted((a, b) => b - a)[delayed] ?? Infinity;
  const least = large.toSorted((a, b) => a - b)[honest] ?? 0;
  return least > most;
}

function gapsOf(readings: readonly Reading[], side: Side): number[] {
  return readings.filter((reading) => reading.side === side).map(({ gapNs }) => gapNs);
}

function inMs(ns: number): string {
  return `${(ns / 1e6).toFixed(1)} ms`;
}

function replaceClock(profile: Profile, replaced: ReadonlySet<string>): Profile {
  const spans = profile.spans.map((span) => {
    const { observedNs } = span;
    if (observedNs === undefined || !replaced.has(nameSpan(profile, span))) return span;
    return { ...span, values: { ...span.values, latency: observedNs } };
  });
  return { ...profile, spans };
}
