import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { Profile, Side } from '../../src/contract/documents.ts';
import { makeProfile, makeRecord } from './make-record.ts';
import { makePlatformRecords, platforms } from './platform-records.ts';

test('a test that several platforms measured as planned has series and an outcome on each', () => {
  const { problems, series, shards, tests } = aggregateRecords(makePlatformRecords());
  expect(shards).toEqual({ total: 3, received: [0, 1, 2], missing: [] });
  expect(series.map(({ metric, platform }) => `${metric} ${platform}`)).toEqual(
    platforms.flatMap((one) => [`latency ${one}`, `cpu.total ${one}`]),
  );
  expect(tests.map(({ after, name, platform }) => [name, platform, after.passed])).toEqual(
    platforms.map((one) => ['upload', one, 12]),
  );
  // Each system has its own source of CPU time, which is no fault of the build.
  expect(problems.map(({ code }) => code)).not.toContain('metric-source-differs');
  expect(problems.map(({ code }) => code)).not.toContain('test-in-two-shards');
});

test('what moved the counts of a test, and what explains it, is said of each platform', () => {
  const moved = { test: 'upload', between: 'sides' as const, functions: [] };
  const counting = { tool: 'callgrind', settings: [], profiles: [], functions: [moved] };
  const seen = { test: 'upload', of: 'time' as const, profiler: 'perf', pairs: 5, functions: [] };
  const explanation = { ...seen, samples: { before: 10, after: 20 }, before: 1e9, after: 2e9 };
  const records = makePlatformRecords().map((record) => {
    return { ...record, counting, explanations: [explanation] };
  });
  const { explanations, functions } = aggregateRecords(records);
  expect(functions).toEqual(platforms.map((platform) => ({ ...moved, platform })));
  expect(explanations).toEqual(platforms.map((platform) => ({ ...explanation, platform })));
});

test('of a metric the least exact source of any platform is in the catalogue', () => {
  const { metrics } = aggregateRecords(makePlatformRecords());
  expect(metrics.find(({ name }) => name === 'cpu.total')).toMatchObject({ source: 'wait4' });
});

test('a platform that left no record is named', () => {
  const [linux, macos] = makePlatformRecords();
  const { problems, shards } = aggregateRecords([linux, macos].flatMap((one) => one ?? []));
  expect(shards.missing).toEqual([2]);
  expect(problems).toContainEqual({
    code: 'missing-shard',
    message: 'shard 3 of 3 is missing: its tests were not compared',
    platform: 'win32-x64',
  });
});

test('a shard that another platform measured is left out and named', () => {
  const [linux, macos, windows] = makePlatformRecords();
  if (linux === undefined || macos === undefined || windows === undefined) throw new Error('three');
  const { problems, shards } = aggregateRecords([linux, macos, { ...windows, host: linux.host }]);
  expect(shards.missing).toEqual([2]);
  expect(problems.map(({ message }) => message)).toContain(
    'run run-of-win32-x64 (shard 3 of 3) was left out: it is the shard of win32-x64, and was measured on linux-x64',
  );
});

test('a shard that knows of no platforms is left out, and why is said', () => {
  const [linux, macos, windows] = makePlatformRecords();
  if (linux === undefined || macos === undefined || windows === undefined) throw new Error('three');
  const { platforms: _, ...plan } = windows.plan;
  const { problems } = aggregateRecords([linux, macos, { ...windows, plan }]);
  expect(problems.map(({ message }) => message)).toContain(
    'run run-of-win32-x64 (shard 3 of 3) was left out: it is planned for one platform, and the build for linux-x64, darwin-arm64, win32-x64',
  );
});

test('a test that fails on one platform has failed there, whatever others say', () => {
  const { problems, tests } = aggregateRecords(makePlatformRecords({ failing: 'win32-x64' }));
  expect(tests.map(({ after, platform }) => [platform, after.failed])).toEqual([
    ['linux-x64', 0],
    ['darwin-arm64', 0],
    ['win32-x64', 12],
  ]);
  expect(problems).toContainEqual(
    expect.objectContaining({ code: 'executions-not-passed', platform: 'win32-x64' }),
  );
});

test('without several platforms in the plan a test in two shards counts once', () => {
  const records = makePlatformRecords().map((record) => ({
    ...record,
    plan: { ...record.plan, platforms: undefined },
  }));
  const { problems, series } = aggregateRecords(records);
  expect(new Set(series.map(({ platform }) => platform))).toEqual(new Set(['linux-x64']));
  expect(problems.filter(({ code }) => code === 'test-in-two-shards')).toHaveLength(2);
});

const called = (side: Side, ...names: string[]): Profile =>
  makeProfile(side, 0, 5, {
    spans: names.map((span) => ({
      ...{ span, annotations: {}, occurrences: 1, values: { latency: 5 } },
      parent: names[0] as string,
    })),
  });

function fold(before: Profile, after: Profile) {
  const record = makeRecord([before, after]);
  record.plan.renamed = [{ test: 'upload', spans: { hash: ['digest', 'sum'] } }];
  const { problems, series } = aggregateRecords([record]);
  const codes = problems.map(({ code }) => code).filter((code) => code.startsWith('span-'));
  return { codes, series: series.map((one) => [one.span, one.before[0], one.after[0]]) };
}

test('a span that the change calls otherwise is compared with what it was', () => {
  expect(fold(called('before', 'work', 'digest'), called('after', 'work', 'hash'))).toEqual({
    codes: [],
    series: [
      ['work', 5, 5],
      ['hash', 5, 5],
    ],
  });
});

test('a former name that the change measures too stays a span of its own', () => {
  expect(fold(called('before', 'digest'), called('after', 'digest', 'hash'))).toEqual({
    codes: ['span-not-renamed'],
    series: [
      ['digest', 5, 5],
      ['hash', null, 5],
    ],
  });
});

test('of two former names that were measured the newest goes on, and the other one ends', () => {
  expect(fold(called('before', 'digest', 'sum'), called('after', 'hash'))).toEqual({
    codes: [],
    series: [
      ['hash', 5, 5],
      ['sum', 5, null],
    ],
  });
});

test('a former name that was never measured is told', () => {
  const { codes, series } = fold(
    called('before', 'work', 'digset'),
    called('after', 'work', 'hash'),
  );
  expect(codes).toEqual(['span-not-renamed']);
  expect(series).toHaveLength(3);
});
