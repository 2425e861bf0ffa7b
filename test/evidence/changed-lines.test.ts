import { expect, test } from 'vitest';
import {
  findCompiled,
  mapLine,
  nameInSource,
  parseDiff,
  touchesCompiled,
  touchesLines,
} from '../../src/evidence/changed-lines.ts';
import { findAbove, Places } from '../../src/evidence/count-functions.ts';
import { createRandom } from '../../src/stats/random.ts';
import { drawPairs, explain, usual } from './draw-pairs.ts';

const change = parseDiff(`diff --git a/src/a.js b/src/a.js
--- a/src/a.js
+++ b/src/a.js
@@ -2,0 +3,2 @@ function first() {
+  one();
+  two();
@@ -10,3 +12 @@ function second() {
-  a();
-  b();
-  c();
+  d();
@@ -20 +19,0 @@ function third() {
-  gone();
@@ -30,0 +31,3 @@ function above() {
+function below() {
+  new();
+}
@@ -39,0 +43 @@   constructor(a) {
+    this.a = a;
diff --git a/src/a b.js b/src/a b.js
--- a/src/a b.js	
+++ b/src/a b.js	
@@ -4,0 +5 @@
+++ b/src/b.js
@@ -9,0 +11 @@
+spaced();
diff --git a/new.js b/new.js
--- a/README.md
+++ b/README.md
@@ -1 +1 @@
-use words(text)
+use other(text)
--- a/src/c.c
+++ b/src/c.c
@@ -3 +3 @@ static int parse(const char *text)
-  walk(text);
+  run(text);
--- a/src/c.go
+++ b/src/c.go
@@ -3 +3 @@ func (m *Map) Get(key string) {
-	walk(key)
+	run(key)
@@ -8,0 +9,2 @@ func (m *Map) Old() {
+
+func fresh[T any](key T) {
--- /dev/null
+++ b/new.js
@@ -0,0 +1,2 @@
+function fresh() {
+}
`);

test.each([
  ['above all changes', 1, 1],
  ['the line behind which others were added', 2, 2],
  ['below what was added', 3, 5],
  ['the first of those that were replaced', 10, 12],
  ['the last of those that were replaced', 12, 12],
  ['below what was replaced', 13, 13],
  ['below what was removed', 21, 20],
])('%s: line %i stands in line %i after the change', (_, before, after) => {
  expect(mapLine(change, 'src/a.js', before)).toBe(after);
});

test('lines of a file that is not changed stay', () => {
  expect(mapLine(change, 'src/b.js', 7)).toBe(7);
});

test.each([
  ['src/a.js', { name: 'first', start: 1, end: 4 }, true],
  ['src/a.js', { name: 'first', start: 5, end: 11 }, false],
  ['src/a.js', { name: 'Map.second', start: 8, end: Infinity }, true],
  ['src/a.js', { name: 'anonymous', start: 12, end: 14 }, true],
  ['src/a.js', { name: 'second', start: 14, end: 18 }, false],
  ['src/a.js', { name: 'third', start: 19, end: 25 }, true],
  // Others, which were not seen, may stand below it.
  ['src/a.js', { name: 'hot', start: 1, end: Infinity }, false],
  ['src/a.js', { name: 'above', start: 30, end: Infinity }, false],
  ['src/a.js', { name: 'Range', start: 39, end: Infinity }, true],
  ['new.js', { name: 'fresh', start: 1, end: Infinity }, true],
  ['src/a b.js', { name: 'spaced', start: 11, end: 11 }, true],
  ['src/b.js', { name: 'first', start: 1, end: 99 }, false],
])('of %s, the change touches the function in %o: %s', (path, lines, isTouched) => {
  expect(touchesLines(change, path, lines)).toBe(isTouched);
});

test('functions of compiled languages are those whose lines change or begin', () => {
  expect([...change.compiled.keys()]).toEqual(['parse', 'Get', 'fresh']);
  const names = ['main.(*Map).Get', 'app::map::Get::{{closure}}', 'Map<int>::Get(int)', '<lambda>'];
  expect(names.map(nameInSource)).toEqual(['Get', 'Get', 'Get', '']);
});

test.each([
  ['main.(*Map).Get', true],
  ['example.org/map.Map.Get (map.test)', true],
  ['bytes.(*Buffer).Get', false],
  ['main.fresh[...] (map.test)', true],
])('whether %s is a function of the change: %s', (name, isTouched) => {
  expect(touchesCompiled(change, name)).toBe(isTouched);
  expect(findCompiled(change, name)?.path).toBe(isTouched ? 'src/c.go' : undefined);
});

test('a function of a compiled language is where the change touches it first, if in one file', () => {
  const { compiled } = parseDiff(`--- a/src/c.go
+++ b/src/c.go
@@ -3 +3 @@ func (c *Cache) Get(key string) {
-\ta
+\tb
@@ -9,0 +10,6 @@ var all = []int{}
+func First() {
+}
+
+func Second() {
+}
+var size = compute(1)
@@ -19 +30 @@ func (c *Cache) Get(key string) {
-\ta
+\tb
@@ -20 +31 @@ func Put(key string) {
-\ta
+\tb
--- a/src/d.go
+++ b/src/d.go
@@ -5 +5 @@ func Put(key string) {
-\ta
+\tb
`);
  expect([...compiled]).toEqual([
    ['Get', { path: 'src/c.go', line: 3, owner: 'Cache' }],
    ['First', { path: 'src/c.go', line: 10 }],
    ['Second', { path: 'src/c.go', line: 13 }],
    ['Put', undefined],
  ]);
});

test('a function of the change that leads to what takes more is named, however many calls lie between', () => {
  const touching = parseDiff(
    '--- a/s.js\n+++ b/s.js\n@@ -5 +5,2 @@ const satisfies = (v) => {\n-  a;\n+  b;\n+  c;\n',
  );
  const through = (names: string) =>
    `node;main (main.js:1);${names};parse (p.js:3);SemVer (c.js:26)`;
  const [own, other] = ['satisfies (s.js:4);valid (v.js:2)', 'sort (o.js:1)'].map(through);
  const noted = (after: Readonly<Record<string, number>>) => {
    const before = { ...usual, [own!]: 300, [other!]: 300 };
    const slow = { ...before, ...after };
    const found = explain(drawPairs(createRandom(31), 5, before, slow), before, slow, touching);
    expect(found.functions).toMatchObject([{ name: 'SemVer', caller: 'parse' }]);
    return found.notes?.filter((note) => note.startsWith('the change touches'));
  };
  expect(noted({ [own!]: 700 })).toEqual([
    'the change touches `satisfies` (s.js:4): what takes more is mostly called from there',
  ]);
  expect(noted({ [other!]: 700 }) ?? []).toEqual([]);
  const counted = (sizes: Readonly<Record<string, number>>) => [
    { profiler: 'perf', weight: 1, samples: new Map(Object.entries(sizes)) },
  ];
  // A function that is nearly all of the run hardly has a larger part of it.
  const pair = {
    before: counted({ 'run;h;f': 94, 'run;g;x;f': 1, run: 5 }),
    after: counted({ 'run;h;f': 178, 'run;g;x;f': 2, run: 20 }),
  };
  const places = new Places(touching, { before: [pair.before], after: [pair.after] });
  const asked = { keys: new Set(['f']), places, isWanted: (key: string) => key === 'g' };
  expect(findAbove([pair], asked)).toBeUndefined();
});
