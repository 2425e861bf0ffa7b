import { median } from 'simple-statistics';
import { appendValue, unwatched } from '../change-points/append-value.ts';
import type { ReportedChange, WatchedSeries } from '../change-points/watched-series.ts';

/** The facts below a machine that may change. Unknown ones are absent. */
export interface MachineFacts {
  kernel?: string;
  microcode?: string;
  image?: string;
}

/** The reading of one build on one kind of machine. */
export interface MachineReading {
  /** Grows from build to build. */
  place: number;
  /** Canary to nanoseconds. */
  values: Readonly<Record<string, number>>;
  facts: MachineFacts;
}

export interface FactChange {
  fact: keyof MachineFacts;
  from: string;
  to: string;
}

/** The machines changed: one alarm, however many canaries tell of it. */
export interface MachineAlarm extends MachineShift {
  number: number;
  /** The build that first showed it. */
  foundAt: number;
  /** The other facts that changed with it. */
  facts: readonly FactChange[];
  /** The first place at which the machines were as before again. */
  endedAt?: number;
}

/** All that the next build needs, as plain data. */
export interface WatchedMachine {
  series: Readonly<Record<string, WatchedSeries>>;
  /** For the newest builds. */
  facts: readonly { place: number; facts: MachineFacts }[];
  /** Oldest first. */
  alarms: readonly MachineAlarm[];
}

export const unwatchedMachine: WatchedMachine = { series: {}, facts: [], alarms: [] };

/** Builds whose facts are kept: a change is found some builds after it began. */
const factsKept = 240;

/** Adds what one more build read. `raised` are the alarms that are new, `ended` those that are over. */
export function appendReading(
  watched: WatchedMachine,
  { facts, place, values }: MachineReading,
): { watched: WatchedMachine; raised: MachineAlarm[]; ended: MachineAlarm[] } {
  const series = { ...watched.series };
  for (const [canary, value] of Object.entries(values)) {
    series[canary] = appendValue(series[canary] ?? unwatched, { place, value }).watched;
  }
  const known = [...watched.facts, { place, facts }].slice(-factsKept);
  const alarms = [...watched.alarms];
  const [raised, ended]: MachineAlarm[][] = [[], []];
  for (const shift of groupChanges(listStanding(series))) {
    if (alarms.some((alarm) => isSame(alarm, shift) || alarm.endedAt === shift.at)) continue;
    const open = alarms.findIndex((alarm) => isUndoneBy(alarm, shift));
    const over = alarms[open];
    if (over === undefined) {
      const changed = compareFacts(known, shift);
      const alarm = { ...shift, number: alarms.length + 1, foundAt: place, facts: changed };
      alarms.push(alarm);
      raised?.push(alarm);
    } else {
      const alarm = { ...over, endedAt: shift.at };
      alarms[open] = alarm;
      ended?.push(alarm);
    }
  }
  for (const [i, alarm] of alarms.entries()) {
    if (alarm.endedAt !== undefined || !isWithdrawn(alarm, series)) continue;
    const over = { ...alarm, endedAt: findEnd(alarm, series, place) };
    alarms[i] = over;
    ended?.push(over);
  }
  return { watched: { series, facts: known, alarms }, raised: raised ?? [], ended: ended ?? [] };
}

/** A few builds' disturbance, such as a slow day, is no change of level in the end: there is none back either. */
function isWithdrawn(alarm: MachineAlarm, series: WatchedMachine['series']): boolean {
  return alarm.canaries.every(({ canary, change }) =>
    (series[canary]?.changes ?? []).every(
      (one) =>
        one.isWithdrawn ||
        Math.abs(one.at - alarm.at) > near ||
        Math.sign(one.change) !== Math.sign(change),
    ),
  );
}

