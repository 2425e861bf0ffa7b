import { expect, test } from 'vitest';
import type { Stacks } from '../../src/contract/execution.ts';
import { parseDiff } from '../../src/evidence/changed-lines.ts';
import { explainTest, isOpen } from '../../src/evidence/explain-test.ts';
import { createRandom } from '../../src/stats/random.ts';
import { drawPairs, explain, total, usual } from './draw-pairs.ts';

const none = parseDiff('');
const [first = ''] = Object.keys(usual);

test('a function of a tenth of the time that takes half as much again is proven, with its size', () => {
  const random = createRandom(1);
  const slower = { ...usual, [first]: 225 };
  let found = 0;
  for (let run = 0; run < 100; run += 1) {
    const [top] = explain(drawPairs(random, 5, usual, slower), usual, slower).functions;
    if (top?.name !== 'f0' || top.certainty !== 'proven') continue;
    found += 1;
    expect(top.low).toBeLessThan(75e6 * 1.4);
    expect(top.high).toBeGreaterThan(75e6 * 0.6);
  }
  expect(found).toBeGreaterThanOrEqual(85);
});

test.each([
  ['no more than the run does', 1, 200e6, 200e6],
  ['that and what others surely take less', 100, 200e6, 250e6],
])('a function takes %s', (_, times, least, most) => {
  const stack = (work: number, rest: number): Stacks[] => [
    ...[{ profiler: 'perf', weight: 1e6, samples: new Map([['a;work', work * times]]) }],
    { profiler: 'perf', weight: 1e6, samples: new Map([['a;rest', rest * times]]) },
  ];
  const pairs = [0, 1].map(() => ({ before: stack(12, 4), after: stack(30, 1) }));
  const growth = { before: 200e6, after: 400e6, error: 0.005 };
  const all = { test: 'a test', of: 'time', growth, pairs, change: none } as const;
  const [{ after, before } = { after: 0, before: 0 }] = explainTest(all).functions;
  expect(after - before).toBeGreaterThanOrEqual(least);
  expect(after - before).toBeLessThanOrEqual(most);
});

test('a slowdown of everything by as much names no single function', () => {
  const random = createRandom(3);
  const slower = Object.fromEntries(
    Object.entries(usual).map(([name, mean]) => [name, mean * 1.3]),
  );
  const { functions } = explain(drawPairs(random, 5, usual, slower), usual, slower);
  const most = Math.max(...functions.map(({ after, before }) => after - before));
  expect(most).toBeLessThan(0.2 * (total(slower) - total(usual)));
});

test('what several functions take less does not look like growth of the others', () => {
  const random = createRandom(4);
  const faster = { ...usual, [first]: 20 };
  const { functions } = explain(drawPairs(random, 5, usual, faster), usual, faster);
  expect(functions.filter(({ certainty }) => certainty === 'proven')).toEqual([]);
});

const diff = `diff --git a/(a)/f.js b/(a)/f.js
--- a/(a)/f.js
+++ b/(a)/f.js
@@ -5,0 +6,3 @@ function before() {
+// three
+// more
+// lines
@@ -12 +15 @@ function f0(text) {
-  return once(text);
+  return twice(text);
`;

test('a function keeps its history where lines above it were added, and is named as touched', () => {
  const random = createRandom(5);
  // A closure of it lies above what was changed.
  const before = { ...usual, 'node;main;anonymous ((a)/f.js:11)': 20 };
  const moved = Object.fromEntries(
    Object.entries(before).map(([name, mean]) => [
      name.replace(/f\.js:(\d+)/, (_, line) => `f.js:${Number(line) + 3}`),
      name === first ? 300 : mean,
    ]),
  );
  const { functions } = explain(
    drawPairs(random, 5, before, moved),
    before,
    moved,
    parseDiff(diff),
  );
  expect(functions).toMatchObject([
    { path: '(a)/f.js', line: 13, caller: 'main', certainty: 'proven', touched: 'itself' },
  ]);
});

