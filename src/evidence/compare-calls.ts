/** How often one execution made each call, such as `syscall.fsync` and `tcp.retransmits`. */
export type Calls = Readonly<Record<string, number>>;

export interface CallRange {
  least: number;
  most: number;
}

/** A call that one side makes more often than the other, beyond what its own runs differ by. */
export interface MovedCall {
  name: string;
  before: CallRange;
  after: CallRange;
  direction: 'up' | 'down';
  /** All runs of a side agree, on both sides. */
  isExact: boolean;
  /** `fsync` 137 → 274 */
  text: string;
}

const leastShare = 0.01;
const leastCalls = 2;
/** Lie apart so far that it does not matter how much they vary. */
const manyTimes = 3;
const manyCalls = 5;

export const flushes = ['fsync', 'fdatasync', 'msync', 'sync', 'syncfs', 'sync_file_range'].map(
  (name) => `syscall.${name}`,
);
/** How dear one is beside other calls: TCP waits before it sends again, a flush waits for the disk. */
const dearness: Readonly<Record<string, number>> = {
  ...{ 'tcp.retransmits': 3, 'tcp.connections': 1 },
  ...Object.fromEntries(flushes.map((name) => [name, 2])),
};

const words: Readonly<Record<string, string>> = {
  'tcp.connections': 'TCP connections',
  'tcp.retransmits': 'TCP retransmissions',
  'tcp.dsacks': 'duplicate SACKs',
  'tcp.reordered': 'reordered TCP packets',
  'tcp.unreported': 'TCP retransmissions that no duplicate SACK reports',
};

/**
 * Counts of programs with threads vary. Of the calls of an unchanged test, one or more would seem to move in 14% of all
 * comparisons of two runs a side. With the widths below it is 1.3% of three runs, and 0.2% of four (4,000 comparisons
 * each of 60 runs of examples/sync).
 */
export const leastRuns = 3;
const enoughRuns = 4;
const widths = 2;
const fewWidths = 3;

/** The calls that moved, the worst first. None can be told from chance in fewer than three runs a side. */
export function compareCalls(before: readonly Calls[], after: readonly Calls[]): MovedCall[] {
  const runs = Math.min(before.length, after.length);
  if (runs < leastRuns) return [];
  return listMoved(before, after, runs < enoughRuns ? fewWidths : widths).sort(
    (a, b) => weigh(b) - weigh(a) || (a.name < b.name ? -1 : 1),
  );
}

/**
 * Whether more runs may show that a call moved: each brings the two sides closer, or leaves them as they are.
 * @param before of one run at least, as `after`
 */
export function mayMove(before: readonly Calls[], after: readonly Calls[]): boolean {
  return listMoved(before, after, widths).length > 0;
}

function listMoved(before: readonly Calls[], after: readonly Calls[], times: number): MovedCall[] {
  const names = new Set([...before, ...after].flatMap((calls) => Object.keys(calls)));
  return [...names].flatMap((name) =>
    compareCall(name, times, rangeOf(name, before), rangeOf(name, after)),
  );
}

/** @returns undefined where not every run could count it; a system call that is not named never came */
export function rangeOf(name: string, runs: readonly Calls[]): CallRange | undefined {
  const counts = runs.map((calls) => calls[name] ?? (name.startsWith('syscall.') ? 0 : Number.NaN));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return Number.isNaN(least) ? undefined : { least, most };
}

function compareCall(
  name: string,
  times: number,
  before?: CallRange,
  after?: CallRange,
): MovedCall[] {
  if (before === undefined || after === undefined) return [];
  const direction = after.least > before.most ? 'up' : 'down';
  const [low, high] = direction === 'up' ? [before, after] : [after, before];
  const gap = high.least - low.most;
  if (gap < leastCalls || gap <= leastShare * before.most) return [];
  // As ratios: what a test repeats until its limit varies with how often it gets there.
  const width = Math.max(ratio(before.least, before.most), ratio(after.least, after.most));
  const isManyTimes = gap >= manyCalls && ratio(low.most, high.least) >= Math.log(manyTimes);
  if (!isManyTimes && ratio(low.most, high.least) <= times * width) return [];
  const text = describeMove(name, before, after);
  return [{ name, before, after, direction, isExact: width === 0, text }];
}

const ratio = (from: number, to: number): number => Math.log((to + 0.5) / (from + 0.5));

/** The dear ones first, then by how far the counts lie apart for counts of their size; what fell comes last. */
function weigh({ name, before, after, direction }: MovedCall): number {
  const [from, to] = [middleOf(before), middleOf(after)];
  const distance = (to - from) / Math.sqrt(to + from);
  if (direction === 'down') return distance;
  return distance + (dearness[name] ?? 0) * 1e9;
}

const middleOf = ({ least, most }: CallRange): number => (least + most) / 2;

export function describeMove(name: string, before: CallRange, after: CallRange): string {
  const called = words[name] ?? `\`${name.replace(/^syscall\./, '')}\``;
  return `${called} ${formatRange(before)} → ${formatRange(after)}`;
}

/** `137`, or `about 1,200 (1,180 to 1,230)` where runs differ. */
export function formatRange({ least, most }: CallRange): string {
  const [low, high] = [format(least), format(most)];
  if (least === most) return low;
  const rounded = [2, 3, 4, 5, 6].map((digits) => Number(((least + most) / 2).toPrecision(digits)));
  const middle = rounded.find((one) => one >= least && one <= most) ?? (least + most) / 2;
  return `about ${format(Math.round(middle))} (${low} to ${high})`;
}

const format = (count: number): string => count.toLocaleString('en-US');
