import type { Problem, SeriesVerdict } from './documents.ts';
import { isNotSeen } from './missed-change.ts';
import { missingPlatforms, namePlatform, onPlatform } from './platforms.ts';
import { annotationKey } from './series-key.ts';
import { formatChange } from './units.ts';

/** The parts of a verdict that say which platforms its build has. */
interface OnPlatforms {
  series: readonly Pick<SeriesVerdict, 'platform'>[];
  /** Of the verdict: they name the platforms that are missing. */
  problems?: readonly Problem[];
}

/** The parts of a verdict that a comparison of platforms needs. */
export interface OfPlatforms extends OnPlatforms {
  series: readonly SeriesVerdict[];
}

/** Whether a build is of several platforms, so that each series says which is its own. */
export function hasPlatforms({ problems = [], series }: OnPlatforms): boolean {
  const all = [...series.map(({ platform }) => platform), ...missingPlatforms(problems)];
  return all.some((platform) => platform !== all[0]);
}

/** ` on macos-arm64`; empty in a build of one platform. */
export type TellPlatform = (of: Pick<SeriesVerdict, 'platform'>) => string;

export function openTellPlatform(build: OnPlatforms): TellPlatform {
  return hasPlatforms(build) ? ({ platform }) => onPlatform(platform) : () => '';
}

/** Compares a series with those of other platforms; empty if there are none, or all are calm. */
export type ComparePlatforms = (series: SeriesVerdict) => string;

/**
 * `slower on macos-arm64 only (+38%); the same on linux-arm64 and linux-x64`: for the headline, rows and pages alike.
 */
export function openPlatforms(build: OfPlatforms): ComparePlatforms {
  if (!hasPlatforms(build)) return () => '';
  const found = Map.groupBy(build.series, keyOf);
  const missing = missingPlatforms(build.problems ?? []);
  return (one) => {
    const all = (found.get(keyOf(one)) ?? []).map(describeState);
    const measured = new Set(all.map(({ platform }) => platform));
    const others = missing.filter((platform) => !measured.has(platform));
    return describePlatforms(describeState(one), all, others);
  };
}

/** The same for the series of every platform. */
function keyOf({ annotations, metric, span, test }: SeriesVerdict): string {
  return JSON.stringify([test, span, annotationKey(annotations), metric]);
}

/** The result of a series on one platform: `slower`, `the same`. */
export interface OnPlatform {
  platform: string;
  became: string;
  /** As a ratio minus one, where it moved. */
  change?: number | undefined;
}

const calm = 'the same';

/**
 * @param all of the series, the own one too
 * @param missing platforms where it was to be measured: what is so on one may be so on them
 */
export function describePlatforms(
  own: OnPlatform,
  all: readonly OnPlatform[],
  missing: readonly string[] = [],
): string {
  const byName = all.toSorted((a, b) =>
    namePlatform(a.platform) < namePlatform(b.platform) ? -1 : 1,
  );
  const groups = Map.groupBy(byName, ({ became }) => became);
  if (all.length + missing.length < 2 || (groups.size === 1 && own.became === calm)) return '';
  const others = [...groups].filter(([became]) => became !== own.became);
  const isOnly = missing.length === 0 && groups.get(own.became)?.length === 1;
  return [
    `${own.became} on ${listPlatforms(groups.get(own.became) ?? [own], isOnly ? ' only' : '')}`,
    ...others.map(([became, members]) => `${became} on ${listPlatforms(members)}`),
    ...(missing.length === 0
      ? []
      : [`${listNames(missing.map(namePlatform))} ${missing.length === 1 ? 'is' : 'are'} missing`]),
  ].join('; ');
}

function listPlatforms(members: readonly OnPlatform[], only = ''): string {
  const names = members.map(({ change, platform }) => {
    const size = change === undefined ? '' : ` (${formatChange(change)})`;
    return `${namePlatform(platform)}${only}${size}`;
  });
  return listNames(names);
}

function listNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

/** `slower` for more latency, `higher` for more of anything else; `the same` where it did not change. */
export function nameMove(metric: string, change: number | undefined, hasMoved: boolean): string {
  if (!hasMoved) return calm;
  const isMore = change === undefined || change > 0;
  if (metric === 'latency') return isMore ? 'slower' : 'faster';
  return isMore ? 'higher' : 'lower';
}

function describeState(series: SeriesVerdict): OnPlatform {
  const { evidence, metric, platform, state } = series;
  switch (state) {
    case 'regressed':
    case 'improved': {
      const { change } = evidence;
      return { platform, became: nameMove(metric, change, true), change };
    }
    case 'not-regressed':
      return { platform, became: isNotSeen(series) ? 'not seen' : calm };
    case 'undecided':
      return { platform, became: 'undecided' };
    case 'no-baseline':
      return { platform, became: 'new' };
  }
}
