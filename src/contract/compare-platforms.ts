import type { SeriesVerdict } from './documents.ts';
import { isNotSeen } from './missed-change.ts';
import { namePlatform } from './platforms.ts';
import { annotationKey } from './series-key.ts';
import { formatChange } from './units.ts';

/** What a comparison of platforms needs of a verdict. */
export interface OfPlatforms {
  series: readonly SeriesVerdict[];
}

/** What a series is beside those of other platforms; empty where there are none, or nothing but calm. */
export type ComparePlatforms = (series: SeriesVerdict) => string;

/**
 * `slower on windows-x64 only (+38%); the same on linux-x64 and macos-arm64`: for the headline, rows and pages alike.
 */
export function openPlatforms({ series }: OfPlatforms): ComparePlatforms {
  const [first] = series;
  if (series.every(({ platform }) => platform === first?.platform)) return () => '';
  const found = Map.groupBy(series, keyOf);
  return (one) => describe(one, found.get(keyOf(one)) ?? []);
}

/** The same for the series of every platform. */
export function keyOf({ annotations, metric, span, test }: SeriesVerdict): string {
  return JSON.stringify([test, span, annotationKey(annotations), metric]);
}

const calm = 'the same';

function describe(one: SeriesVerdict, all: readonly SeriesVerdict[]): string {
  const byPlatform = all.toSorted((a, b) => (a.platform < b.platform ? -1 : 1));
  const groups = Map.groupBy(byPlatform, nameState);
  const own = nameState(one);
  if (all.length < 2 || (groups.size === 1 && own === calm)) return '';
  const others = [...groups].filter(([state]) => state !== own);
  const isOnly = groups.get(own)?.length === 1;
  return [
    `${own} on ${listPlatforms(groups.get(own) ?? [one], isOnly ? ' only' : '')}`,
    ...others.map(([state, members]) => `${state} on ${listPlatforms(members)}`),
  ].join('; ');
}

function nameState(series: SeriesVerdict): string {
  const { evidence, metric, state } = series;
  switch (state) {
    case 'regressed':
    case 'improved': {
      const isMore = evidence.change === undefined || evidence.change > 0;
      if (metric === 'latency') return isMore ? 'slower' : 'faster';
      return isMore ? 'higher' : 'lower';
    }
    case 'not-regressed':
      return isNotSeen(series) ? 'not seen' : calm;
    case 'undecided':
      return 'undecided';
    case 'no-baseline':
      return 'new';
  }
}

function listPlatforms(members: readonly SeriesVerdict[], only = ''): string {
  const names = members.map(({ evidence: { change }, platform, state }) => {
    const hasMoved = state === 'regressed' || state === 'improved';
    const size = hasMoved && change !== undefined ? ` (${formatChange(change)})` : '';
    return `${namePlatform(platform)}${only}${size}`;
  });
  return new Intl.ListFormat('en-GB').format(names);
}
