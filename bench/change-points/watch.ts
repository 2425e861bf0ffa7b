import { appendValue, unwatched } from '../../src/history/change-points/append-value.ts';
import { findChangePoints } from '../../src/history/change-points/find-change-points.ts';
import type { ChangeEvent, WatchedSeries } from '../../src/history/change-points/watched-series.ts';
import { createRandom } from '../../src/stats/random.ts';
import { drawNoise, type Noise } from './make-series.ts';

/** With the build that showed it. */
type SeenEvent = ChangeEvent & { place: number };

const count = 100;
const length = 300;

/** What is found in noise alone, in 1,000 builds. */
export interface FalseChanges {
  /** By the function over the whole series, once it is complete. */
  atTheEnd: number;
  /** Build by build. */
  reported: number;
  /** Those that were ever confirmed, which reports wait for. */
  confirmed: number;
  /** Those not withdrawn at the end. */
  standing: number;
}

export function watchNoise(noise: Noise, seed: number): FalseChanges {
  const random = createRandom(seed);
  let [atTheEnd, reported, confirmed, standing] = [0, 0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const values = drawNoise(length, noise, random);
    const { watched, events } = watch(values);
    atTheEnd += findChangePoints(values).length;
    reported += events.filter(({ kind }) => kind === 'found').length;
    confirmed += numbersOfConfirmed(events).size;
    standing += watched.changes.filter(({ isWithdrawn }) => !isWithdrawn).length;
  }
  const ofThousand = 1000 / (count * length);
  return {
    ...{ atTheEnd: atTheEnd * ofThousand, reported: reported * ofThousand },
    ...{ confirmed: confirmed * ofThousand, standing: standing * ofThousand },
  };
}

function numbersOfConfirmed(events: readonly ChangeEvent[]): Set<number> {
  return new Set(events.flatMap(({ change }) => (change.isConfirmed ? [change.number] : [])));
}

/** The changes that stand after the last build, each confirmed, with a series watched build by build. */
export function watchPlaces(values: readonly number[]): number[] {
  return watch(values).watched.changes.flatMap(({ at, isConfirmed, isWithdrawn }) =>
    isConfirmed && !isWithdrawn ? [at] : [],
  );
}

/** After how many builds a step of 10% at 3% noise is reported, and confirmed, among 500 series. */
export function watchSteps(seed: number): {
  quartiles: number[];
  withinTwo: number;
  confirmed: number[];
} {
  const random = createRandom(seed);
  const begin = 100;
  const confirmed: number[] = [];
  const delays = Array.from({ length: 500 }, () => {
    const values = drawNoise(140, {}, random).map((value, at) =>
      at < begin ? value : 1.1 * value,
    );
    const found = watch(values).events.filter(({ change }) => Math.abs(change.at - begin) <= 5);
    const seen = found.find(({ kind }) => kind === 'found');
    const sure = found.find(({ change }) => change.isConfirmed);
    confirmed.push(sure === undefined ? Infinity : sure.place - begin + 1);
    return seen === undefined ? Infinity : seen.change.foundAt - begin + 1;
  }).toSorted((a, b) => a - b);
  return {
    quartiles: quartilesOf(delays),
    confirmed: quartilesOf(confirmed.toSorted((a, b) => a - b)),
    withinTwo: delays.filter((delay) => delay <= 2).length / delays.length,
  };
}

function quartilesOf(sorted: readonly number[]): number[] {
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)]!);
}

function watch(values: readonly number[]): { watched: WatchedSeries; events: SeenEvent[] } {
  let watched = unwatched;
  const events: SeenEvent[] = [];
  values.forEach((value, place) => {
    const next = appendValue(watched, { place, value });
    watched = next.watched;
    events.push(...next.events.map((event) => ({ ...event, place })));
  });
  return { watched, events };
}
