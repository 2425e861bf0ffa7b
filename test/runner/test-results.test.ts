import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readResults } from '../../src/adapters/read-results.ts';
import type { Metric } from '../../src/contract/documents.ts';
import type { Execution } from '../../src/contract/execution.ts';
import { addResults, removeResults } from '../../src/runner/test-results.ts';
import { makeFolder } from '../make-folder.ts';

let root: string;
let checkout: string;
beforeEach(() => {
  root = makeFolder();
  checkout = join(root, 'checkout');
  mkdirSync(join(checkout, 'bench'), { recursive: true });
});

const passed: Execution = {
  outcome: { status: 'passed', exitCode: 0 },
  ...{ startedAt: '2026-11-22T06:00:00Z', durationNs: 1, hostLoad: {} },
  ...{ metrics: [], problems: [] },
  spans: [{ span: 'whole test', annotations: {}, occurrences: 1, values: { latency: 5 } }],
};
const row = 'BenchmarkSort-2 10 7 ns/op\n';

const place = (file?: string) => ({
  ...{ checkout, directory: join(checkout, 'bench') },
  results: { format: 'go', ...(file === undefined ? {} : { file }) },
});
let isCut = false;
const printed = () => ({ printed: join(root, 'log'), isCut: () => isCut });
const add = (file?: string) => addResults(passed, place(file), printed(), readResults);

test('numbers of a file stand beside what was measured', async () => {
  writeFileSync(join(checkout, 'bench/out.txt'), row);
  const { metrics, outcome, spans } = await add('out.txt');
  expect(outcome.status).toBe('passed');
  expect(metrics).toMatchObject([{ name: 'time', source: 'go' }]);
  expect(spans).toMatchObject([{ span: 'whole test' }, { span: 'Sort', values: { time: 7 } }]);
});

test('names hold no path of a checkout, so that those of both sides are the same', async () => {
  const seenAt = '/home/user/words';
  const read = async (root: string) => {
    const names = [`${root}/bin/sort -I${root}/lib`, `cd ${root} && make`, `file://${root}/a.ts`];
    const others = [`${root}-2/bin/sort`, `/mnt${root}/bin/sort`];
    const entries = [...names, ...others].map((name) => ({ name, unit: 'ms', value: 1 }));
    writeFileSync(join(checkout, 'out.json'), JSON.stringify(entries));
    const results = { format: 'customSmallerIsBetter', file: 'out.json' };
    const at = { checkout, directory: checkout, seenAt, results };
    const { spans } = await addResults(passed, at, printed(), readResults);
    return spans.slice(1).map(({ span }) => span);
  };
  for (const root of [checkout, seenAt]) {
    expect(await read(root)).toEqual([
      ...['bin/sort -Ilib', 'cd . && make', 'file://a.ts'],
      ...[`${root}-2/bin/sort`, `/mnt${root}/bin/sort`],
    ]);
  }
});

test('numbers that cannot be judged are named', async () => {
  const entries = [3, -2.5].map((value) => ({ name: `n${value}`, unit: 'ms', value }));
  writeFileSync(join(checkout, 'out.json'), JSON.stringify(entries));
  const results = { format: 'customSmallerIsBetter', file: 'out.json' };
  const at = { checkout, directory: checkout, results };
  const { problems, spans } = await addResults(passed, at, printed(), readResults);
  expect(spans).toHaveLength(2);
  expect(problems).toMatchObject([
    { code: 'numbers-not-judged', message: expect.stringContaining('n-2.5: value is -2.5') },
  ]);
});

test('without a file, what the test printed is read', async () => {
  writeFileSync(join(root, 'log'), `hello\n${row}`);
  expect((await add()).spans).toHaveLength(2);
  isCut = true;
  const { message } = (await add()).outcome;
  isCut = false;
  expect(message).toContain('its output: it has more than 100000000 bytes, the most that');
});

