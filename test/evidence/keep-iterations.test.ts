import { expect, test } from 'vitest';
import { parseDiff } from '../../src/evidence/changed-lines.ts';
import { findTurn, keepIterations } from '../../src/evidence/keep-iterations.ts';
import { explainTest } from '../../src/evidence/explain-test.ts';
import { countTrials } from '../nightly.ts';
import { createRandom } from '../../src/stats/random.ts';
import { makeProfile } from '../aggregate/make-record.ts';
import { makeSeries } from '../report/fixtures/make-verdict.ts';
import { drawPairs } from './draw-pairs.ts';

const frames = { below: /[(/]tool\/run/, around: /[(/]tool\// };
const tool = 'main (node:internal/main:1);run (node_modules/tool/run.js:9)';
const scan = `${tool};bench (bench/b.js:4);scan (lib/scan.js:4)`;
type Samples = Readonly<Record<string, number>>;
const keep = (before: Samples, after = before): string[] | undefined => {
  const side = (stacks: Samples) => [
    { profiler: 'perf', weight: 1, samples: new Map(Object.entries(stacks)) },
  ];
  const pairs = keepIterations([{ before: side(before), after: side(after) }], frames);
  return pairs?.[0]?.after.flatMap(({ samples }) => [...samples.keys()]);
};

test.each([
  ['the start of the runtime', 'main (node:internal/main:1);compile (node:vm:3)'],
  ['the start of a tool', 'transform (node_modules/vite/dist/index.js:7)'],
  ['modules of Python', '<module> (<frozen runpy>:1);import_module (python3.11/importlib:108)'],
  ['packages in an environment', 'parse (.venv/lib/python3.12/site-packages/pytest/config.py:4)'],
  ['native code', 'ld-linux;do_lookup_x'],
  [
    'a clock that the tool calibrates',
    'test (bench/b.js:1);calibrate (node_modules/tool/clock.js:1)',
  ],
  ['loading the project', '<module> (pkg/__init__.py:1);compile_table (pkg/table.py:3)'],
])('%s is no iteration, however much it is', (_, stack) => {
  expect(keep({ [stack]: 900, [scan]: 100 })).toEqual([scan]);
});

const later = 'processTicksAndRejections (node:internal/process:7);scan (lib/scan.js:4)';

test.each<[string, boolean, Samples, Samples]>([
  ['a little on both sides', true, { [scan]: 100, [later]: 19 }, { [scan]: 100, [later]: 19 }],
  ['much on both sides', false, { [scan]: 100, [later]: 21 }, { [scan]: 100, [later]: 21 }],
  ['more after the change', false, { [scan]: 1000, [later]: 10 }, { [scan]: 805, [later]: 100 }],
  ['all, as after an await', false, { [later]: 10 }, { [later]: 10 }],
])('code of the project that runs elsewhere, %s: kept %s', (_, isKept, before, after) => {
  expect(keep(before, after) !== undefined).toBe(isKept);
});

test('a stack that lacks the frame of the tool is one by that of the benchmark', () => {
  const broken = 'main (node:internal/main:1);bench (bench/b.js:4);scan (lib/scan.js:4)';
  expect(keep({ [scan]: 100, [broken]: 90 })).toEqual([scan, broken]);
});

test('what the tool calls before each run is no iteration, and what it does itself is kept', () => {
  const prepare = `${tool};prepare (bench/b.js:2)`;
  expect(keep({ [scan]: 200, [prepare]: 99, [tool]: 5 })).toEqual([scan, tool]);
  expect(keep({ [scan]: 100, [prepare]: 90 })).toBeUndefined();
});

const sort = `${tool};anonymous;sorting (bench/b.js:5);sort (lib/sort.js:1)`;
const hook = `${tool};prepare (bench/b.js:3)`;
const keepTurn = (at: number, of: number, ...processes: readonly Samples[]) => {
  const side = processes.map((stacks) => ({
    ...{ profiler: 'perf', weight: 1 },
    samples: new Map(Object.entries(stacks)),
  }));
  const pairs = keepIterations([{ before: side, after: side }], frames, { at, of });
  return pairs?.[0]?.after.flatMap(({ samples }) => [...samples.keys()]);
};

test('of several benchmarks, the iterations of one are told by the order in which they began', () => {
  const lost = 'main (node:internal/main:1);sorting (bench/b.js:5);sort (lib/sort.js:1)';
  const run = { [tool]: 50, [scan]: 300, [sort]: 200, [lost]: 100, worker: 9 };
  expect(keepTurn(0, 2, run, { worker: 5 }, run)).toEqual([scan, scan]);
  expect(keepTurn(1, 2, run)).toEqual([sort, lost]);
});

test.each<[string, number, readonly Samples[]]>([
  ['all are called through one function, as in a loop', 2, [{ [scan]: 100 }]],
  ['there are more, as before each run', 1, [{ [scan]: 100, [sort]: 100 }]],
  [
    'their order differs',
    2,
    [
      { [scan]: 100, [sort]: 100 },
      { [sort]: 100, [scan]: 100 },
    ],
  ],
  ['one is hardly seen', 2, [{ [scan]: 1000, [sort]: 1 }]],
  ['one is fast, and a hook is not', 2, [{ [scan]: 500, [hook]: 500, [sort]: 3 }]],
  ['code of the project runs elsewhere', 2, [{ [scan]: 100, [sort]: 100, [later]: 90 }]],
])('where %s, none is told from the others', (_, of, processes) => {
  expect(keepTurn(0, of, ...processes)).toBeUndefined();
});

const listed = (...times: readonly (readonly [string, number])[]) => ({
  ...makeProfile('before', 1, 1),
  spans: [['whole test', undefined] as const, ...times].map(([span, time]) => ({
    ...{ span, occurrences: 1, annotations: {} },
    values: { [time === undefined ? 'latency' : 'time']: time ?? 1 },
  })),
});
const turnOf = (span: string, ...profiles: ReturnType<typeof listed>[]) =>
  findTurn(profiles, makeSeries({ test: 'upload', span, metric: 'time', annotations: {} }));

test('the turn of a benchmark is its place in the results of each execution', () => {
  const failed = { ...listed(), outcome: { status: 'failed' as const } };
  expect(turnOf('sort', failed, listed(['scan', 2], ['sort', 1]))).toEqual({ at: 1, of: 2 });
  expect(turnOf('whole test', listed(['scan', 2]))).toBeUndefined();
});

test('results in another order each time, or in that of their speed, say nothing of turns', () => {
  const [a, b] = [listed(['scan', 2], ['sort', 1]), listed(['sort', 1], ['scan', 2])];
  expect(turnOf('sort', a, b)).toBeUndefined();
  const times = [1, 2, 3, 4].map((time) => [`b${time}`, time] as const);
  expect(turnOf('b2', listed(...times))).toBeUndefined();
  const other = listed(...times.slice(0, 2), ['b3', 9], ['b4', 4]);
  expect(turnOf('b2', listed(...times), other)).toEqual({ at: 1, of: 4 });
});

test('of a benchmark that ran alone, hardly ever a function is proven that takes no more', () => {
  const seed = 8;
  const random = createRandom(seed);
  const names = Array.from(
    { length: 12 },
    (_, at) => `${tool};bench (bench/b.js:4);f${at} (lib/f.js:${at + 1})`,
  );
  const usual = Object.fromEntries(names.map((name, at) => [name, 40 + 20 * at]));
  const [slow = ''] = names;
  const total = Object.values(usual).reduce((sum, one) => sum + one, 0);
  let [found, wrong] = [0, 0];
  const trials = countTrials({ byNight: 400, byDay: 150 });
  for (let trial = 0; trial < trials; trial += 1) {
    const more = 0.15 + 0.5 * random();
    // The tool runs for a fixed time, so of a slower iteration there are fewer.
    const slower = Object.fromEntries(
      names.map((name) => [
        name,
        ((usual[name] ?? 0) + (name === slow ? more * total : 0)) / (1 + more),
      ]),
    );
    const start = { 'main (node:internal/main:1)': 4000 };
    const drawn = drawPairs(random, 5, { ...usual, ...start }, { ...slower, ...start });
    const run = { before: 1e9, after: 1e9, error: 0.01 };
    const growth = {
      ...{ before: 1000, after: 1000 * (1 + more), error: 0.01 },
      ofIteration: { run, benchmarks: 1, gain: 0, isAll: true },
    };
    const { functions } = explainTest({
      ...{ test: 'a', of: 'time', growth, pairs: keepIterations(drawn, frames) ?? [] },
      change: parseDiff(''),
    });
    const proven = functions.filter(({ certainty }) => certainty === 'proven');
    if (proven.some(({ name }) => name === 'f0')) found += 1;
    if (proven.some(({ name }) => name !== 'f0')) wrong += 1;
  }
  expect(wrong, `seed ${seed}`).toBeLessThanOrEqual(trials / 100);
  expect(found / trials, `seed ${seed}`).toBeGreaterThan(0.9);
});
