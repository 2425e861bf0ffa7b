import { describe, expect, test } from 'vitest';
import { createProgressLine } from '../../src/pipeline/progress-line.ts';
import type { ProgressEvent } from '../../src/runner/run-request.ts';
import { judgeOne, sampleSeries, steady } from '../verdict/sample-aggregate.ts';

function open(isTTY: boolean, columns = 80) {
  let text = '';
  const stream = { isTTY, columns, write: (more: string) => (text += more) };
  const line = createProgressLine(stream, 'Ctrl-C ends it');
  return { ...line, written: () => text };
}

function measure(changes: Partial<Extract<ProgressEvent, { kind: 'measure' }>> = {}) {
  const place = { kind: 'measure', test: 'upload', side: 'before', pair: 2 } as const;
  const counts = { done: 4, total: 10, atMost: 10, elapsedMs: 9000, remainingMs: 61_000 };
  return { ...place, ...counts, ...changes } satisfies ProgressEvent;
}

test('on a terminal one line says test, pair, side and the time left, and is written over', () => {
  const line = open(true);
  line.show(measure());
  line.show(measure({ side: 'after', done: 5 }));
  expect(line.written().split('\u001b[2K').slice(1)).toEqual([
    '[5/10] pair 3 · before · upload · 61 s left\r',
    '[6/10] pair 3 · after · upload · 61 s left',
  ]);
});

test('in the log of a job a pair has a line if it says something new or 15 s have passed', () => {
  const line = open(false);
  line.show(measure());
  line.show(measure({ side: 'after', done: 5 }));
  line.show(measure({ pair: 3, done: 6 }));
  line.show(measure({ pair: 4, elapsedMs: 24_000, remainingMs: 100_000 }));
  const look = { kind: 'look', number: 1, undecided: [], hinted: ['upload', 'quick'] } as const;
  line.show({ ...look, isOver: true });
  line.show({ kind: 'beyond', tests: ['upload'], leftMs: 60_000 });
  line.show(measure({ pair: 5 }));
  line.end();
  expect(line.written()).toBe(
    'pair 3 · 61 s left\npair 5 · 2 min left\nthe time is over, and upload may be slower: more pairs until that is decided, for 60 s at most\npair 6 of upload, quick · 61 s left\n',
  );
});

test.each([
  ['1 series regressed', {}],
  ['no series regressed, 1 warning', { metric: 'page_faults.minor' }],
])('the verdict so far stands behind the next step: %s', (words, more) => {
  const line = open(false);
  line.tell(judgeOne(sampleSeries(steady(1e5), steady(3e5), more)).verdict);
  line.show(measure());
  expect(line.written()).toContain(`so far: ${words}\n`);
});

test('a test that did not pass is named with its side and pair; one that did is not', () => {
  const line = open(false);
  const end = { kind: 'measured', test: 'upload', side: 'after', pair: 0 } as const;
  line.show({ ...end, status: 'passed' });
  line.show({ ...end, status: 'timed-out' });
  expect(line.written()).toBe('upload: timed-out (after side, pair 1)\n');
});

test('a test that gets no more pairs is told at once, with the reason', () => {
  const line = open(false);
  line.show({ kind: 'stopped', test: 'upload', why: 'it could not be started\u001b[2J' });
  expect(line.written()).toBe('upload: it could not be started[U+001B][2J\n');
});

test('the verdict stands before what made it so is looked for, and then each run of that', () => {
  const search = { kind: 'explain', test: 'upload', done: 0, total: 1, limitMs: 60_000 } as const;
  const lines = [true, false].map((one) => {
    const line = open(one);
    line.show({ ...search, headline: 'Regressed: upload' });
    line.show({ ...search, run: { number: 3, watches: 'blocks' } });
    return line.written();
  });
  expect(lines[0]).toMatch(/^Regressed: upload\n.* · run 3: count loops/s);
  const asked = 'look for the functions that take more, for 60 s at most: upload\n';
  expect(lines[1]).toBe(`Regressed: upload\n${asked}`);
});

