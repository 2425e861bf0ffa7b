import { describe, expect, test } from 'vitest';
import { formatBudgets, writeCalm } from '../../../../src/web/pages/format/overview-words.ts';
import { listOnGithub, formatCheck } from '../../../../src/web/pages/format/format-check.ts';
import {
  formatAlerts,
  joinAlerts,
  leaveOutTold,
} from '../../../../src/web/pages/parts/alert-list.ts';
import type { Alert, ChangeGroup } from '../../../../src/web/api/answers.ts';
import {
  listBreaks,
  type Phrase,
  titleBuild,
} from '../../../../src/web/pages/format/name-things.ts';
import { describeBuild } from '../../../../src/web/api/routes/describe-build.ts';
import { makeStoredBuild } from '../../../store/make-build.ts';

describe('tell budgets', () => {
  test('limits are unknown, or none, or said for each suite', () => {
    expect(formatBudgets(undefined)).toEqual([expect.stringContaining('not known here')]);
    expect(formatBudgets(undefined, true)[0]).toMatch(
      /^An alert knows its own limit; others are not/,
    );
    expect(formatBudgets([])).toEqual([expect.stringContaining('No budget is set')]);
    expect(
      formatBudgets([
        { suite: 'sync', release: 0.05, year: 0.2, action: 'warn' },
        { suite: 'api', year: 0.1, action: 'block' },
      ]),
    ).toEqual([
      'Suite sync allows each series whose rule blocks 5.0% since the last release and 20.0% since the best level of a year. It only warns.',
      'Suite api allows each series whose rule blocks 10.0% since the best level of a year. Over it, what makes such a series worse is held back.',
    ]);
  });
});

describe('what needs somebody', () => {
  const of = { test: 'parse', span: 'coerce', annotations: {}, platform: 'linux-x64' };
  const series = (id: string) => ({ id, ...of, metric: 'latency', change: 0.218 });
  const range = { after: 'a'.repeat(40), upTo: 'b'.repeat(40), commits: 1 };
  const transitions = [{ state: 'new' as const, atMs: 0 }];
  const change: Alert = {
    ...{ number: 1, suite: 'sync', foundBy: 'history', commit: range.upTo, range, transitions },
    ...{ author: 'Ben', subject: 'Accept commas', isGradual: false, isOpen: true },
    series: [series('x')],
  };
  const budget: Alert = {
    ...{ ...change, number: 2, foundBy: 'budget' },
    range: { after: 'a'.repeat(40), upTo: 'c'.repeat(40), commits: 9 },
    budget: { since: 'release', release: 'v1.0', limit: 0.05, action: 'warn', parts: [] },
  };
  const read = (phrase: Phrase): string =>
    phrase
      .map((part) => (typeof part === 'string' ? part : 'size' in part ? part.size : part.text))
      .join('');

  test('a change and the budget that it exceeds are one entry, which says both', () => {
    const [entry, ...others] = joinAlerts([budget, change]);
    expect(others).toEqual([]);
    expect(read(formatAlerts(entry!, 'acme/sync'))).toBe(
      '#1 +21.8% Latency of parse › coerce with Accept commas (bbbbbbbbbbbb) by Ben, new since 1970-01-01; also over the budget of 5.0% since v1.0 (#2, new since 1970-01-01)',
    );
    expect(read(formatAlerts([budget], 'acme/sync'))).toContain(
      'over the budget of 5.0% since v1.0, with Accept commas (bbbbbbbbbbbb) by Ben',
    );
  });

  test('of another series, or another commit, they are two', () => {
    expect(joinAlerts([change, { ...budget, series: [series('y')] }])).toHaveLength(2);
    expect(joinAlerts([change, { ...budget, commit: 'd'.repeat(40) }])).toHaveLength(2);
  });

  test('a level that became worse is left out where its budget tells it', () => {
    const level = { value: 1, low: 1, high: 1 };
    const named = { unit: 'ns', direction: 'lower', suite: 'sync', metric: 'latency' } as const;
    const largest = ['x', 'y'].map((id) => ({
      ...{ series: { ...of, ...named, id }, change: 0.2, before: level, after: level },
    }));
    const place = (commit: string) => ({ commit, atMs: 0 });
    const ends = { after: place(range.after), upTo: place(range.upTo) };
    const group: ChangeGroup = { range: ends, atMs: 0, isWorse: true, count: 2, largest };
    expect(leaveOutTold([group], [budget])).toMatchObject([
      { count: 1, largest: [{ series: { id: 'y' } }] },
    ]);
    expect(leaveOutTold([group], [change])).toEqual([]);
    expect(leaveOutTold([group], [])).toEqual([group]);
  });
});

test.each([
  [15, 9, 'No open alert, and nothing else is known yet.'],
  [16, 0, 'Nothing needs attention: no open alert, and no level became worse.'],
  [
    40,
    3,
    'Nothing needs attention: no open alert, and no level became worse. A change of level shows from 16 measured commits on: 3 series cannot show one yet.',
  ],
])(
  'of %i commits, with %i short series, calm is said as far as it goes',
  (commits, short, words) => {
    expect(writeCalm(commits, short)).toBe(words);
  },
);

describe('tell check', () => {
  test.each([
    [{ isRed: true, cleared: 0, confirmed: 0 }, 'failed'],
    [
      { isRed: true, cleared: 2, confirmed: 1 },
      'failed; a second run confirmed 1 regression and cleared 2 regressions',
    ],
    [{ isRed: false, cleared: 1, confirmed: 0 }, 'did not fail; a second run cleared 1 regression'],
  ])('how a check ended: %j', (check, text) => {
    expect(formatCheck(check)).toBe(text);
  });

  const run = 'https://github.example/acme/sync/actions/runs/7';
  const commit = 'c'.repeat(40);
  const of = (links: Record<string, string>, pullRequest?: number) => {
    const stored = makeStoredBuild(1, { commit, links });
    return listOnGithub(
      describeBuild({ ...stored, ...(pullRequest === undefined ? {} : { pullRequest }) }),
      'acme/sync',
    );
  };

  test('the run of a build says on which GitHub its pull request and its checks are', () => {
    const home = 'https://github.example/acme/sync';
    expect(of({ logs: 'https://logs.example/', build: run }, 3)).toEqual([
      ['pull request #3', `${home}/pull/3`],
      ['checks of the commit', `${home}/commit/${commit}/checks`],
    ]);
    expect(of({ build: run })).toHaveLength(1);
  });

  test.each([
    'https://buildkite.com/acme/sync/builds/7',
    'https://github.example/other/x/actions/runs/7',
    'javascript:/acme/sync/actions/',
    'https://',
  ])('the link %s says nothing of it', (build) => {
    expect(of({ build }, 3)).toEqual([]);
  });
});

test('uncommitted work is called by its branch, or else by the commit below it', () => {
  const work = makeStoredBuild(1, { baseline: 'b'.repeat(40), local: { isUncommitted: true } });
  expect(titleBuild(describeBuild(work))).toBe('Uncommitted work on bbbbbbbbbbbb');
  expect(titleBuild(describeBuild({ ...work, branch: 'topic' }))).toBe('Uncommitted work on topic');
});

test('a name breaks where its parts end, and nowhere in a word', () => {
  const name = 'Time of benchmarks/test_bench.py::test_camelize › run_1 in a/b';
  const parts = 'Time of benchmarks/|test_|bench.py::|test_|camelize › |run_|1 in a/|b';
  expect(listBreaks(name)).toEqual(parts.split('|'));
});
