import { createRandom, type Random } from '../../../src/stats/random.ts';
import { makeBuild, type MadeBuild } from '../make-builds.ts';
import { storeShard } from '../store-shard.ts';
import type { FickleLog } from './fickle-log.ts';

/** A build whose events lie in the log; what is damaged of it is `lost`. */
export interface FatedBuild extends MadeBuild {
  /** Of which the store takes no point. */
  refusedTest: string | undefined;
  /** Position of each event, and whether its artifact is damaged. */
  events: Map<string, boolean>;
}

export interface Fates {
  /** By their run. */
  builds: Map<string, FatedBuild>;
  /** Positions of what is no event. */
  poison: string[];
}

interface Placed {
  value: unknown;
  place: number;
  appended(position: string): void;
}

/** Draws builds of some shards, a fifth of them damaged, and some events twice; those of a build are anywhere. */
export function drawFates(
  seed: number,
  count: number,
  root: string,
  { log, partitions }: { log: FickleLog; partitions: number },
): Fates {
  const random = createRandom(seed);
  const placed: Placed[] = [];
  const poison: string[] = [];
  const builds = new Map<string, FatedBuild>();
  for (let number = 0; number < count; number++) {
    const build = drawBuild(number, random);
    builds.set(build.key.runId, build);
    for (const record of [...build.records, ...build.lost]) {
      const isBad = build.lost.includes(record);
      const damage = (packed: Buffer): Buffer => (isBad ? packed.subarray(0, 100) : packed);
      const value = storeShard(root, build.key, record, damage);
      const appended = (position: string): void => void build.events.set(position, isBad);
      const times = random() < 0.2 ? 2 : 1;
      for (let time = 0; time < times; time++) {
        placed.push({ value, place: number + 6 * random(), appended });
      }
    }
    if (random() < 0.1) {
      placed.push({ value: 'poison', place: number, appended: (at) => void poison.push(at) });
    }
  }
  for (const { value, appended } of placed.sort((a, b) => a.place - b.place)) {
    appended(log.append(Math.floor(partitions * random()), value));
  }
  return { builds, poison };
}

function drawBuild(number: number, random: Random): FatedBuild {
  const shards = 1 + Math.floor(3 * random());
  const shape = { repository: 'acme/sync', runId: `${number}`, testsPerShard: 1, repeats: 2 };
  const build = makeBuild({ ...shape, shards }, random);
  const lost = build.records.filter(() => random() < 0.2);
  const refusedTest = random() < 0.4 ? `test ${Math.floor(shards * random())}.0` : undefined;
  const records = build.records.filter((record) => !lost.includes(record));
  return { ...build, records, lost, refusedTest, events: new Map() };
}
