import type { BuildEvent } from '../../src/contract/documents.ts';
import { createRandom, type Random } from '../../src/stats/random.ts';
import { makeBuild, type MadeBuild } from './make-builds.ts';
import { storeShard } from './store-shard.ts';

/** One message for the log. */
export interface Feeding {
  key: string;
  value: string;
}

export interface Feed {
  builds: MadeBuild[];
  /** In the order in which they are to be appended: duplicates, other orders, poison and all. */
  messages: Feeding[];
  /** Messages that have to end among the dead letters. */
  poisoned: string[];
}

const repositories = ['acme/sync', 'acme/web', 'small/tool'];

/**
 * Draws builds and the messages that tell of them. One of ten builds lacks a shard, one of ten has a
 * damaged one, every fifth event is told twice, and some messages are none.
 * @param root of the artifacts, which are all there at once
 */
export function drawFeed(seed: number, count: number, root: string): Feed {
  const random = createRandom(seed);
  const builds: MadeBuild[] = [];
  const placed: { at: number; message: Feeding }[] = [];
  const poisoned: string[] = [];
  for (let number = 0; number < count; number++) {
    const build = drawBuild(number, random);
    builds.push(build);
    const events = storeAll(build, root, random, poisoned);
    for (const event of events) {
      // The shards of a build come near each other, those of different builds mixed.
      const times = random() < 0.2 ? 2 : 1;
      for (let time = 0; time < times; time++) {
        placed.push({ at: number + 3 * random(), message: toMessage(event) });
      }
    }
    if (random() < 0.1) {
      const value = `poison ${number}`;
      poisoned.push(value);
      placed.push({ at: number, message: { key: `${number}`, value } });
    }
  }
  const messages = placed.sort((a, b) => a.at - b.at).map(({ message }) => message);
  return { builds, messages, poisoned };
}

function drawBuild(number: number, random: Random): MadeBuild {
  const repository = repositories[Math.floor(random() * repositories.length)] ?? 'acme/sync';
  return makeBuild(
    {
      ...{ repository, runId: `${number}` },
      shards: 1 + Math.floor(random() * 4),
      testsPerShard: 2,
      repeats: 5,
    },
    random,
  );
}

/** @returns the events of what was stored */
function storeAll(
  build: MadeBuild,
  root: string,
  random: Random,
  poisoned: string[],
): BuildEvent[] {
  const events: BuildEvent[] = [];
  const fate = random();
  const victim = build.records.at(-1);
  for (const record of build.records) {
    const isVictim = record === victim && build.records.length > 1;
    if (isVictim && fate < 0.1) build.lost.push(record);
    else if (isVictim && fate < 0.2) {
      const event = storeShard(root, build.key, record, (packed) => packed.subarray(0, 100));
      poisoned.push(JSON.stringify(event));
      events.push(event);
      build.lost.push(record);
    } else events.push(storeShard(root, build.key, record));
  }
  build.records = build.records.filter((record) => !build.lost.includes(record));
  return events;
}

export function toMessage(event: BuildEvent): Feeding {
  const { repository, suite, runId } = event.build;
  return { key: JSON.stringify([repository, suite, runId]), value: JSON.stringify(event) };
}
