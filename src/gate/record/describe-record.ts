import type { GateEntry } from '../../contract/documents.ts';
import type { ControlNight, GateRecord, ShareEstimate } from '../../contract/gate-record.ts';
import { estimateShare, shareConfidence } from '../../stats/estimate-share.ts';
import { type ControlEntry, isControl, isJudged, type JudgedEntry } from './entries.ts';

const dayMs = 24 * 3_600_000;

/** Facts that the entries alone do not tell. Leave out unknown ones. */
export interface RecordFacts {
  nowMs: number;
  days: number;
  /** Accepts that were made within these days and stand. */
  accepted?: number;
  blindSpots?: number;
}

/**
 * Counts what the gate did within the last days. A commit that was measured several times counts once, as its newest
 * run of each suite ended.
 * @param entries in any order, each run once
 */
export function describeRecord(entries: readonly GateEntry[], facts: RecordFacts): GateRecord {
  const { accepted, blindSpots, days, nowMs } = facts;
  const sinceMs = nowMs - days * dayMs;
  const recent = entries.filter(({ at }) => Date.parse(at) >= sinceMs);
  const judged = recent.filter(isJudged);
  const controls = recent.filter(isControl);
  const changes = judged.filter((one) => !one.judged.isSameCode);
  const commits = [...Map.groupBy(changes, ({ commit }) => commit).values()].map(newestOfSuites);
  const countCommits = (isIt: (one: JudgedEntry) => boolean): number =>
    commits.filter((own) => own.some(isIt)).length;
  const checked = changes.filter(({ judged: one }) => countOf(one) > 0);
  const cleared = checked.filter(({ judged: one }) => (one.confirmed ?? 0) === 0);
  const raised = changes.filter(
    ({ judged: one }) => one.isRed || one.conclusion === 'regressed' || countOf(one) > 0,
  );
  const sameCode = judged.filter((one) => one.judged.isSameCode);
  const falseAlarms = estimate(cleared.length, checked.length);
  const ofSameCode = estimate(sameCode.filter((one) => one.judged.isRed).length, sameCode.length);
  return {
    ...{ since: new Date(sinceMs).toISOString(), days, judged: commits.length },
    red: countCommits((one) => one.judged.isRed),
    undecided: countCommits((one) => one.judged.conclusion === 'undecided'),
    alarms: {
      ...{ raised: raised.length, cleared: cleared.length },
      confirmed: checked.length - cleared.length,
      accepted,
    },
    falseAlarms,
    sameCode: ofSameCode,
    nights: describeNights(controls),
    spent: { judged: spentOf(judged), control: spentOf(controls) },
    blindSpots,
  };
}

function newestOfSuites(own: readonly JudgedEntry[]): JudgedEntry[] {
  return [...Map.groupBy(own, ({ suite }) => suite).values()].flatMap((ofSuite) =>
    ofSuite.toSorted((a, b) => compareTimes(b.at, a.at)).slice(0, 1),
  );
}

/** Regressions that a second run looked at. */
function countOf({ cleared = 0, confirmed = 0 }: JudgedEntry['judged']): number {
  return cleared + confirmed;
}

function estimate(count: number, of: number): ShareEstimate | undefined {
  if (of === 0) return undefined;
  return { of, count, ...estimateShare(count, of), confidence: shareConfidence };
}

function describeNights(controls: readonly ControlEntry[]): ControlNight[] {
  const runs = Map.groupBy(controls, ({ control, run, suite }) =>
    JSON.stringify([suite, run, control.cost, control.by]),
  );
  return [...runs.values()]
    .flatMap((shards) => describeNight(shards))
    .toSorted((a, b) => compareTimes(b.at, a.at));
}

function describeNight(shards: readonly ControlEntry[]): ControlNight[] {
  const [first] = shards.toSorted((a, b) => compareTimes(a.at, b.at));
  if (first === undefined) return [];
  const { at, control, suite } = first;
  const asked = shards
    .flatMap((shard) => shard.control.tests)
    .filter(({ outcome }) => outcome !== 'nothing-added');
  const found = asked.filter(({ outcome }) => outcome === 'red');
  const changes = found.flatMap(({ change }) => change ?? []);
  const visible = asked.flatMap(({ smallestVisible }) => smallestVisible ?? []);
  return [
    {
      ...{ at, suite, cost: control.cost, by: control.by },
      isProven: shards.every((shard) => shard.control.isProven),
      ...{ asked: asked.length, found: found.length },
      ...(changes.length === 0 ? {} : { smallestFound: Math.min(...changes) }),
      ...(visible.length === 0 ? {} : { smallestVisible: Math.max(...visible) }),
      ...spentOf(shards),
    },
  ];
}

function spentOf(entries: readonly GateEntry[]): { pairs: number; seconds: number } {
  const add = (key: 'pairs' | 'seconds'): number =>
    entries.reduce((sum, { spent }) => sum + spent[key], 0);
  return { pairs: add('pairs'), seconds: add('seconds') };
}

function compareTimes(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