/** The first place after the last value that is nearer to the level of the alarm than to the one before. */
function findEnd(
  { at, canaries: [largest] }: MachineAlarm,
  series: WatchedMachine['series'],
  place: number,
): number {
  const { canary = '', change = 0 } = largest ?? {};
  const window = series[canary]?.window ?? [];
  const before = window.filter((one) => one.place < at).map(({ value }) => value);
  if (before.length === 0) return place;
  const middle = median(before) * (1 + change / 2);
  const last = window.findLastIndex((one) => one.place >= at && one.value > middle === change > 0);
  return window[last + 1]?.place ?? place;
}

function listStanding(series: WatchedMachine['series']): (ReportedChange & { canary: string })[] {
  return Object.entries(series).flatMap(([canary, { changes }]) =>
    changes.filter(({ isWithdrawn }) => !isWithdrawn).map((change) => ({ ...change, canary })),
  );
}

/** Builds so close that two answers about one change may differ by them. */
const near = 5;

function isSame(alarm: MachineAlarm, shift: MachineShift): boolean {
  const isStart = Math.abs(alarm.at - shift.at) <= near && isSlower(alarm) === isSlower(shift);
  const { endedAt } = alarm;
  const isEnd = endedAt !== undefined && Math.abs(endedAt - shift.at) <= near;
  return isStart || (isEnd && isSlower(alarm) !== isSlower(shift));
}

/** The other way round, later, in canaries that the alarm named. */
function isUndoneBy(alarm: MachineAlarm, shift: MachineShift): boolean {
  const isLater = alarm.endedAt === undefined && shift.at > alarm.at;
  const shared = shift.canaries.filter(({ canary }) =>
    alarm.canaries.some((one) => one.canary === canary),
  );
  return (
    isLater && isSlower(alarm) !== isSlower(shift) && 2 * shared.length >= shift.canaries.length
  );
}

function isSlower({ canaries: [first] }: MachineShift): boolean {
  return (first?.change ?? 0) > 0;
}

function compareFacts(known: WatchedMachine['facts'], { at }: MachineShift): FactChange[] {
  const before = known.findLast(({ place }) => place < at)?.facts ?? {};
  const after = known.find(({ place }) => place >= at)?.facts ?? {};
  return (['kernel', 'microcode', 'image'] as const).flatMap((fact) => {
    const [from, to] = [before[fact], after[fact]];
    return from === undefined || to === undefined || from === to ? [] : [{ fact, from, to }];
  });
}

/** Several canaries that changed together. */
interface MachineShift {
  /** The first place of the new level. */
  at: number;
  range: ReportedChange['range'];
  /** The largest change first; `change` is a share of the level before. */
  canaries: readonly { canary: string; change: number }[];
}

type ChangeOfCanary = Pick<ReportedChange, 'at' | 'range' | 'change'> & { canary: string };

/** Fewer may be noise, or a part that wears out. */
const fewestCanaries = 3;

/** Changes in one direction whose ranges touch are one, if enough canaries have it. Oldest first. */
function groupChanges(changes: readonly ChangeOfCanary[]): MachineShift[] {
  const groups: ChangeOfCanary[][] = [];
  for (const change of changes.toSorted((a, b) => a.at - b.at)) {
    const group = groups.find((one) => one.some((other) => belongs(other, change)));
    if (group === undefined) groups.push([change]);
    else group.push(change);
  }
  return groups.flatMap((group) => {
    const canaries = [...Map.groupBy(group, ({ canary }) => canary)].map(([canary, own]) => ({
      canary,
      change: own[0]?.change ?? 0,
    }));
    const clearest = group.toSorted((a, b) => widthOf(a) - widthOf(b))[0];
    if (clearest === undefined || canaries.length < fewestCanaries) return [];
    const { at, range } = clearest;
    canaries.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
    return [{ at, range, canaries }];
  });
}

function belongs(one: ChangeOfCanary, other: ChangeOfCanary): boolean {
  const isSameWay = Math.sign(one.change) === Math.sign(other.change);
  return isSameWay && one.range.after < other.range.upTo && other.range.after < one.range.upTo;
}

function widthOf({ range }: ChangeOfCanary): number {
  return range.upTo - range.after;
}
