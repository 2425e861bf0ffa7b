import { expect, test } from 'vitest';
import type { Profile } from '../../src/contract/documents.ts';
import { wholeTestSpan, type Stalled } from '../../src/contract/execution.ts';
import { parseDiff } from '../../src/evidence/changed-lines.ts';
import { explainStall, listStalled } from '../../src/evidence/explain-stall.ts';

const stacks = (samples: Record<string, number>) => [
  { profiler: 'perf', weight: 1e6, samples: new Map(Object.entries(samples)) },
];

function explain(stalled: Stalled, isLimit = true) {
  return explainStall(
    { test: 'pull', endsAfterNs: 1.2e9, cpuNs: 1e9 },
    {
      before: stacks({ 'node;fetch (src/pull.js:9)': 900, 'node;main (src/main.js:1)': 100 }),
      after: stacks({ 'node;fetch (src/pull.js:9)': 18_000, 'node;main (src/main.js:1)': 100 }),
      ...{ stalled, untilNs: 20e9, isLimit },
    },
    parseDiff(''),
  );
}

test('a test that works until its limit is explained by its functions, of which none is proven', () => {
  const { functions, meanings } = explain({ cpuNs: 18.1e9, lateCpuNs: 9e9, waits: [] });
  expect(functions).toMatchObject([{ name: 'fetch', certainty: 'likely' }]);
  expect(meanings).toEqual([
    'The test does not end until its time limit of 20 s, and uses 18.1 s of CPU time until then. Before the change it ends after 1.2 s, with 1 s.',
  ]);
});

test('of one that hardly works it is said what it waits for', () => {
  const waits = ['node in `epoll_wait`, with a TCP connection to 127.0.0.1:5432'];
  const { functions, meanings } = explain({ cpuNs: 0.2e9, lateCpuNs: 12e6, waits }, false);
  expect(functions).toEqual([]);
  expect(meanings).toEqual([
    'The test mostly waits until the end of a look of 20 s: it uses only 200 ms of CPU time (12 ms in the second half). At each of three looks in the second half it waited: node in `epoll_wait`, with a TCP connection to 127.0.0.1:5432. Before the change it ends after 1.2 s, with 1 s.',
  ]);
});

test('however long the paths are that it waits for, the sentence fits into the record', () => {
  const waits = Array.from(
    { length: 5 },
    (_, at) => `node in \`read\` of /${at}${'x'.repeat(300)}`,
  );
  const [text = ''] = explain({ cpuNs: 0.2e9, lateCpuNs: 12e6, waits }).meanings ?? [];
  expect(text).toHaveLength(1000);
});

const profile = (
  side: Profile['side'],
  status: Profile['outcome']['status'],
  repeat = 0,
): Profile => ({
  ...{ schema: 'perigee/profile', version: 1, test: 'pull', side, repeat, order: 0 },
  ...{ outcome: { status }, startedAt: '2026-01-01T00:00:00Z', durationNs: 2e9 },
  ...{ metrics: [], problems: [], hostLoad: {} },
  spans: [{ span: wholeTestSpan, annotations: {}, occurrences: 1, values: { 'cpu.total': 1e9 } }],
});

test.each([
  [
    'always after, and never before',
    [profile('before', 'passed'), profile('after', 'timed-out')],
    1,
  ],
  ['on both sides', [profile('before', 'timed-out'), profile('after', 'timed-out')], 0],
  [
    'only sometimes',
    [
      ...[profile('before', 'passed'), profile('after', 'timed-out')],
      ...[profile('before', 'passed', 1), profile('after', 'passed', 1)],
    ],
    0,
  ],
])(
  'of tests that reach their limit %s, those of the change are looked into',
  (_, profiles, count) => {
    const stalled = { test: 'pull', endsAfterNs: 2e9, cpuNs: 1e9 };
    expect(listStalled({ profiles })).toEqual(Array.from({ length: count }, () => stalled));
  },
);
