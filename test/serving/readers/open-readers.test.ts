import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserError } from '../../../src/contract/user-error.ts';
import { openReaders } from '../../../src/serving/readers/open-readers.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { ArtifactRefused } from '../../../src/transport/artifacts/artifact-store.ts';
import { exampleText } from '../../suite/example-suite.ts';
import { hostileSuites, nearMisses, slowPatterns } from './hostile-suites.ts';

/** As with NODE_OPTIONS=--max-old-space-size=256. */
const heapBytes = 448 * 2 ** 20;

let readers: ReturnType<typeof openReaders>;
beforeAll(() => {
  readers = openReaders(heapBytes);
});
afterAll(() => readers.close());

async function readError(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([
  ...hostileSuites,
  ['rules that nearly match tests', nearMisses(10_000, 10_000)],
  ['rules of many stars', slowPatterns(5_000, 5_000)],
] as const)(
  'a file of nothing but %s is refused, and this process neither dies nor waits',
  { timeout: 600_000 },
  async (_, text) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const error = await readError(readers.parseSuite(text, 'perigee.yml'));
    delay.disable();
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message.length).toBeLessThan(50_000);
    expect(await readers.parseSuite(exampleText, 'perigee.yml')).toMatchObject({ name: 'sync' });
    // Reading any of these here takes seconds. What is left is noise, of which a busy machine has much.
    expect(delay.percentile(99) / 1e6).toBeLessThan(1000);
  },
);

test('what is read is what this process would have read, with its errors and their places', async () => {
  const suite = await readers.parseSuite(exampleText, '/repository/perigee.yml');
  expect(suite).toEqual(parseSuite(exampleText, '/repository/perigee.yml'));
  const wrong = exampleText.replace('suite:', 'suit:');
  const here = await readError(Promise.resolve().then(() => parseSuite(wrong, 'perigee.yml')));
  const there = (await readError(readers.parseSuite(wrong, 'perigee.yml'))) as UserError;
  expect(there).toBeInstanceOf(UserError);
  expect(there.message).toBe((here as UserError).message);
  expect(there.facts).toEqual((here as UserError).facts);
});

test('the same file of many branches is read once', async () => {
  const [one, two] = [1, 2].map(() => readers.parseSuite(`${exampleText}# same`, 'perigee.yml'));
  expect(await one).toBe(await two);
  expect(await readers.parseSuite(`${exampleText}# same`, 'perigee.yml')).toBe(await one);
});

function packBomb(record: string) {
  const packed = gzipSync(record);
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const event = {
    ...{ schema: 'perigee/build-event', version: 1, id: 'shard-done-1', kind: 'shard-done' },
    emittedAt: '2026-11-22T00:00:00Z',
    build: { repository: 'acme/sync', suite: 'sync', runId: '1' },
    shard: {
      ...{ index: 0, total: 1, attempt: 1, planDigest: '0'.repeat(64) },
      artifact: { store: 'github', location: 'x', sha256, bytes: packed.length },
    },
  };
  return new Map([
    ['event.json', Buffer.from(JSON.stringify(event))],
    ['run-record.json.gz', packed],
  ]);
}

test.each([
  ['objects', `{"x":[${'{},'.repeat(20_000_000)}{}]}`],
  ['lists in lists', '['.repeat(10_000_000)],
  ['keys of their own', `{${Array.from({ length: 600_000 }, (_, i) => `"k${i}":{}`).join()}}`],
  ['blanks', `${' '.repeat(60_000_000)}1`],
])('a record of 60 MB with nothing but %s is refused', { timeout: 600_000 }, async (_, record) => {
  const origin = { repository: 'acme/sync', runId: '1' };
  const contents = packBomb(record);
  const limits = { ...artifactLimits, maxInflation: 100_000 };
  const error = await readError(readers.unpackArtifact('x', contents, origin, limits));
  expect(error).toBeInstanceOf(ArtifactRefused);
  expect(await readers.parseSuite(exampleText, 'perigee.yml')).toMatchObject({ name: 'sync' });
});
