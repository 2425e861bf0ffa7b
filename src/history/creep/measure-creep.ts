import type { FittedLevels, CommitLevel } from '../levels/fit-levels.ts';

/** Neighbouring commits that stand for a level: the newest ones, those up to a release, those of the bar. */
export const heldFor = 10;
/** The best level is one that held before the newest ones. */
export const fewestForBest = 2 * heldFor;
/** Fewer commits say too little. */
const fewest = 3;
/** By chance in one of 30,000 series. */
const clearErrors = 4;
const errorsOf95 = 1.96;

/** How much is allowed, on the scale of the levels: ln 1.05 is 5%. */
export interface CreepLimits {
  release?: number;
  year?: number;
  /** In the unit of the series, of which levels are the logarithms: a smaller difference is within every budget. */
  floor?: number | undefined;
}

export interface CreepRequest {
  /** 1 where lower values are better, −1 where higher ones are. */
  worse: 1 | -1;
  limits: CreepLimits;
  /** The place of the last release; absent where there is none. */
  release?: number;
  /** The first place of the last twelve months. */
  yearFrom: number;
  /** Builds that these levels do not reach back to. Within its limit nothing is said of the creep then. */
  unread?: Unread | undefined;
}

/** Builds that were measured, and not read: of the commits up to the last release, and of the last twelve months. */
export interface Unread {
  release: boolean;
  year: boolean;
}

export interface MeasuredCreep {
  creep: Creep[];
  /** Budgets that cannot be judged, since what they count from was not read. */
  unread: Creep['since'][];
}

/** How far a series is from where it was. All sizes are on the scale of the levels, and above zero is worse. */
export interface Creep {
  since: 'release' | 'best';
  /** The newest commit of where it was. */
  from: number;
  /** The newest commit. */
  to: number;
  size: number;
  low: number;
  high: number;
  limit: number;
  /** Beyond the limit by estimate, and certainly worse. */
  isOver: boolean;
}

/** The sum of many changes, since the last release and since the best level that held. */
export function measureCreep(fit: FittedLevels, request: CreepRequest): MeasuredCreep {
  const { limits, release, unread, worse, yearFrom } = request;
  const places = fit.levels.map(({ place }) => place);
  const found: Creep[] = [];
  const compare = (since: Creep['since'], before: readonly number[], limit: number): void => {
    const from = before.at(-1);
    const after = places.filter((place) => place > (from ?? Infinity)).slice(-heldFor);
    const to = after.at(-1);
    if (from === undefined || to === undefined) return;
    if (before.length < fewest || after.length < fewest) return;
    const { value, error } = fit.compare(before, after);
    const size = worse * value - (since === 'best' ? errorsOf95 * error : 0);
    const base = Math.exp(fit.average(before).value);
    const allowed = Math.max(limit, scaleFloor(limits.floor ?? 0, base, worse));
    const isOver = size > allowed && size > clearErrors * error;
    const [low, high] = [size - errorsOf95 * error, size + errorsOf95 * error];
    found.push({ since, from, to, size, low, high, limit: allowed, isOver });
  };
  const untilRelease = places.filter((place) => place <= (release ?? -1)).slice(-heldFor);
  if (limits.release !== undefined) compare('release', untilRelease, limits.release);
  if (limits.year !== undefined) {
    const recent = fit.levels.filter(({ place }) => place >= yearFrom).slice(0, -heldFor);
    compare('best', findBar(recent, worse, heldFor), limits.year);
  }
  // A creep that is over already would be over with more.
  const isOver = (since: Creep['since']): boolean =>
    found.some((one) => one.since === since && one.isOver);
  const isReleaseUnread = unread?.release === true && untilRelease.length < heldFor;
  const unjudged = [
    ...(limits.release !== undefined && isReleaseUnread ? (['release'] as const) : []),
    ...(limits.year !== undefined && unread?.year === true ? (['best'] as const) : []),
  ].filter((since) => !isOver(since));
  return { creep: found.filter(({ since }) => !unjudged.includes(since)), unread: unjudged };
}

/** On the scale of the levels. A level never falls below zero: a floor above it allows next to all of it. */
function scaleFloor(floor: number, base: number, worse: 1 | -1): number {
  const share = floor / base;
  return worse === 1 ? Math.log1p(share) : -Math.log1p(-Math.min(share, 0.999));
}

/**
 * The commits of the best level that held: of all stretches of so many commits, the one that is certainly the
 * best, by the upper end of its interval. The lowest mean would be the luckiest stretch instead.
 * @param worse 1 where lower values are better, −1 where higher ones are
 * @returns places; none where no level held long enough
 */
export function findBar(levels: readonly CommitLevel[], worse: 1 | -1, heldFor: number): number[] {
  let best = Infinity;
  let from = -1;
  let sum = 0;
  let squares = 0;
  levels.forEach(({ level, error }, at) => {
    sum += worse * level;
    squares += error ** 2;
    const left = levels[at - heldFor];
    if (left !== undefined) {
      sum -= worse * left.level;
      squares -= left.error ** 2;
    }
    if (at + 1 < heldFor) return;
    const end = sum / heldFor + 1.96 * Math.sqrt(Math.max(0, squares) / heldFor);
    if (end < best) [best, from] = [end, at + 1 - heldFor];
  });
  return from < 0 ? [] : levels.slice(from, from + heldFor).map(({ place }) => place);
}
