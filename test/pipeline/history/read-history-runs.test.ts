import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepMeaning } from '../../../src/pipeline/history/read-history-runs.ts';
import { readLastBuilds } from '../../../src/pipeline/history/read-last-builds.ts';
import type { MetricMeaning } from '../../../src/store/series-point.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { makeFolder } from '../../make-folder.ts';
import { makePoint, makeStoredBuild, noonMs, writeAll } from '../../store/make-build.ts';

const metric = 'bundle.size';
const size: MetricMeaning = { name: metric, unit: 'bytes', direction: 'lower', kind: 'gauge' };

interface Drawn extends Partial<MetricMeaning> {
  /** On the branch; those of a pull request have none. */
  place?: number;
}

/** What is kept of builds that ran in this order, each with what the metric meant in it. */
function keep(drawn: readonly Drawn[]) {
  const builds = drawn.map(({ place, ...meaning }, i) => ({
    build: makeStoredBuild(i, {
      ...{ runId: `run ${i}`, commit: place === undefined ? `aside ${i}` : `c${place}` },
      metrics: [{ ...size, ...meaning }],
    }),
    sides: {},
  }));
  const places = new Map(drawn.map(({ place }) => [`c${place}`, place]));
  const kept = keepMeaning(builds, metric, (commit) => places.get(commit));
  return { ...kept, builds: kept.builds.map(({ build }) => build.runId) };
}

const onBranch = (all: readonly Drawn[]): Drawn[] => all.map((one, place) => ({ place, ...one }));

test('builds of another unit are another series, of which is told until when it went', () => {
  const { builds, formerly, meaning } = keep(onBranch([{ unit: 'count' }, { unit: 'ns' }, {}, {}]));
  expect(builds).toEqual(['run 2', 'run 3']);
  expect(formerly).toMatchObject({ unit: 'ns', direction: 'lower', commit: 'c2' });
  expect(meaning).toMatchObject({ unit: 'bytes' });
});

test('so are those in which more was better', () => {
  const { builds, formerly } = keep(onBranch([{}, { direction: 'higher' }, {}]));
  expect(builds).toEqual(['run 0', 'run 2']);
  expect(formerly).toMatchObject({ unit: 'bytes', direction: 'higher', commit: 'c2' });
});

test('a pull request that measures in another unit changes nothing about the branch', () => {
  const { builds, formerly } = keep([{ place: 0 }, { place: 1 }, { unit: 'count' }]);
  expect(builds).toEqual(['run 0', 'run 1']);
  expect(formerly).toBeUndefined();
});

test('the order of commits counts, not when they were measured', () => {
  const { builds, formerly } = keep([{ place: 1 }, { place: 2 }, { place: 0, unit: 'count' }]);
  expect(builds).toEqual(['run 0', 'run 1']);
  expect(formerly).toMatchObject({ unit: 'count', commit: 'c1' });
});

test('a build that does not say what the metric meant belongs to the others', () => {
  const { builds, formerly } = keep(onBranch([{}, { name: 'other' }, {}]));
  expect(builds).toEqual(['run 0', 'run 1', 'run 2']);
  expect(formerly).toBeUndefined();
});

const name = 'bundle.size';
const meaningOfSize = { name, unit: 'bytes', direction: 'lower', kind: 'gauge' } as const;

test('builds that measured it under a former name are among them, each once', async () => {
  const store = openSqliteStore({ file: join(makeFolder(), 'series.sqlite') });
  const measured = (i: number, ...names: string[]) => ({
    build: makeStoredBuild(i, {
      ...{ runId: `run ${i}`, atMs: noonMs + i * 60_000, metrics: [meaningOfSize] },
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
