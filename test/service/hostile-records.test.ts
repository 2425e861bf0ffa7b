import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { BuildEvent } from '../../src/contract/documents.ts';
import { createRandom } from '../../src/stats/random.ts';
import { artifactFiles } from '../../src/transport/artifacts/artifact-limits.ts';
import { buildFolder } from '../../src/transport/artifacts/directory.ts';
import { describeShard } from '../../src/transport/artifacts/describe-shard.ts';
import { nameArtifact } from '../../src/transport/artifacts/name-artifact.ts';
import { openSqliteQueue } from '../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { makeBuild } from './make-builds.ts';
import { type RunningService, startService } from './start-service.ts';
import { storeShard } from './store-shard.ts';

function makeOne(runId: string) {
  const shape = { repository: 'acme/sync', runId, shards: 1, testsPerShard: 2, repeats: 5 };
  const { key, records } = makeBuild(shape, createRandom(1));
  const [record] = records;
  if (record === undefined) throw new Error('no record');
  return { key, record: { ...record, shard: { ...record.shard, attempt: 1 } } };
}

/** A record with 60 MB of empty objects, in a field that nobody knows: some 400 kB as it is stored. */
function storeBomb(root: string, runId: string): BuildEvent {
  const { key, record } = makeOne(runId);
  // What cannot be compressed keeps it below the limit of how much a record may grow.
  const more = `"pad":"${randomBytes(100_000).toString('hex')}","x":[${'{},'.repeat(20_000_000)}{}]}`;
  const packed = gzipSync(`${JSON.stringify(record).slice(0, -1)},${more}`, { level: 1 });
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const artifact = { store: 'directory', sha256, bytes: packed.length } as const;
  const event = describeShard(record, key, artifact, '2026-11-21T07:10:01Z');
  const folder = join(buildFolder(root, key), nameArtifact(record.suite, record.shard));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, artifactFiles.record), packed);
  writeFileSync(join(folder, artifactFiles.event), JSON.stringify(event));
  return event;
}

/** @returns ends it; each question was answered */
function watchHealth(service: RunningService): () => Promise<void> {
  const stop = new AbortController();
  const watching = (async () => {
    while (!stop.signal.aborted) {
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      await pause(10);
    }
  })();
  return () => {
    stop.abort();
    return watching;
  };
}

test('a service of 256 MB puts records aside that would not fit, answers meanwhile, and goes on', async () => {
  const data = mkdtempSync(join(tmpdir(), 'perigee-hostile-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const root = join(data, 'artifacts');
  const bombs = ['1', '2', '3'].map((runId) => storeBomb(root, runId));
  const service = await startService({
    ...{ PERIGEE_DATA: data, PERIGEE_QUIET: '1s' },
    NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=16',
  });
  const endWatching = watchHealth(service);
  const queue = openSqliteQueue({ file: join(data, 'events.sqlite') });
  const { signal } = new AbortController();
  const append = (event: BuildEvent): Promise<void> => queue.log.append(event, signal);
  for (const bomb of bombs) await append(bomb);
  const honest = makeOne('4');
  await append(storeShard(root, honest.key, honest.record));
  await expect.poll(() => queue.deadLetters.list()).toHaveLength(3);
  const isWritten = (): boolean =>
    service.lines.some(
      ({ message, build }) => message === 'wrote a build' && String(build).includes('"4"'),
    );
  await expect.poll(isWritten).toBe(true);
  for (const { reason } of await queue.deadLetters.list()) {
    expect(reason).toMatch(/^artifact-unexpected-content: .*more than \d+ values/);
  }
  // Counting, parsing and judging them here took 10 s and more, and then the process died.
  await endWatching();
  await queue.close();
  expect(await service.stop()).toBe(0);
});
