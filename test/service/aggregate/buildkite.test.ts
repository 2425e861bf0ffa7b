/** Artifacts and facts from Buildkite, as its API gives them: from the event to the stored points. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openArtifacts } from '../../../src/service/backends/open-artifacts.ts';
import {
  packArtifact,
  type PackedArtifact,
} from '../../../src/transport/artifacts/pack-artifact.ts';
import {
  type FakeBuildkite,
  hostsOf,
  startFakeBuildkite,
  storeFile,
} from '../../servers/ci/fake-buildkite.ts';
import { makeFolder, makeRecord, makeRun, now } from '../../transport/artifacts/make-run.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

const origin = { repository: 'acme/sync', runId: 'acme/sync/42' };
const key = { ...origin, suite: 'sync' };

/** @param isNamed whether the settings name the host of the storage */
async function start({ isNamed = true } = {}): Promise<FakeBuildkite> {
  const buildkite = await startFakeBuildkite();
  buildkite.build['commit'] = makeRecord().after.commit;
  const { url: apiUrl, token } = buildkite;
  const ports = openArtifacts({
    directory: 'unused',
    buildkite: { apiUrl, token, hosts: isNamed ? hostsOf(buildkite) : [] },
  });
  service = startHere({ ports });
  return buildkite;
}

/** As the plugin packs it, and the agent uploads it from wherever it lies. */
async function upload(
  buildkite: FakeBuildkite,
  index: number,
  attempt = 1,
  changes: Record<string, unknown> = {},
): Promise<PackedArtifact> {
  const record = makeRecord({ suite: 'sync', shard: { index, total: 2, attempt } });
  const [runFolder, into] = [makeRun(record), makeFolder()];
  const packed = await packArtifact({ runFolder, into, build: origin, store: 'buildkite', now });
  for (const { name } of packed.files) {
    const content = readFileSync(join(packed.folder, name));
    storeFile(buildkite, `.perigee/artifacts/${packed.name}/${name}`, content, changes);
  }
  return packed;
}

test('a build is stored with its artifacts and with what Buildkite knows of it', async () => {
  const buildkite = await start();
  const shards = [await upload(buildkite, 0), await upload(buildkite, 1)];
  await service.append(...shards.map(({ event }) => event));
  await service.untilDone();
  const stored = await service.store.readBuild(key);
  const records = shards.map(({ record }) => record);
  expect(stored && listPoints(stored)).toEqual(foldPlainly(key, records));
  expect(stored?.build).toMatchObject({
    ...{ commit: records[0]!.after.commit, branch: 'main', branchKind: 'default' },
    atMs: Date.parse('2026-11-21T10:00:00.874Z'),
    author: 'Mona Lisa',
    links: { build: 'https://buildkite.com/acme/sync/builds/42' },
    isComplete: true,
  });
  expect(service.told.map(({ aggregated }) => aggregated)).toEqual([
    { total: 2, received: [0, 1], missing: [] },
  ]);
});

test('a shard whose files are gone is put aside, and the other is stored', async () => {
  const buildkite = await start();
  const shards = [await upload(buildkite, 0), await upload(buildkite, 1, 1, { state: 'expired' })];
  await service.append(...shards.map(({ event }) => event));
  await service.untilDone();
  const stored = await service.store.readBuild(key);
  expect(stored && listPoints(stored)).toEqual(foldPlainly(key, [shards[0]!.record]));
  expect(stored?.build.isComplete).toBe(false);
  const letters = await service.queue.deadLetters.list();
  expect(letters.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^artifact-expired: perigee-sync-shard-2-of-2-attempt-1: /),
  ]);
});

test('what lies in a storage that the settings do not name is put aside, with what to change', async () => {
  const buildkite = await start({ isNamed: false });
  await service.append((await upload(buildkite, 0)).event, (await upload(buildkite, 1)).event);
  await service.untilDone();
  const letters = await service.queue.deadLetters.list();
  const why =
    /^artifact-unreachable: perigee-sync-shard-\d-of-2-attempt-1: it lies at 127\.0\.0\.1:\d+, .*artifacts\.buildkite\.hosts/;
  expect(letters.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(why),
    expect.stringMatching(why),
  ]);
  expect(buildkite.storage.requests).toEqual([]);
});

test('an attempt that no job was retried for is refused, until one was', async () => {
  const buildkite = await start();
  const shards = [await upload(buildkite, 0), await upload(buildkite, 1)];
  const retried = await upload(buildkite, 1, 2);
  await service.append(...[...shards, retried].map(({ event }) => event));
  await service.untilDone();
  const listReasons = async () =>
    (await service.queue.deadLetters.list()).map(({ reason }) => reason);
  expect(await listReasons()).toEqual([
    expect.stringMatching(/^artifact-of-another-build: .*attempt-2: the newest .* is 1$/),
  ]);
  expect((await service.store.readBuild(key))?.build.isComplete).toBe(true);
  buildkite.build['jobs'] = [
    {
      ...{ id: 'b63254c0-3271-4a98-8270-7cfbd6c2f14e', type: 'script', name: 'perf' },
      ...{
        state: 'passed',
        retries_count: 1,
        web_url: 'https://buildkite.com/acme/sync/builds/42#1',
      },
    },
  ];
  await service.queue.deadLetters.replay('all');
  await service.untilDone();
  expect(await listReasons()).toEqual([]);
});
