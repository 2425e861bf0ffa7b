/** Random orders, duplications and failures, against a plain fold of all that arrived. */
import { expect, test } from 'vitest';
import { createPendingBuilds, keyBuild } from '../../src/aggregate/pending-builds.ts';
import type { Arrival, ReadyBuild } from '../../src/aggregate/arrival.ts';
import { identifyShard } from '../../src/aggregate/tally-shards.ts';
import { createRandom, type Random } from '../../src/stats/random.ts';
import { makeArrival } from './make-arrival.ts';

const rounds = 300;

/** Some builds with some of their shards, some attempts, and some events twice or three times. */
function drawArrivals(random: Random): Arrival[] {
  const arrivals: Arrival[] = [];
  const draw = (below: number): number => Math.floor(random() * below);
  for (let build = 0; build <= draw(6); build++) {
    const total = 1 + draw(4);
    for (let index = 0; index < total; index++) {
      for (let attempt = 1; attempt <= draw(3); attempt++) {
        const times = 1 + (random() < 0.3 ? draw(3) : 0);
        for (let time = 0; time < times; time++) {
          const position = `${build}/${index}/${attempt}/${time}`;
          arrivals.push(
            makeArrival(`${build}`, index, { total, attempt, position, dueAtMs: draw(1000) }),
          );
        }
      }
    }
  }
  return arrivals
    .map((arrival) => ({ arrival, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ arrival }) => arrival);
}

function foldPlainly(arrivals: readonly Arrival[]): Record<string, string[]> {
  const builds: Record<string, Set<string>> = {};
  for (const { build, shard } of arrivals) {
    (builds[keyBuild(build)] ??= new Set()).add(identifyShard(shard));
  }
  return Object.fromEntries(Object.entries(builds).map(([key, ids]) => [key, [...ids].sort()]));
}

/** Goes through all arrivals with writes, failures and looks in between, then to the end of time. */
function conduct(arrivals: readonly Arrival[], random: Random) {
  const pending = createPendingBuilds({ quietMs: 50, rememberAtMost: 1000 });
  const stored: Record<string, string[]> = {};
  const done: string[] = [];
  let taken: ReadyBuild[] = [];
  let nowMs = 0;
  const settle = (ready: ReadyBuild): void => {
    const chance = random();
    if (chance < 0.2) pending.giveBack(ready, nowMs + 10);
    else if (ready.reason === 'quiet') pending.keepWaiting(ready);
    else {
      stored[ready.key] = ready.shards.map(identifyShard).sort();
      done.push(...pending.written(ready, nowMs));
    }
  };
  for (const arrival of arrivals) {
    nowMs += random() * 40;
    if (pending.receive(arrival, nowMs) === 'known') done.push(arrival.position);
    if (random() < 0.5) taken.push(...pending.takeReady(nowMs));
    const keeps = taken.map((ready) => ({ ready, later: random() < 0.5 }));
    for (const { ready, later } of keeps) if (!later) settle(ready);
    taken = keeps.filter(({ later }) => later).map(({ ready }) => ready);
  }
  for (let round = 0; round < 200; round++) {
    for (const ready of [...taken, ...pending.takeReady((nowMs += 100))]) settle(ready);
    taken = [];
  }
  return { stored, done, left: pending.count().builds };
}

test('whatever the order, the store ends as the plain fold and each event is done once', () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const random = createRandom(seed);
    const arrivals = drawArrivals(random);
    const { stored, done, left } = conduct(arrivals, random);
    expect({ seed, stored }).toEqual({ seed, stored: foldPlainly(arrivals) });
    expect({ seed, done: done.toSorted(), left }).toEqual({
      seed,
      done: arrivals.map(({ position }) => position).sort(),
      left: 0,
    });
  }
});
