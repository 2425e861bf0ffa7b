/** Random orders, duplications, failures and losses, against a plain fold of all that arrived. */
import { expect, test } from 'vitest';
import {
  createPendingBuilds,
  keyBuild,
  type PendingBuilds,
} from '../../src/aggregate/pending-builds.ts';
import type { Arrival, EventHold, ReadyBuild } from '../../src/aggregate/arrival.ts';
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

/** Of a quarter of them nothing can be made. */
const isBad = ({ artifact }: Pick<Arrival['shard'], 'artifact'>): boolean =>
  [...artifact.location].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 4 === 0;

function foldPlainly(arrivals: readonly Arrival[]): Record<string, string[]> {
  const builds: Record<string, Set<string>> = {};
  for (const { build, shard } of arrivals) {
    const ids = (builds[keyBuild(build)] ??= new Set());
    if (!isBad(shard)) ids.add(identifyShard(shard));
  }
  return Object.fromEntries(Object.entries(builds).map(([key, ids]) => [key, [...ids].sort()]));
}

/** What is held, how each event ends, and a log from which what is lost comes again. */
function startWorld(pending: PendingBuilds, random: Random) {
  const held = new Map<EventHold, Arrival>();
  const stored: Record<string, string[]> = {};
  const done: string[] = [];
  const letters = new Set<string>();
  const finish = (hold: EventHold): void => {
    if (!held.delete(hold)) throw new Error(`${hold.position} is not held, and let go`);
    done.push(hold.position);
  };
  return {
    ...{ stored, done, letters },
    receive: (arrival: Arrival, nowMs: number): void => {
      const anew = { ...arrival, hold: { ...arrival.hold } };
      held.set(anew.hold, anew);
      if (pending.receive(anew, nowMs) === 'known') finish(anew.hold);
    },
    /** @returns what comes again */
    lose: (): Arrival[] => {
      const lost = [...held].filter(() => random() < 0.4);
      for (const [hold] of lost) held.delete(hold);
      pending.forget(lost.map(([hold]) => hold));
      return lost.map(([, arrival]) => arrival);
    },
    store: ({ key, shards, events }: ReadyBuild): void => {
      stored[key] = shards
        .filter((shard) => !isBad(shard))
        .map(identifyShard)
        .sort();
      for (const { hold, shard } of events) {
        if (isBad(shard) && held.has(hold)) letters.add(hold.position);
      }
    },
    end: (ready: ReadyBuild, nowMs: number): void => {
      pending.written(ready, nowMs, ready.shards.filter(isBad)).forEach(finish);
    },
  };
}

/** Goes through all arrivals with writes, failures, losses and looks in between, then to the end of time. */
function conduct(all: readonly Arrival[], losesSome: boolean, random: Random) {
  const pending = createPendingBuilds({ quietMs: 50, rememberAtMost: 1000 });
  const world = startWorld(pending, random);
  const arrivals = [...all];
  let taken: ReadyBuild[] = [];
  let storing: ReadyBuild[] = [];
  let nowMs = 0;
  const settle = (ready: ReadyBuild): void => {
    const chance = random();
    if (chance < 0.2) pending.giveBack(ready, nowMs + 10);
    else if (ready.reason === 'quiet') pending.keepWaiting(ready);
    else {
      world.store(ready);
      storing.push(ready);
    }
  };
  const settleSome = (share: number): void => {
    const [ending, beginning] = [storing, taken];
    [storing, taken] = [[], []];
    for (const ready of ending) {
      if (random() < share) world.end(ready, nowMs);
      else storing.push(ready);
    }
    for (const ready of beginning) {
      if (random() < share) settle(ready);
      else taken.push(ready);
    }
  };
  while (arrivals.length > 0) {
    nowMs += random() * 40;
    world.receive(arrivals.shift()!, nowMs);
    if (random() < 0.5) taken.push(...pending.takeReady(nowMs));
    settleSome(0.5);
    if (losesSome && random() < 0.2) arrivals.push(...world.lose());
  }
  for (let round = 0; round < 200; round++) {
    taken.push(...pending.takeReady((nowMs += 100)));
    settleSome(1);
  }
  const { stored, done, letters } = world;
  return { stored, done, letters: [...letters].sort(), left: pending.count().builds };
}

test.each([
  ['', false],
  [', however often they are lost and come again', true],
])(
  'whatever the order, the store ends as the plain fold and each event is done once%s',
  (_which, losesSome) => {
    for (let seed = 1; seed <= rounds; seed++) {
      const random = createRandom(seed);
      const arrivals = drawArrivals(random);
      const { stored, done, letters, left } = conduct(arrivals, losesSome, random);
      expect({ seed, stored }).toEqual({ seed, stored: foldPlainly(arrivals) });
      const sort = (some: readonly Arrival[]) => some.map(({ hold }) => hold.position).sort();
      expect({ seed, done: done.toSorted(), letters, left }).toEqual({
        ...{ seed, done: sort(arrivals), left: 0 },
        letters: sort(arrivals.filter(({ shard }) => isBad(shard))),
      });
    }
  },
);
