import { describe, expect, test } from 'vitest';
import { findMostGrown, type FlameNode, growTree } from '../../../src/report/flame-tree.ts';
import { layOutFlames, searchFlames } from '../../../src/report/page/lay-out-flames.ts';
import { makeStacks } from '../fixtures/explained.ts';

const nodes = growTree(
  makeStacks(
    [
      ['main', -1, 80, 90],
      ['put', 0, 60, 80],
      ['hash', 1, 20, 50],
      ['rehash', 2, 10, 40],
      ['gone', 0, 20, 0],
      ['worker', -1, 20, 10],
      ['hash', 5, 10, 5],
    ],
    1,
  ) ?? [],
);
const roots = nodes.filter(({ caller }) => caller === undefined);
const named = (name: string): FlameNode => nodes.find((node) => node.name === name) ?? nodes[0]!;
const draw = (...[whole, side]: Parameters<typeof layOutFlames>): string[] =>
  layOutFlames(whole, side).map(
    ({ from, node, row, to }) =>
      `${row} ${node.name} ${Math.round(from * 100)}-${Math.round(to * 100)}`,
  );

describe('the boxes of a flame graph', () => {
  test('are as wide as what each function takes, below the one that calls it', () => {
    expect(draw(roots, 'after')).toEqual([
      ...['0 main 0-90', '1 put 0-80', '2 hash 0-50', '3 rehash 0-40'],
      ...['0 worker 90-100', '1 hash 90-95'],
    ]);
    expect(draw(roots, 'before')).toContain('1 gone 60-80');
  });

  test('of one function fill the width, with the nearest callers above it', () => {
    expect(draw([named('hash')], 'after')).toEqual([
      ...['0 main 0-100', '1 put 0-100', '2 hash 0-100', '3 rehash 0-80'],
    ]);
    expect(draw([named('gone')], 'after')).toEqual([]);
  });

  test('leave out what is narrower than a thousandth, and never stick out of their caller', () => {
    const odd = growTree(
      makeStacks(
        [
          ['main', -1, 1, 1000],
          ['left', 0, 1, 900],
          ['right', 0, 1, 1100],
          ['speck', 2, 0, 0.9],
        ],
        1,
      ) ?? [],
    );
    expect(draw(odd.slice(0, 1), 'after')).toEqual([
      ...['0 main 0-100', '1 left 0-45', '1 right 45-100'],
    ]);
  });
});

test('stacks may be thousands deep', () => {
  const deep = growTree(
    makeStacks(
      Array.from({ length: 3000 }, (_, index) => [`f${index}`, index - 1, 1, 1]),
      1,
    ) ?? [],
  );
  expect(layOutFlames(deep.slice(0, 1), 'after').at(-1)?.row).toBe(2999);
  expect(searchFlames(deep.slice(0, 1), 'f').nodes.size).toBe(3000);
});

test('a search counts what a function and those it calls take once', () => {
  const { nodes: found, share } = searchFlames(roots, ' HASH');
  expect([...found].map(({ name }) => name)).toEqual(['hash', 'rehash', 'hash']);
  expect(share).toEqual({ before: 0.3, after: 0.55 });
  expect(searchFlames(roots, ' ').nodes.size).toBe(0);
});

test('the most grown function is the one that itself takes more, and not what it calls', () => {
  expect(findMostGrown(nodes)?.name).toBe('rehash');
});