test('functions without a name are told apart by their lines, which the change may have moved', () => {
  const random = createRandom(6);
  const before = { 'node;anonymous ((a)/f.js:20)': 500, 'node;anonymous ((a)/f.js:40)': 500 };
  const after = { 'node;anonymous ((a)/f.js:23)': 500, 'node;anonymous ((a)/f.js:43)': 900 };
  const change = parseDiff(diff);
  const { functions } = explain(drawPairs(random, 5, before, after), before, after, change);
  expect(functions.map(({ line }) => line)).toEqual([43]);
});

test('a new function is named with the one that is gone from its file', () => {
  const random = createRandom(7);
  const before = { ...usual, 'node;old (src/g.js:4)': 300 };
  const after = { ...usual, 'node;renamed (src/g.js:4)': 600 };
  const found = explain(drawPairs(random, 5, before, after), before, after);
  expect(found.functions).toMatchObject([{ name: 'renamed', before: 0, certainty: 'proven' }]);
  expect(found.notes?.join(' ')).toContain('`old` is gone; `renamed` is new there');
});

test.each([
  ['a;work (lib)', true],
  ['a;main (lib);work (lib)', false],
])('of native code without a caller, the report says how it is seen: %s', (stack, isSaid) => {
  const random = createRandom(19);
  const [before, after] = [300, 600].map((size) => ({ ...usual, [stack]: size }));
  const found = explain(drawPairs(random, 5, before!, after!), before!, after!);
  expect(found.functions).toMatchObject([{ name: 'work (lib)' }]);
  expect(found.notes?.join(' ').includes('-fno-omit-frame-pointer') === true).toBe(isSaid);
});

test('where none of the functions belongs to the change, those of it that ran are named', () => {
  const random = createRandom(21);
  const grown =
    'a;<alloc::string::String as core::iter::FromIterator<my::core::a::Char>>::new (lib)';
  const own = 'a;text::capitalize (lib)';
  const [before, after] = [300, 600].map((size) => ({ ...usual, [grown]: size, [own]: 100 }));
  const hunk = '@@ -4 +4 @@ fn capitalize(text: &str) {\n-    a\n+    b\n';
  const changed = parseDiff(`--- a/src/lib.rs\n+++ b/src/lib.rs\n${hunk}`);
  const found = explain(drawPairs(random, 5, before!, after!), before!, after!, changed);
  const name = '<String as FromIterator<my::core::a::Char>>::new (lib)';
  expect(found.functions).toMatchObject([{ name }]);
  expect(found.notes?.join(' ')).toContain('the change touches `text::capitalize`, which ran');
  const [plain, slow] = [300, 600].map((size) => ({ ...usual, [grown]: size }));
  const inlined = explain(drawPairs(random, 5, plain!, slow!), plain!, slow!, changed);
  expect(inlined.notes?.[0]).toMatch(/touches `capitalize` \(src\/lib.rs:4\), which the profiler/);
  const slower = { ...after!, [own]: 500 };
  const { functions } = explain(drawPairs(random, 5, after!, slower), after!, slower, changed);
  expect(functions).toMatchObject([{ path: 'src/lib.rs', line: 4, touched: 'itself' }]);
});

test('a slowdown that the profiler does not see is said, and nothing is called proven', () => {
  const random = createRandom(8);
  const slower = { ...usual, [first]: 900 };
  const pairs = drawPairs(random, 5, usual, { ...usual, [first]: 160 });
  const found = explain(pairs, usual, slower);
  expect(found.notes?.join(' ')).toContain('under the profiler the test is hardly slower');
  expect(found.functions.every(({ certainty }) => certainty === 'likely')).toBe(true);
});

test('with samples of a profiler that is noisy itself, a function is most likely at best', () => {
  const random = createRandom(12);
  const slower = { ...usual, [first]: 400 };
  const noisy = drawPairs(random, 5, usual, slower).map(({ after, before }) => ({
    before,
    after: after.map((one) => ({ ...one, profiler: 'the inspector', isNoisy: true as const })),
  }));
  const found = explain(noisy, usual, slower);
  expect(found.functions).toMatchObject([{ name: 'f0', certainty: 'likely' }]);
  expect(found.notes?.join(' ')).toContain('the inspector adds noise of its own');
});

