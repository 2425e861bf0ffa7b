import { expect, test } from 'vitest';
import { readEvent } from '../../../src/service/aggregate/run-aggregation.ts';
import { readExample } from '../../contract/corpus.ts';

const read = (value: string) => readEvent({ key: '', value, position: 'log/0/7', receivedAtMs: 0 });

test('that a shard is done is ours; that a build is aggregated is not', () => {
  expect(read(readExample('build-event', 'valid', 'shard-done'))).toMatchObject({
    kind: 'shard',
    build: { repository: 'acme/sync', runId: '812' },
    shard: { index: 0, total: 4 },
  });
  expect(read(readExample('build-event', 'valid', 'aggregated'))).toEqual({ kind: 'not-for-us' });
});

test.each([
  ['no JSON', 'hello', /log\/0\/7: not JSON/],
  ['nothing', '', /not JSON/],
  ['another document', '{"schema":"perigee/verdict"}', /perigee\/verdict document/],
  ['a newer version', readExample('build-event', 'invalid', 'newer-version'), /version/],
  ['more than any event has', `"${'x'.repeat(70_000)}"`, /70002 characters/],
  ['too deep', '['.repeat(100), /nested/],
  [
    'a shard that cannot be',
    readExample('build-event', 'valid', 'shard-done').replace('"index": 0', '"index": 4'),
    /shard 5 of 4/,
  ],
])('a message with %s is poison, and says why in one line', (_what, value, why) => {
  const event = read(value);
  expect(event).toEqual({ kind: 'poison', why: expect.stringMatching(why) as string });
  expect(JSON.stringify(event)).not.toContain('\\n');
});
