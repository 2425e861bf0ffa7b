import { expect, test } from 'vitest';
import type { BuildKey } from '../../../src/contract/documents.ts';
import type { Job } from '../../../bot/src/looks/job.ts';
import { takeBuildEvent } from '../../../bot/src/looks/take-build-event.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');
const build = { repository: 'acme/sync', suite: 'sync', runId: '812' };
const head = { schema: 'perigee/build-event', version: 1, id: 'e', build };
const emittedAt = '2026-11-21T10:00:00Z';
const aggregated = { total: 2, received: [0, 1], missing: [] };
const stored = JSON.stringify({ ...head, emittedAt, kind: 'aggregated', aggregated });

/** @returns which builds are searched for, and whether the message is done at once */
function take(value: string, ageMs = 0) {
  const searched: BuildKey[] = [];
  let isDone = false;
  const search = (asked: BuildKey): Job => {
    searched.push(asked);
    const place = { account: '7', owner: asked.repository };
    return { key: 'search', ...place, of: 'search', run: async () => [] };
  };
  const message = { key: 'k', value, position: '0/1', receivedAtMs: nowMs - ageMs };
  takeBuildEvent(message, () => (isDone = true), {
    jobs: { searchBuild: search },
    wake: () => undefined,
    nowMs: () => nowMs,
  });
  return { searched, isDone };
}

test('a build that is stored is searched for, and its message waits until that is done', () => {
  expect(take(stored)).toEqual({ searched: [build], isDone: false });
});

test('a build of Buildkite is searched for as well', () => {
  const other = { ...build, runId: 'acme/sync/812' };
  expect(take(stored.replace('"812"', '"acme/sync/812"')).searched).toEqual([other]);
});

test.each([
  ['a run that was handed in from a laptop', stored.replace('812', '20261121-100000-9a388038'), 0],
  ['a shard that is done', JSON.stringify({ ...head, emittedAt, kind: 'shard-done' }), 0],
  ['what is no event', 'hello', 0],
  ['what is larger than any event', stored + ' '.repeat(70_000), 0],
  ['an event of last week, which the sweep has seen', stored, 7 * 24 * 3_600_000],
])('%s is passed over', (_what, value, ageMs) => {
  expect(take(value, ageMs)).toEqual({ searched: [], isDone: true });
});
