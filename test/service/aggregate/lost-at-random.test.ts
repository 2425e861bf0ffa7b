/**
 * Partitions are lost and come back wherever something is awaited, while artifacts are damaged and the store
 * refuses points. Each event ends in the store with its points, or among the dead letters with its reason.
 */
import { afterEach, expect, test } from 'vitest';
import { openArtifacts } from '../../../src/service/backends/open-artifacts.ts';
import { createRandom, type Random } from '../../../src/stats/random.ts';
import { countTrials } from '../../nightly.ts';
import { type MadeBuild, makeBuild } from '../make-builds.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { storeShard } from '../store-shard.ts';
import { type FickleLog, listCodes, openFickleLog } from './fickle-log.ts';
import { refusePoints } from './refuse-points.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

/** A build whose events lie in the log; what is damaged of it is `lost`. */
interface FatedBuild extends MadeBuild {
  /** Of which the store takes no point. */
  refusedTest: string | undefined;
  /** Position of each event, and whether its artifact is damaged. */
  events: Map<string, boolean>;
}

interface Fates {
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
function drawFates(
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

const rounds = countTrials({ byNight: 8, byDay: 2 });
const builds = 30;
const partitions = 3;
/** In each round, before it is left in peace. */
const losses = 60;

let service: RunningAggregation;
afterEach(() => service.stop());

/** Loses partitions and gives them back, now and then, for as long as it may. */
function startMeddling(log: FickleLog, random: Random) {
  let left = losses;
  const giveSome = async (share: number): Promise<void> => {
    for (let number = 0; number < partitions; number++) {
      if (!log.isGiven(number) && random() < share) await log.give(number);
    }
  };
  const loseOne = (): void => {
    const number = Math.floor(partitions * random());
    if (left === 0 || !log.isGiven(number) || random() < 0.6) return;
    left -= 1;
    log.lose(number, random() < 0.7);
  };
  const meddle = async (): Promise<void> => {
    loseOne();
    await giveSome(0.4);
  };
  return {
    loseOne,
    amid: async <T>(act: () => Promise<T>): Promise<T> => {
      await meddle();
      const result = await act();
      await meddle();
      return result;
    },
    /** @returns whether nothing is left to be tried */
    goOn: async () => {
      const isOver = left === 0 || (await log.source.lag()).messages === 0;
      await giveSome(isOver ? 1 : 0.2);
      return isOver;
    },
    countLost: () => losses - left,
  };
}

function start(seed: number): { log: FickleLog; fates: Fates; meddling: Meddling } {
  const random = createRandom(seed);
  const log = openFickleLog(partitions);
  const meddling = startMeddling(log, random);
  const { amid, loseOne } = meddling;
  const letters = () => service.queue.deadLetters;
  service = startHere({
    limits: { quietMs: 20, deadlineMs: 100, workers: 2 },
    ports: {
      source: log.source,
      log: { name: 'told', append: () => amid(async () => undefined) },
      openArtifacts: (...which) => {
        const found = openArtifacts({ directory: service.artifacts }).openArtifacts(...which);
        return { ...found, list: () => amid(found.list) };
      },
      deadLetters: {
        ...{ name: 'letters', list: () => letters().list(), show: (id) => letters().show(id) },
        ...{ replay: (ids) => letters().replay(ids), purge: (ids) => letters().purge(ids) },
        put: async (letter) => {
          loseOne();
          // Then its batch comes again, with what is held of it.
          if (letter.message.value === 'poison' && random() < 0.5) throw new Error('not now');
          const id = await letters().put(letter);
          loseOne();
          return id;
        },
      },
    },
    wrap: (store) => {
      const write = refusePoints(
        store,
        ({ runId }, { test }) => fates.builds.get(runId)?.refusedTest === test,
      );
      return { write: (...given) => amid(() => write(...given)) };
    },
  });
  const fates = drawFates(seed, builds, service.artifacts, { log, partitions });
  return { log, fates, meddling };
}
type Meddling = ReturnType<typeof startMeddling>;

/** @returns how many letters there are */
async function expectEnds({ builds: all, poison }: Fates): Promise<number> {
  const codes = await listCodes(service.queue.deadLetters);
  // Of what is no event the reason begins with the place.
  const expected = Object.fromEntries(poison.map((position) => [position, position]));
  for (const { key, records, refusedTest, events } of all.values()) {
    const lines = records.length === 0 ? [] : foldPlainly(key, records);
    const taken = lines.filter((line) => !line.startsWith(`["${refusedTest}"`));
    const stored = await service.store.readBuild(key);
    expect({ key, lines: stored === undefined ? [] : listPoints(stored) }).toEqual({
      ...{ key, lines: taken },
    });
    for (const [position, isBad] of events) {
      if (isBad) expected[position] = 'artifact-digest-mismatch';
    }
    // Any sound event may stand for them, and after a loss another one too.
    const standing = [...events].filter(
      ([position, isBad]) => !isBad && codes[position] === 'points-refused',
    );
    const areRefused = taken.length < lines.length;
    expect({ key, areTold: standing.length > 0 }).toEqual({ key, areTold: areRefused });
    for (const [position] of standing) expected[position] = 'points-refused';
  }
  expect(codes).toEqual(expected);
  return Object.keys(codes).length;
}

const first = Number(process.env['PERIGEE_SEED'] ?? 71);

test.each(Array.from({ length: rounds }, (_, round) => first + round))(
  'whatever is lost, comes back, is damaged and refused, no event ends nowhere: seed %i',
  async (seed) => {
    const { log, fates, meddling } = start(seed);
    await service.until(meddling.goOn);
    await meddling.goOn();
    await service.untilDone();
    const letters = await expectEnds(fates);
    console.log(
      `seed ${seed}: ${meddling.countLost()} losses, ${log.messages.length} events, ${letters} letters`,
    );
    // Or nothing was tried.
    expect(meddling.countLost()).toBeGreaterThan(losses / 4);
  },
);
