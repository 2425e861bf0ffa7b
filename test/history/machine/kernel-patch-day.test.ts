import { expect, test } from 'vitest';
import { canaries } from '../../../src/contract/canaries.ts';
import { appendValue, unwatched } from '../../../src/history/change-points/append-value.ts';
import type { ReportedChange } from '../../../src/history/change-points/watched-series.ts';
import {
  appendReading,
  type MachineAlarm,
  unwatchedMachine,
} from '../../../src/history/machine/append-reading.ts';
import { isOfMachine } from '../../../src/history/machine/is-of-machine.ts';
import { createRandom, drawNormal, type Random } from '../../../src/stats/random.ts';
import { countTrials } from '../../nightly.ts';

/** The day a provider patches its kernels, and nine days later a better patch: two builds a day. */
const [patched, mended, last] = [120, 138, 240];
const step = 1.3;
const isPatched = (place: number): boolean => place >= patched && place < mended;
/** What computes and what goes over the network; not the disk and the memory. */
const sensitive = /^(cpu|loopback|process|scheduler)/;

interface Day {
  raised: MachineAlarm[];
  ended: MachineAlarm[];
  alarms: readonly MachineAlarm[];
}

function replay(random: Random, slower: (place: number, canary: string) => number): Day {
  let watched = unwatchedMachine;
  const day: Day = { raised: [], ended: [], alarms: [] };
  for (let place = 0; place < last; place += 1) {
    // Each build is on another host of the fleet.
    const host = 0.03 * drawNormal(random);
    const values = Object.fromEntries(
      canaries.map(({ name }) => {
        const noise = host + 0.02 * drawNormal(random);
        return [name, 1e6 * slower(place, name) * Math.exp(noise)];
      }),
    );
    const facts = { kernel: isPatched(place) ? '6.1.2' : '6.1.1', microcode: '0x12' };
    const next = appendReading(watched, { place, values, facts });
    watched = next.watched;
    day.raised.push(...next.raised);
    day.ended.push(...next.ended);
  }
  return { ...day, alarms: watched.alarms };
}

const patchDay = (random: Random): Day =>
  replay(random, (place, name) => (isPatched(place) && sensitive.test(name) ? step : 1));

/** Changes of a test that is measured alone, as on a default branch without pairs. */
function watchTest(random: Random, level: (place: number) => number): ReportedChange[] {
  let watched = unwatched;
  for (let place = 0; place < last; place += 1) {
    const value = 1e8 * level(place) * Math.exp(0.035 * drawNormal(random));
    watched = appendValue(watched, { place, value }).watched;
  }
  return watched.changes.filter(({ isWithdrawn }) => !isWithdrawn);
}

test.each([1, 2, 3, 4, 5].slice(0, countTrials({ byNight: 5, byDay: 1 })))(
  'a patched kernel is one alarm about the machine, seed %d',
  (seed) => {
    const { alarms, ended, raised } = patchDay(createRandom(seed));
    expect(raised).toHaveLength(1);
    expect(raised[0]?.facts).toEqual([{ fact: 'kernel', from: '6.1.1', to: '6.1.2' }]);
    expect(Math.abs((raised[0]?.at ?? 0) - patched)).toBeLessThanOrEqual(1);
    expect(raised[0]?.foundAt).toBeLessThanOrEqual(patched + 4);
    for (const { canary } of raised[0]?.canaries ?? []) expect(canary).toMatch(sensitive);
    expect(ended).toHaveLength(1);
    expect(Math.abs((ended[0]?.endedAt ?? 0) - mended)).toBeLessThanOrEqual(1);
    expect(alarms).toHaveLength(1);
  },
);

test('and none about code, while code that changes on another day is one', () => {
  const random = createRandom(6);
  const { alarms } = patchDay(random);
  let ofMachine = 0;
  const tests = countTrials({ byNight: 20, byDay: 5 });
  for (let series = 0; series < tests; series += 1) {
    const sensitivity = 1 + (step - 1) * (0.7 + 0.5 * random());
    const changes = watchTest(random, (place) => (isPatched(place) ? sensitivity : 1));
    ofMachine += changes.length;
    expect(changes.filter((change) => !isOfMachine(change, alarms))).toEqual([]);
  }
  expect(ofMachine).toBeGreaterThan(tests);
  const slowed = watchTest(random, (place) => (place >= 60 ? 1.2 : 1));
  expect(slowed.filter((change) => !isOfMachine(change, alarms))).toMatchObject([{ at: 60 }]);
});

test('a change far larger than that of the machine is the code', () => {
  const alarm: MachineAlarm = {
    ...{ number: 1, at: 100, range: { after: 99, upTo: 100 }, foundAt: 102, facts: [] },
    canaries: [{ canary: 'cpu.integer', change: 0.1 }],
  };
  const range = { after: 98, upTo: 101 };
  expect(isOfMachine({ range, change: 0.12 }, [alarm])).toBe(true);
  expect(isOfMachine({ range, change: 0.5 }, [alarm])).toBe(false);
  expect(isOfMachine({ range, change: -0.12 }, [alarm])).toBe(false);
});

test('a fleet whose hosts differ raises no alarm in 240 builds', () => {
  const fleets = countTrials({ byNight: 10, byDay: 2 });
  for (let seed = 10; seed < 10 + fleets; seed += 1) {
    expect(replay(createRandom(seed), () => 1).raised).toEqual([]);
  }
});

test.each([2, 4, 6])(
  'a machine that is slow for %i builds is as before when they are over',
  (builds) => {
    const isSlow = (place: number): boolean => place >= patched && place < patched + builds;
    const { alarms } = replay(createRandom(3), (place) => (isSlow(place) ? step : 1));
    expect(alarms.map(({ at, endedAt }) => ({ at, endedAt }))).toEqual([
      { at: patched, endedAt: patched + builds },
    ]);
  },
);

test('a machine that stays slow has an alarm that stands', () => {
  const { alarms } = replay(createRandom(3), (place) => (place >= patched ? step : 1));
  expect(alarms).toHaveLength(1);
  expect(alarms[0]?.endedAt).toBeUndefined();
});

test('one canary that changes alone raises none', () => {
  const one = replay(createRandom(30), (place, name) =>
    place >= patched && name === 'disk.flush' ? 2 : 1,
  );
  expect(one.raised).toEqual([]);
});