describe('sides of the same commit', () => {
  const commit = 'a'.repeat(40);
  const start = (after: { commit: string; label: string }): string => {
    const line = open(false);
    const both = { sides: ['before', 'after'] as const, before: { commit, label: 'HEAD' }, after };
    line.show({ kind: 'started', id: 'r1', runDirectory: '/r1', ...both });
    return line.written();
  };

  test('are told as such, with the command for uncommitted changes', () => {
    expect(start({ commit, label: 'feature' })).toContain(
      'both sides are the same commit (for a change that is not committed yet: perigee patch): this measures the noise of this machine\n',
    );
  });

  test('of an unchanged working tree are told without that command, which it was', () => {
    const written = start({ commit, label: 'working tree, as committed' });
    expect(written).toContain('the same commit (nothing is uncommitted)');
    expect(written).not.toContain('perigee patch');
  });

  test('that differ on purpose are told as one', () => {
    const line = open(false);
    const head = { commit, label: 'HEAD' };
    const both = { sides: ['before', 'after'] as const, before: head, after: head };
    line.show({ kind: 'started', id: 'r1', runDirectory: '/r1', ...both, isTrial: true });
    expect(line.written()).toBe('measuring: HEAD (aaaaaaaaaaaa) against itself\n');
  });

  test('a commit that is its own label is told once', () => {
    expect(start({ commit: 'b'.repeat(40), label: 'b'.repeat(12) })).toMatch(/after: {2}b{12}\n$/);
  });

  test('are told only when they are', () => {
    expect(start({ commit: 'b'.repeat(40), label: 'feature' })).toBe(
      'before: HEAD (aaaaaaaaaaaa)\nafter:  feature (bbbbbbbbbbbb)\n',
    );
  });
});

test('of a change that is measured alone only that is told', () => {
  const line = open(false);
  const change = { commit: 'c'.repeat(40), label: 'HEAD' };
  const both = { before: change, after: change };
  line.show({ kind: 'started', id: 'r1', runDirectory: '/r1', sides: ['after'], ...both });
  expect(line.written()).toBe('measuring: HEAD (cccccccccccc)\n');
  line.show({ kind: 'setup', side: 'after', command: ['make'], logFile: '/r1/log' });
  line.show(measure());
  expect(line.written()).toMatch(/^measuring: .*\nset up: make\nrun 3 · /);
});

test('a long setup says how much of it is left', () => {
  const line = open(false);
  const setup = { kind: 'setup', side: 'after', command: ['make'], logFile: '/r1/log' } as const;
  line.show({ ...setup, build: { number: 1, of: 2 }, leftMs: 120_000 });
  line.show({ ...setup, leftMs: 9000 });
  expect(line.written()).toBe(
    'set up after, build 1 of 2: make · about 2 min of setup left\nset up after: make\n',
  );
});

test('the time left is the least there is where a look may ask for more pairs', () => {
  const line = open(false);
  line.show(measure({ atMost: 20 }));
  expect(line.written()).toBe('pair 3 · at least 61 s left\n');
});

test.each([
  [['upload'], 'more pairs for what is not clear yet: upload\n'],
  [['a', 'b', 'c'], 'more pairs for what is not clear yet: a, b, c\n'],
  [
    ['a', 'b\u001b[2J', 'c', 'd', 'e'],
    'more pairs for what is not clear yet: a, b[U+001B][2J, c and 2 more\n',
  ],
  [[], ''],
])('a look names the tests that get more pairs, up to three: %j', (undecided, text) => {
  const line = open(false);
  line.show({ kind: 'look', number: 1, undecided, hinted: [] });
  expect(line.written()).toBe(text);
});

test('what may be slower is told when that changes', () => {
  const line = open(false);
  const look = { kind: 'look', undecided: [] } as const;
  for (const [number, hinted] of [['a'], ['a'], [], ['b', 'a']].entries()) {
    line.show({ ...look, number, hinted });
  }
  expect(line.written()).toBe(
    'more pairs first for what may be slower: a\nmore pairs first for what may be slower: b, a\n',
  );
});

