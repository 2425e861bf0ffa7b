import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLastBuilds } from '../../../src/pipeline/history/read-last-builds.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { makeFolder } from '../../make-folder.ts';
import { makePoint, makeStoredBuild, noonMs, writeAll } from '../../store/make-build.ts';

const name = 'bundle.size';
const size = { name, unit: 'bytes', direction: 'lower', kind: 'gauge' } as const;

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
