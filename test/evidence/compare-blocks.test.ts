import { expect, test } from 'vitest';
import type { BlockCount, Blocks } from '../../src/contract/execution.ts';
import { parseDiff } from '../../src/evidence/changed-lines.ts';
import { compareBlocks } from '../../src/evidence/compare-blocks.ts';

const none = parseDiff('');

type Written = [kind: BlockCount['kind'], lines: [first: number, last: number], count: number];

/** Of one thread: blocks of the function `put` in `src/map.js`. */
function count(...written: Written[]): Blocks {
  const blocks = written.map(([kind, [first, last], times]): BlockCount => ({
    ...{ kind, name: 'put', path: 'src/map.js', count: times },
    start: { line: first, column: kind === 'function' ? 0 : 4 },
    end: { line: last, column: 10 },
  }));
  return { threads: [blocks], notes: [] };
}

const textsOf = (before: Blocks[], after: Blocks[], diff = ''): string[] =>
  compareBlocks({ before, after }, parseDiff(diff)).map(({ text }) => text);

test('a loop that became quadratic is named with both counts, and with what each call does', () => {
  const before = count(['function', [40, 50], 1200], ['block', [41, 44], 2400]);
  const after = count(['function', [40, 50], 1200], ['block', [41, 44], 24_000_000]);
  expect(compareBlocks({ before: [before, before], after: [after, after] }, none)).toEqual([
    {
      ...{ path: 'src/map.js', line: 41, before: 2400, after: 24_000_000 },
      text: 'the loop at src/map.js:41 in put ran 24,000,000 instead of 2,400 times; each call of put runs it 20,000 times instead of 2, on average',
    },
  ]);
});

test('if its function is called more often too, nothing is said of each call', () => {
  const before = count(['function', [40, 50], 100], ['block', [41, 44], 10_000]);
  const after = count(['function', [40, 50], 200], ['block', [41, 44], 20_000]);
  expect(textsOf([before], [after])).toEqual([
    'the loop at src/map.js:41 in put ran 20,000 instead of 10,000 times',
  ]);
});

test('V8 lists no block that runs as often as its function, so it ran that often', () => {
  const before = count(['function', [40, 50], 5000]);
  const after = count(['function', [40, 50], 5000], ['block', [41, 44], 50_000]);
  expect(textsOf([before], [after])[0]).toContain('ran 50,000 instead of 5,000 times');
});

test('lines are followed through the change', () => {
  const before = count(['function', [40, 50], 1], ['loop', [41, 44], 2000]);
  const after = count(['function', [42, 52], 1], ['loop', [43, 46], 4000]);
  const diff = '--- a/src/map.js\n+++ b/src/map.js\n@@ -1,0 +2,2 @@\n+a\n+b\n';
  expect(textsOf([before], [after], diff)[0]).toMatch(
    /^the loop at src\/map.js:43 in put ran 4,000 instead of 2,000 times/,
  );
});

test('a loop that the change wrote is compared with what ran most in its function', () => {
  const before = count(['function', [40, 50], 1200], ['block', [45, 46], 300]);
  const after = count(['function', [40, 53], 1200], ['block', [42, 44], 90_000]);
  const diff = '--- a/src/map.js\n+++ b/src/map.js\n@@ -41,0 +42,3 @@\n+for\n+x\n+}\n';
  expect(textsOf([before], [after], diff)).toEqual([
    'the loop at src/map.js:42 in put, which the change wrote, ran 90,000 times, and nothing in put ran more than 1,200 times before',
  ]);
});

test.each([
  [[90_000, 99_000], 1],
  [[4000, 4900], 0],
])('a loop that the change wrote may run %j times by the clock of a tool', (counts, named) => {
  const before = count(['function', [40, 50], 1200]);
  const after = counts.map((times) =>
    count(['function', [40, 53], 1300], ['block', [42, 44], times]),
  );
  const diff = '--- a/src/map.js\n+++ b/src/map.js\n@@ -41,0 +42,3 @@\n+for\n+x\n+}\n';
  const texts = textsOf([count(['function', [40, 50], 1000]), before], after, diff);
  expect(texts).toHaveLength(named);
  if (named === 1)
    expect(texts[0]).toMatch(/ran 90,000 to 99,000 times, .* more than 1,200 times before/);
});

test('what runs more often since its benchmark is faster is not named, though the change wrote it', () => {
  const before = count(['function', [40, 50], 1200]);
  const after = [6000, 6400].map((times) =>
    count(['function', [40, 53], times], ['block', [42, 44], times]),
  );
  const diff = '--- a/src/map.js\n+++ b/src/map.js\n@@ -41,0 +42,3 @@\n+for\n+x\n+}\n';
  expect(textsOf([before], after, diff)).toEqual([]);
});

test('a line beside removed ones is as it was', () => {
  const before = count(['function', [40, 50], 5000]);
  const after = count(['function', [40, 48], 5000], ['block', [41, 42], 50_000]);
  const diff = '--- a/src/map.js\n+++ b/src/map.js\n@@ -42,2 +41,0 @@\n-x\n-y\n';
  expect(textsOf([before], [after], diff)[0]).toContain('ran 50,000 instead of 5,000 times');
});

test.each([
  ['counts that differ from run to run', [2000, 2000], [4000, 4900]],
  ['a growth of less than a half', [10_000, 10_000], [14_000, 14_000]],
  ['a few executions more', [10, 10], [900, 900]],
  ['counts that fell', [4000, 4000], [2000, 2000]],
])('%s name nothing', (_, before, after) => {
  const runs = (counts: number[]) => counts.map((n) => count(['loop', [41, 44], n]));
  expect(textsOf(runs(before), runs(after))).toEqual([]);
});

test('counts of a side that lie within a hundredth are said to be about', () => {
  const runs = (counts: number[]) => counts.map((n) => count(['loop', [41, 44], n]));
  expect(textsOf(runs([2000, 2000]), runs([100_000, 100_200]))).toEqual([
    'the loop at src/map.js:41 in put ran about 100,000 instead of 2,000 times',
  ]);
});

test('the counts of all threads are added', () => {
  const [one] = count(['loop', [41, 44], 5000]).threads;
  const before = count(['loop', [41, 44], 5000]);
  const after = { threads: [one ?? [], one ?? []], notes: [] };
  expect(textsOf([before], [after])[0]).toContain('ran 10,000 instead of 5,000 times');
});
