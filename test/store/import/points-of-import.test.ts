import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../../src/adapters/read-results.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { findRecorded } from '../../adapters/recorded.ts';
import { historyFormats, pointsOfImport } from '../../../src/store/import/points-of-import.ts';

const documented = (file: string): string =>
  readFileSync(join(import.meta.dirname, 'documented', file), 'utf8');

function read(tool: string, text: string) {
  const format = historyFormats.find(({ name }) => name === tool);
  if (format === undefined) throw new Error(`there is no ${tool}`);
  const target = { repository: 'acme/sync', suite: 'sync', tool };
  const left: string[] = [];
  const imported = format.read(text, 'file', (what) => left.push(what));
  return { ...pointsOfImport(imported, target, readResults), left };
}

test('data.js gives a build for each commit of each name, with units and directions of ours', () => {
  const { builds, faults } = read('github-action-benchmark', documented('data.js.txt'));
  expect(faults).toEqual([]);
  expect(builds.map(({ build }) => [build.commit[0], build.atMs])).toEqual([
    ['1', 1_600_000_000_000],
    ['2', 1_600_000_600_000],
    ['1', 1_600_000_000_000],
  ]);
  expect(builds[0]?.points).toMatchObject([
    { test: 'Go', span: 'BenchmarkSort', values: { time: 325 }, platform: 'imported' },
    { span: 'BenchmarkSort - B/op', values: { b_per_op: 16 } },
  ]);
  expect(builds[2]?.build.metrics).toMatchObject([{ direction: 'higher' }]);
});

test('a report of Bencher gives a build whose iterations are repeats', () => {
  const { builds } = read('bencher', documented('bencher.json'));
  expect(builds).toHaveLength(1);
  expect(builds[0]?.build).toMatchObject({ branch: 'main', branchKind: 'default' });
  const annotations = { testbed: 'ubuntu-latest' };
  expect(builds[0]?.points).toMatchObject([
    { test: 'Sync', span: 'sort', annotations, repeat: 0, values: { time: 88 } },
    { span: 'sort', repeat: 1, values: { time: 89, throughput: 11 } },
  ]);
});

test('results of Conbench of one run are one build, with tags as annotations', () => {
  const { builds } = read('conbench', documented('conbench.json'));
  expect(builds).toHaveLength(1);
  expect(builds[0]?.build).toMatchObject({ branch: 'acme:faster', branchKind: 'other' });
  expect(builds[0]?.points[0]).toMatchObject({
    ...{ span: 'file-write', annotations: { compression: 'snappy', cpu_count: 2 } },
  });
  expect(builds[0]?.points[0]?.values['time']).toBeCloseTo(0.2e9, 0);
  expect(builds[0]?.points[1]?.span).toBe('file-read');
});

test('a results file of asv gives its benchmarks, with machine and environment', () => {
  const { builds } = read('asv', findRecorded('asv/v0.6.json'));
  expect(builds[0]?.points[0]).toMatchObject({
    span: 'words.Sort.time_sort',
    annotations: { machine: 'bench', param1: '100' },
  });
});

test('every imported build and point is marked, and cannot be in a series of ours', () => {
  const { builds } = read('github-action-benchmark', documented('data.js.txt'));
  for (const { build, points } of builds) {
    expect(build).toMatchObject({ importedFrom: 'github-action-benchmark' });
    expect(build.runId).toMatch(/^imported-github-action-benchmark-/);
    for (const { platform } of points) expect(platform).toBe('imported');
  }
});

test('the same file gives the same builds again', () => {
  const text = documented('data.js.txt');
  expect(read('github-action-benchmark', text)).toEqual(read('github-action-benchmark', text));
});

const dataOf = (benches: readonly object[]): string =>
  `window.BENCHMARK_DATA = ${JSON.stringify({
    entries: {
      Go: [{ commit: { id: '1'.repeat(40) }, date: 1_600_000_000_000, tool: 'go', benches }],
    },
  })}`;

test('a number that cannot be read is left out alone, and named', () => {
  const text = documented('data.js.txt').replace('"value": 330', '"value": "fast"');
  const { builds, faults } = read('github-action-benchmark', text);
  expect(builds).toHaveLength(2);
  expect(faults).toEqual([
    expect.stringMatching(/^222222222222, Go, BenchmarkSort.*value/) as string,
  ]);
  const benches = [
    { name: 'good', value: 1, unit: 'ns/op' },
    { name: 'bad', value: null, unit: 'ns/op' },
  ];
  const mixed = read('github-action-benchmark', dataOf(benches));
  expect(mixed.builds[0]?.points).toMatchObject([{ span: 'good', values: { time: 1 } }]);
  expect(mixed.faults).toEqual([expect.stringContaining(', Go, bad: ') as string]);
});

test('a value that is written as a text is read, and of several units of Go the first', () => {
  const benches = [
    { name: 'A', value: '43.0', unit: 'ns/op\t      16 B/op\t       1 allocs/op' },
    { name: 'A', value: 7, unit: 'MB/s' },
    { name: 'A', value: 8, unit: 'MB/s' },
  ];
  const { builds, faults } = read('github-action-benchmark', dataOf(benches));
  expect(builds[0]?.points).toMatchObject([{ span: 'A', values: { time: 43, mb_per_s: 7 } }]);
  expect(faults).toEqual([`${'1'.repeat(12)}, Go, A: it has mb_per_s twice; the first was taken`]);
});

test('a skipped parameter of asv is NaN in its file, and costs no other', () => {
  const { builds } = read('asv', findRecorded('asv/v0.6-skipped.json'));
  expect(builds[0]?.points.map(({ annotations }) => annotations['param1'])).toEqual([
    ...['10', '20', undefined, undefined],
  ]);
});

test('what has no commit is left out, and named', () => {
  const result = { id: 'r1', run_id: 'a', timestamp: '2026-01-01T00:00:00Z', tags: { name: 'x' } };
  const stats = { data: [1], unit: 's' };
  const good = { ...result, id: 'r3', commit_hash: '3'.repeat(40), stats };
  const list = [{ ...result, stats }, { ...good, id: 'r2', stats: null }, good];
  const { builds, left } = read('conbench', JSON.stringify(list));
  expect(builds).toHaveLength(1);
  expect(left).toEqual([
    'result r1 x: it has no commit, run or time',
    'result r2 x: it has no values: it failed',
  ]);
});

test.each(['github-action-benchmark', 'bencher', 'asv', 'conbench'])(
  'what %s never wrote is refused with what was expected',
  (tool) => {
    const deep = '['.repeat(100) + ']'.repeat(100);
    for (const text of ['', '{', 'null', '[]', '{"entries":{"a":[1,null,{"commit":3}]}}', deep]) {
      expect(() => read(tool, text), text).toThrow(UserError);
    }
  },
);