test('a run that goes on for its time alone says so, once as long as that lasts', () => {
  const line = open(false);
  const look = { kind: 'look', number: 1, undecided: [], hinted: [] } as const;
  const on = { ...look, goesOn: true };
  for (const event of [on, on, look, on]) line.show(event);
  const words = 'nothing points to a regression: the time that is left goes into more pairs';
  expect(line.written().split(words)).toHaveLength(3);
});

const slower = judgeOne(sampleSeries(steady(1e8), steady(2e8))).verdict;

test('each span that regressed is told at once, and once, and so is one that is taken back', () => {
  const line = open(false);
  const series = slower.series.map((one) => ({ ...one, test: 'sort' }));
  const both = { ...slower, series: [...slower.series, ...series] };
  for (const verdict of [slower, slower, both, both, slower]) line.tell(verdict);
  expect(line.written().replaceAll(/( › \S+)?, Latency \+\d+(\.\d)?%/g, '')).toBe(
    'regressed already: upload\nregressed as well: sort\nno longer red: sort\n',
  );
});

test('a run that is red and goes on says once why, and how to end it', () => {
  const line = open(false);
  line.tell(slower);
  for (const pair of [3, 4]) line.show(measure({ pair }));
  const goesOn = 'the verdict is red already; measuring goes on, since more pairs show what else';
  expect(line.written()).toMatch(
    new RegExp(`^regressed already: .*\n${goesOn} .*Ctrl-C ends it\n`),
  );
  expect(line.written().split(goesOn)).toHaveLength(2);
});

test('a red that a change of the machine may explain is taken back, and told again when it is red again', () => {
  const line = open(false);
  const calm = judgeOne(sampleSeries(steady(1e8), steady(1e8))).verdict;
  const headline = 'Undecided: the machine changed';
  const doubtful = { ...calm, conclusion: 'undecided', headline } as const;
  for (const verdict of [slower, doubtful, doubtful, slower, calm]) line.tell(verdict);
  const name = /upload( › \S+)?, Latency \+\d+(\.\d)?%/g;
  expect(line.written().replaceAll(name, 'it').split('\n')).toEqual([
    ...['regressed already: it', `no longer red: it. ${headline}`],
    ...['regressed already: it', 'no longer red: it', ''],
  ]);
});

test('pairs of some tests alone are told with their names', () => {
  const line = open(false);
  line.show({ kind: 'look', number: 1, undecided: [], hinted: ['a', 'b'] });
  line.show(measure());
  line.show({ kind: 'look', number: 2, undecided: [], hinted: [], goesOn: true });
  line.show(measure({ pair: 1 }));
  expect(line.written()).toMatch(/\npair 3 of a, b · 61 s left\n.*\npair 2 · 61 s left\n$/);
});

test('a busy machine is told while it lasts', () => {
  const line = open(false);
  const measured = { kind: 'measured', test: 'a', side: 'after', pair: 2 } as const;
  line.show({ ...measured, status: 'passed', busyShare: 0.42 });
  line.show(measure());
  line.show({ ...measured, status: 'passed' });
  line.show(measure({ pair: 3, elapsedMs: 24_000 }));
  expect(line.written()).toMatch(/ · machine busy 42%\n(?!.*busy).*\n$/);
});

test('a line never wraps: one that did could not be written over', () => {
  const line = open(true, 20);
  line.show(measure({ test: '日本語の名前'.repeat(5) }));
  expect(line.written()).toMatch(/…$/);
  expect(line.written()).not.toContain('日');
});

test('a name cannot move the cursor', () => {
  const line = open(false);
  line.show({ kind: 'setup', side: 'before', command: ['a\u001b[2J'], logFile: 'x' });
  expect(line.written()).not.toContain('\u001b');
});
