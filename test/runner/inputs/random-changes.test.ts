import { describe, expect, test } from 'vitest';
import { countTrials } from '../../nightly.ts';
import type { ObservationMeans } from '../../../src/contract/observation.ts';
import { createObserver } from '../../../src/profile/observe/create-observer.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { playRound } from './random-changes.ts';

const seed = Number(process.env['PERIGEE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const ways: [string, ObservationMeans[]][] = [
  ['strace and inotify', ['strace', 'inotify']],
  ['strace', ['strace']],
  ['inotify', ['inotify']],
];

describe.each(ways.slice(0, countTrials({ byNight: 3, byDay: 1 })))(
  'what %s saw',
  (_name, means) => {
    test(`never calls a program unaffected that then prints something else (seed ${seed})`, async () => {
      const observer = await createObserver(means);
      expect(observer?.means).toEqual(means);
      if (observer === undefined) return;
      const random = createRandom(seed);
      const wrong: string[] = [];
      let [same, cautious] = [0, 0];
      for (let round = 0; round < 5; round += 1) {
        const tally = await playRound(observer, random, 12);
        wrong.push(...tally.wrong);
        same += tally.same;
        cautious += tally.cautious;
      }
      expect(wrong).toEqual([]);
      // And it is of use: many changes are seen to touch nothing.
      expect(same).toBeGreaterThan(means.includes('strace') ? 15 : 3);
      if (means.includes('strace')) expect(cautious).toBeLessThan(same);
    });
  },
);
