import { appendValue, unwatched } from '../../src/history/change-points/append-value.ts';
import { findChangePoints } from '../../src/history/change-points/find-change-points.ts';
import type { ChangeEvent, WatchedSeries } from '../../src/history/change-points/watched-series.ts';
import { createRandom } from '../../src/stats/random.ts';
import { drawNoise, type Noise } from './make-series.ts';

const count = 100;
const length = 300;

/** What is found in noise alone, in 1,000 builds. */
export function watchNoise(
  noise: Noise,
  seed: number,
): { atTheEnd: number; reported: number; standing: number } {
  const random = createRandom(seed);
  let [atTheEnd, reported, standing] = [0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const values = drawNoise(length, noise, random);
    const { watched, events } = watch(values);
    atTheEnd += findChangePoints(values).length;
    reported += events.filter(({ kind }) => kind === 'found').length;
    standing += watched.changes.filter(({ isWithdrawn }) => !isWithdrawn).length;
  }
  const ofThousand = 1000 / (count * length);
  return {
    ...{ atTheEnd: atTheEnd * ofThousand, reported: reported * ofThousand },
    standing: standing * ofThousand,
  };
}

/** After how many builds a step of 10% at 3% noise is reported, among 500 series. */
export function watchSteps(seed: number): { quartiles: number[]; withinTwo: number } {
  const random = createRandom(seed);
  const begin = 100;
  const delays = Array.from({ length: 500 }, () => {
    const values = drawNoise(140, {}, random).map((value, at) =>
      at < begin ? value : 1.1 * value,
    );
    const seen = watch(values).events.find(
      ({ kind, change }) => kind === 'found' && Math.abs(change.at - begin) <= 5,
    );
    return seen === undefined ? Infinity : seen.change.foundAt - begin + 1;
  }).toSorted((a, b) => a - b);
  return {
    quartiles: [0.25, 0.5, 0.75].map((share) => delays[Math.floor(share * delays.length)]!),
    withinTwo: delays.filter((delay) => delay <= 2).length / delays.length,
  };
}

function watch(values: readonly number[]): { watched: WatchedSeries; events: ChangeEvent[] } {
  let watched = unwatched;
  const events: ChangeEvent[] = [];
  values.forEach((value, place) => {
    const next = appendValue(watched, { place, value });
    watched = next.watched;
    events.push(...next.events);
  });
  return { watched, events };
}