test('where the change is in what runs, a guess that it does not touch has to be a third of the growth', () => {
  const random = createRandom(13);
  const own = 'node;own ((a)/f.js:200)';
  const before = Object.fromEntries([own, 'a', 'b', 'c', 'd', 'e'].map((name) => [name, 300]));
  const after = Object.fromEntries(Object.keys(before).map((name) => [name, 345]));
  const guessed = [none, parseDiff(diff)].map((change) => {
    let guesses = 0;
    for (let run = 0; run < 50; run += 1) {
      const pairs = drawPairs(random, 5, before, after, 0.1);
      for (const { certainty, touched, ...one } of explain(pairs, before, after, change).functions)
        if (certainty === 'likely' && touched === undefined && one.after - one.before < 90e6)
          guesses += 1;
    }
    return guesses;
  });
  expect(guessed[0]).toBeGreaterThan(0);
  expect(guessed[1]).toBe(0);
});

test('beside a proven function of the change, a guess that only lies in its file has to be as much', () => {
  const random = createRandom(14);
  const others = { 'node;near ((a)/f.js:900)': 300, a: 300, b: 300, c: 300 };
  const before = { ...others, 'node;f0 ((a)/f.js:12)': 300 };
  const grown = { 'node;near ((a)/f.js:903)': 360, 'node;f0 ((a)/f.js:15)': 700 };
  const after = { a: 300, b: 300, c: 300, ...grown };
  const found = Array.from({ length: 30 }, () =>
    explain(drawPairs(random, 5, before, after, 0.1), before, after, parseDiff(diff)),
  ).flatMap(({ functions }) => functions.filter(({ certainty }) => certainty === 'likely'));
  expect(found.filter(({ name }) => name === 'near')).toEqual([]);
});

test('where CPU time did not grow, it says that the test waits', () => {
  const random = createRandom(9);
  const found = explain(drawPairs(random, 5, usual, usual), usual, usual);
  expect(found.notes?.join(' ')).toContain('it waits for something');
});

test('few samples are said', () => {
  const random = createRandom(10);
  const few = { 'node;f ((a)/f.js:1)': 20 };
  expect(explain(drawPairs(random, 5, few, few), few, few).notes?.join(' ')).toContain(
    'and 1000 are needed',
  );
});

test('memory is compared in bytes, by what allocated it', () => {
  const side = (bytes: number): Stacks[] => [
    {
      profiler: 'the heap',
      weight: 1,
      samples: new Map([
        ['node;main (src/a.js:1);read (src/a.js:3)', bytes],
        ['node;main (src/a.js:1)', 20e6],
      ]),
    },
  ];
  const pairs = Array.from({ length: 5 }, () => ({ before: side(10e6), after: side(60e6) }));
  const growth = { before: 1, after: 1, error: 0 };
  const found = explainTest({ test: 'a', of: 'memory', growth, pairs, change: none });
  expect([found.before, found.after]).toEqual([30e6, 80e6]);
  expect(found.functions).toMatchObject([
    { name: 'read', caller: 'main', before: 10e6, after: 60e6, certainty: 'proven' },
  ]);
});

test('further pairs are wanted as long as half of the growth is not proven', () => {
  const random = createRandom(11);
  const slower = { ...usual, [first]: 300 };
  expect(isOpen(explain(drawPairs(random, 5, usual, slower), usual, slower))).toBe(false);
  const hardly = { ...usual, [first]: 155 };
  expect(isOpen(explain(drawPairs(random, 2, usual, hardly), usual, hardly))).toBe(true);
});

test('the tree holds what each function took with all that it called, on both sides', () => {
  const side = (count: number): Stacks[] => {
    const samples = { 'node;a (x.js:1);b (x.js:5)': count, 'node;a (x.js:1)': 100 };
    return [{ profiler: 'perf', weight: 1e6, samples: new Map(Object.entries(samples)) }];
  };
  const pairs = [{ before: side(100), after: side(300) }];
  const growth = { before: 200e6, after: 400e6, error: 0.01 };
  const { stacks } = explainTest({ test: 'a', of: 'time', growth, pairs, change: none });
  expect(stacks).toEqual([
    { name: 'node', before: 200e6, after: 400e6 },
    { name: 'a (x.js:1)', caller: 0, before: 200e6, after: 400e6 },
    { name: 'b (x.js:5)', caller: 1, before: 100e6, after: 300e6 },
  ]);
});
