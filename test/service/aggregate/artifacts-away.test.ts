/** The folder of the artifacts is out of reach, or a part of it. */
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openArtifacts } from '../../../src/service/backends/open-artifacts.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { ArtifactsUnavailable } from '../../../src/transport/artifacts/artifact-store.ts';
import { makeBuild } from '../make-builds.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { storeShard } from '../store-shard.ts';
import { hurried, type RunningAggregation, startHere } from './start-aggregation.ts';
import type { AggregationPorts } from '../../../src/service/aggregate/ports.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

/** Starts with a build whose artifacts are stored; `spoil` makes them unreadable before its events come. */
async function start(ports: Partial<AggregationPorts>, spoil: (artifacts: string) => void) {
  service = startHere({ ports: { ...hurried, ...ports } });
  const shape = { repository: 'acme/sync', runId: '1', shards: 1, testsPerShard: 1, repeats: 3 };
  const { key, records } = makeBuild(shape, createRandom(5));
  const events = records.map((record) => storeShard(service.artifacts, key, record));
  spoil(service.artifacts);
  await service.append(...events);
  // Beyond the tries after which an artifact counts as absent, and a defect as one.
  await service.until(() => service.metrics.retries.value({ of: 'artifacts' }) >= 6);
  expect(await service.queue.deadLetters.list()).toEqual([]);
  expect(service.listAway()).toHaveLength(1);
  return async () => {
    await service.untilDone();
    const stored = await service.store.readBuild(key);
    expect(stored && listPoints(stored)).toEqual(foldPlainly(key, records));
    expect(await service.queue.deadLetters.list()).toEqual([]);
    expect(service.listAway()).toEqual([]);
  };
}

test.each([
  ['is not there', () => undefined],
  ['is the empty place of a disk', (artifacts: string) => mkdirSync(artifacts)],
  ['cannot be read', (artifacts: string) => symlinkSync(artifacts, artifacts)],
])('a folder of artifacts that %s is waited for, and nothing is lost', async (_what, replace) => {
  const expectStored = await start({}, (artifacts) => {
    renameSync(artifacts, `${artifacts}-away`);
    replace(artifacts);
  });
  rmSync(service.artifacts, { recursive: true, force: true });
  renameSync(`${service.artifacts}-away`, service.artifacts);
  await expectStored();
});

test('an artifact that the machine does not let us read is waited for, and is no defect', async () => {
  let isLocked = true;
  const expectStored = await start(
    {
      openArtifacts: (...asked) => {
        const { openArtifacts: open } = openArtifacts({ directory: service.artifacts });
        const real = open(...asked);
        const refuse = new ArtifactsUnavailable({ seen: 'it cannot be read (EACCES)' });
        return {
          ...real,
          read: async (...which) => (isLocked ? Promise.reject(refuse) : real.read(...which)),
        };
      },
    },
    () => undefined,
  );
  expect(service.lines.map(({ message }) => message)).not.toContain(
    'a build could not be processed',
  );
  isLocked = false;
  await expectStored();
});

test('a folder of its own that has no artifact yet makes no outage', async () => {
  service = startHere();
  const folder = { directory: join(service.artifacts, 'none'), ownsDirectory: true as const };
  const key = { repository: 'acme/sync', suite: 'sync', runId: '1' };
  const { signal } = new AbortController();
  const listing = openArtifacts(folder).openArtifacts(key, 'directory', signal).list();
  await expect(listing).rejects.not.toBeInstanceOf(ArtifactsUnavailable);
});
