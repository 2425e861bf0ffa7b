/** Each spoiled artifact ends as a dead letter with its reason, and nothing else suffers for it. */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { BuildEvent, BuildKey, RunRecord } from '../../../src/contract/documents.ts';
import { openArtifacts } from '../../../src/service/backends/open-artifacts.ts';
import { createRandom, type Random } from '../../../src/stats/random.ts';
import { buildFolder } from '../../../src/transport/artifacts/directory.ts';
import { startRun } from '../../transport/github/ask-facts.ts';
import { storeZip, zipOf } from '../../transport/artifacts/github-artifacts.ts';
import { origin, packShard } from '../../transport/artifacts/make-run.ts';
import { expectPlainFold } from '../compare-store.ts';
import { makeBuild, type MadeBuild } from '../make-builds.ts';
import { storeShard } from '../store-shard.ts';
import { spoiledFolders, spoiledUploads } from './spoiled-artifacts.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

interface Told {
  builds: MadeBuild[];
  events: BuildEvent[];
  /** The event as it is in the log → why it has to be put aside. */
  spoiled: Map<string, RegExp>;
}

async function expectAside({ builds, events, spoiled }: Told, random: Random): Promise<void> {
  await service.append(
    ...events
      .map((event) => ({ event, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ event }) => event),
  );
  await service.untilDone();
  const points = await expectPlainFold(service.store, builds);
  const letters = await service.queue.deadLetters.list();
  expect(letters).toHaveLength(spoiled.size);
  for (const { message, reason } of letters) expect(reason).toMatch(spoiled.get(message.value)!);
  console.log(`${builds.length} builds, ${points} points, ${letters.length} letters`);
}

/** What is spoiled is in no record that anybody can use. */
const without = (key: BuildKey, records: RunRecord[], lost: RunRecord): MadeBuild => ({
  ...{ key, lost: [lost] },
  records: records.filter((record) => record !== lost),
});

test('folders: truncated, corrupted, wrong, bombs and ways out are told by name', async () => {
  const seed = 51;
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  // An attempt that comes after its build was written without a spoiled shard waits for that one again.
  service = startHere({ limits: { quietMs: 300, deadlineMs: 1_000 } });
  const told: Told = { builds: [], events: [], spoiled: new Map() };
  for (const [index, [what, reason, spoil]] of spoiledFolders.entries()) {
    const shape = { shards: 2, testsPerShard: 1, repeats: 4 };
    const draw = (runId: string) => makeBuild({ repository: 'acme/sync', runId, ...shape }, random);
    const [bad, good] = [draw(`${index}`), draw(`${index}-good`)];
    const { key, records } = bad;
    const events = records.map((record) => storeShard(service.artifacts, key, record));
    const last = events.at(-1)!;
    spoil(join(buildFolder(service.artifacts, key), last.shard!.artifact.location), random);
    told.spoiled.set(JSON.stringify(last), reason);
    told.builds.push(without(key, records, records.at(-1)!), good);
    told.events.push(...events);
    told.events.push(...good.records.map((each) => storeShard(service.artifacts, good.key, each)));
    expect(what).not.toBe('');
  }
  await expectAside(told, random);
});

test('uploads to GitHub: truncated, corrupted, expired, bombs and ways out are told by name', async () => {
  const seed = 52;
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const { record } = await packShard(0, 1, 1);
  const run = { event: 'push', head_branch: 'main', head_sha: record.after.commit };
  const github = await startRun(run);
  github.commits.set(record.after.commit, {});
  const access = { apiUrl: github.url, credentials: { token: github.tokens.plain } };
  service = startHere({ ports: openArtifacts({ directory: 'unused', github: access }) });
  const told: Told = { builds: [], events: [], spoiled: new Map() };
  for (const [index, [what, reason, spoil]] of spoiledUploads.entries()) {
    // One run, and a suite for each fault.
    const suite = `suite-${index}`;
    const shards = await Promise.all([packShard(0, 2, 1, suite), packShard(1, 2, 1, suite)]);
    const ids = shards.map((shard) => storeZip(github, shard.name, zipOf(shard)));
    const victim = random() < 0.5 ? 0 : 1;
    spoil({ github, id: ids[victim]!, zip: zipOf(shards[victim]) }, random);
    told.spoiled.set(JSON.stringify(shards[victim].event), reason);
    const records = shards.map((shard) => shard.record);
    told.builds.push(without({ ...origin, suite }, records, records[victim]!));
    told.events.push(...shards.map((shard) => shard.event));
    expect(what).not.toBe('');
  }
  await expectAside(told, random);
});

test('an event whose build leads out of the folder of artifacts reads nothing there', async () => {
  service = startHere();
  const shape = { shards: 1, testsPerShard: 1, repeats: 3 };
  const build = makeBuild({ repository: 'acme/sync', runId: '1', ...shape }, createRandom(53));
  const [event] = build.records.map((each) => storeShard(service.artifacts, build.key, each));
  const outside = ['../../acme/sync', '..', 'acme/sync/../sync', '/etc'].map((repository) => ({
    ...event!,
    build: { ...build.key, repository },
  }));
  await service.append(...outside, { ...event!, build: { ...build.key, runId: '../sync/1' } });
  await service.untilDone();
  expect(await service.queue.deadLetters.list()).toHaveLength(5);
  expect(await service.store.readBuild(build.key)).toBeUndefined();
});
