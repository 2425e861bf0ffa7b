import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLastBuilds } from '../../../src/pipeline/history/read-last-builds.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { makeFolder } from '../../make-folder.ts';
import { makePoint, makeStoredBuild, noonMs, writeAll } from '../../store/make-build.ts';

const name = 'bundle.size';
const size = { name, unit: 'bytes', direction: 'lower', kind: 'gauge' } as const;

/** Four builds, each with what the metric meant in it. */
async function readBuilds(meanings: readonly object[]) {
  const store = openSqliteStore({ file: join(makeFolder(), 'series.sqlite') });
  const builds = meanings.map((meaning, i) => ({
    build: makeStoredBuild(i, {
      ...{ runId: `run ${i}`, atMs: noonMs + i * 60_000 },
      metrics: [{ ...size, ...meaning }],
    }),
    points: [makePoint({ side: 'after', values: { [name]: 512 } })],
  }));
  await writeAll(store, ...builds);
  const [span] = await store.listSpans(builds[0]!.build.repository);
  const read = await readLastBuilds(store, span!, name, 10);
  await store.close();
  return read.map(({ build, formerly }) => [build.runId, ...(formerly ? [formerly] : [])]);
}

test('builds of another unit are another series, whose last unit is told', async () => {
  expect(await readBuilds([{ unit: 'count' }, { unit: 'count' }, {}, {}])).toEqual([
    ['run 2', expect.objectContaining({ unit: 'count', direction: 'lower' })],
    ['run 3'],
  ]);
});

test('so are those in which more was better', async () => {
  expect(await readBuilds([{}, { direction: 'higher' }, {}, {}])).toEqual([
    ['run 2', expect.objectContaining({ unit: 'bytes', direction: 'higher' })],
    ['run 3'],
  ]);
});

test('what always meant the same is one series, also where a build does not say it', async () => {
  expect(await readBuilds([{}, { name: 'other' }, {}])).toEqual([['run 0'], ['run 1'], ['run 2']]);
});

test('builds that measured it under a former name are among them, each once', async () => {
  const store = openSqliteStore({ file: join(makeFolder(), 'series.sqlite') });
  const measured = (i: number, ...names: string[]) => ({
    build: makeStoredBuild(i, {
      ...{ runId: `run ${i}`, atMs: noonMs + i * 60_000, metrics: [size] },
    }),
    points: names.map((test) => makePoint({ test, side: 'after', values: { [name]: i } })),
  });
  await writeAll(store, measured(0, 'old'), measured(1, 'old', 'new'), measured(2, 'new'));
  const spans = await store.listSpans(measured(0).build.repository);
  const now = spans.find(({ test }) => test === 'new')!;
  const former = [{ test: 'old', span: now.span }];
  const read = await readLastBuilds(store, { ...now, former }, name, 10);
  await store.close();
  expect(read.map(({ build, sides }) => [build.runId, sides.after?.repeats.length])).toEqual([
    ['run 0', 1],
    ['run 1', 1],
    ['run 2', 1],
  ]);
});
