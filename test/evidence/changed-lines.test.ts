import { expect, test } from 'vitest';
import { mapLine, parseDiff, touchesLines } from '../../src/evidence/changed-lines.ts';

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
diff --git a/src/a b.js b/src/a b.js
--- a/src/a b.js	
+++ b/src/a b.js	
@@ -4,0 +5 @@
+++ b/src/b.js
@@ -9,0 +11 @@
+spaced();
diff --git a/new.js b/new.js
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
  ['src/a.js', { start: 1, end: 4 }, true],
  ['src/a.js', { start: 5, end: 11 }, false],
  ['src/a.js', { start: 12, end: 14 }, true],
  ['src/a.js', { start: 14, end: 18 }, false],
  ['src/a.js', { start: 19, end: 25 }, true],
  ['new.js', { start: 1, end: Infinity }, true],
  ['src/a b.js', { start: 11, end: 11 }, true],
  ['src/b.js', { start: 1, end: 99 }, false],
])('of %s, the change touches the function in %o: %s', (path, lines, isTouched) => {
  expect(touchesLines(change, path, lines)).toBe(isTouched);
});

test('what was changed and the functions around it are there as words, for code without files', () => {
  expect([...change.words]).toEqual(expect.arrayContaining(['second', 'gone', 'fresh']));
});