test('a link, a pipe and a file that is too large are not read', async () => {
  writeFileSync(join(root, 'secret'), row);
  symlinkSync(join(root, 'secret'), join(checkout, 'bench/link'));
  symlinkSync(root, join(checkout, 'bench/folder'));
  execFileSync('mkfifo', [join(checkout, 'bench/pipe')]);
  writeFileSync(join(checkout, 'bench/large'), '');
  truncateSync(join(checkout, 'bench/large'), 100_000_001);
  for (const [file, why] of [
    ['link', 'ELOOP'],
    ['folder/secret', 'it leads out of the checkout'],
    ['pipe', 'it is not a regular file'],
    ['large', 'it has more than 100000000 bytes (100000001)'],
    ['missing', 'the test passed and did not write it'],
  ] as const) {
    const { outcome } = await add(file);
    expect(outcome.status).toBe('failed');
    expect(outcome.message).toContain(why);
  }
});

test('what an earlier execution left is removed, and nothing outside the checkout', async () => {
  writeFileSync(join(checkout, 'bench/out.txt'), row);
  writeFileSync(join(root, 'secret'), row);
  symlinkSync(root, join(checkout, 'bench/folder'));
  await removeResults(place('out.txt'));
  await removeResults(place('folder/secret'));
  expect(existsSync(join(checkout, 'bench/out.txt'))).toBe(false);
  expect(existsSync(join(root, 'secret'))).toBe(true);
});

test('where a link to nothing or a file stands in the way, there is nothing to remove', async () => {
  symlinkSync('nowhere', join(checkout, 'bench/lost'));
  writeFileSync(join(checkout, 'bench/plain'), row);
  await removeResults(place('lost/out.json'));
  await removeResults(place('plain/out.json'));
  expect(existsSync(join(checkout, 'bench/plain'))).toBe(true);
  expect((await add('lost/out.json')).outcome.status).toBe('failed');
});

const metric = (name: string, source: string): Metric => ({
  ...{ name, unit: 'ns', direction: 'lower', kind: 'gauge', source },
  ...{ scope: 'process', exactness: 'exact' },
});

/** What becomes of one row of a tool, beside metrics that are there already. */
function addRow(metrics: Metric[], results = readResults): Promise<Execution> {
  writeFileSync(join(root, 'log'), row);
  return addResults({ ...passed, metrics }, place(), printed(), results);
}

test('a tool cannot replace what Perigee measured', async () => {
  const { metrics, spans } = await addRow([metric('time', 'getrusage')], () => ({
    ...{ format: 'go', failed: [], metrics: [metric('time', 'go')] },
    spans: [
      {
        ...{ span: 'Sort', annotations: {}, occurrences: 1, values: { time: 7 } },
        spreads: { time: { count: 2 } },
      },
    ],
  }));
  expect(metrics).toHaveLength(1);
  expect(spans[1]).toMatchObject({ span: 'Sort', values: {} });
  expect(spans[1]?.spreads ?? {}).toEqual({});
});

test.each(['time', 'time.p99'])(
  'a test that records %s, which its tool reports too, fails and names it',
  async (name) => {
    const { outcome } = await addRow([metric(name, 'record')]);
    expect(outcome.status).toBe('failed');
    expect(outcome.message).toContain('"time", which the test records too: rename it in record()');
  },
);

test('more metrics or spans than a profile holds fail the test', async () => {
  const many = Array.from({ length: 200 }, (_, i) => metric(`n${i}`, 'record'));
  const metrics = await addRow(many);
  expect(metrics.outcome.message).toContain('201 metrics with those of the test, at most 200');
  const span = { span: 'b', annotations: {}, occurrences: 1, values: {} };
  const spans = await addRow([], () => ({
    ...{ format: 'go', failed: [], metrics: [] },
    spans: Array.from({ length: 20_000 }, () => span),
  }));
  expect(spans.outcome.message).toContain('20001 spans with those of the test, at most 20000');
  expect((await addRow(many.slice(1))).outcome.status).toBe('passed');
});
