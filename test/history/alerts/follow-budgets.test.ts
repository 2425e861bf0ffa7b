import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../src/contract/alerts.ts';
import { type BudgetedSeries, followBudgets } from '../../../src/history/alerts/follow-budgets.ts';
import { moveAlert } from '../../../src/history/alerts/settle-alert.ts';
import type { CreepOfSeries } from '../../../src/history/summarize-history.ts';

const commits = Array.from({ length: 50 }, (_, i) => ({
  ...{ commit: `c${i}`, author: 'Ann', subject: `Change ${i}` },
}));

/** A series that crept by so much since the release at commit 10; 5% is allowed. */
function creeping(name: string, size: number, to = 40, error = 0): BudgetedSeries {
  const part = (place: number, share: number) => ({
    ...{ after: place - 1, place, size: Math.log1p(share), error: 0.001, standsOut: share > 0.01 },
  });
  const creep: CreepOfSeries = {
    ...{ since: 'release', from: 10, to, size: Math.log1p(size), low: 0, explained: 0 },
    high: Math.log1p(size) + 2 * error,
    ...{ limit: Math.log1p(0.05), isOver: size > 0.05 },
    parts: [0.03, 0.02, 0.005, 0.004, 0.003, 0.002].map((share, i) => part(20 + i, share)),
  };
  const spreads = { repeat: 0, side: 0, host: 0, hostsFrom: 'commits' as const };
  return {
    identity: { test: name, span: 's', metric: 'latency', platform: 'p', annotations: {} },
    budget: { release: 0.05, action: 'block' },
    history: {
      ...{ levels: [], isLogarithm: true, spreads, error: 0, offsets: new Float64Array() },
      ...{ changes: [], earlier: [], creep: [creep], unread: [] },
    },
  };
}

const follow = (series: readonly BudgetedSeries[], known: readonly Alert[] = [], release = 'v1') =>
  followBudgets({
    repository: 'acme/sync',
    suite: 'sync',
    commits,
    release,
    series,
    known,
    isBudgeted: () => false,
    atMs: 9,
  });

const openOne = (): Alert => ({ ...follow([creeping('a', 0.08)]).opened[0]!, number: 1 });

test('an exceeded budget is one alert, with all series and the commits that contributed the most', () => {
  const { opened } = follow([creeping('a', 0.08), creeping('b', 0.2), creeping('c', 0.01)]);
  expect(opened).toHaveLength(1);
  const [{ budget, commit, range, series }] = opened as [Alert];
  expect(series.map(({ change, test: name }) => [name, change])).toEqual([
    ['b', 0.2],
    ['a', 0.08],
  ]);
  expect({ commit, range }).toEqual({
    commit: 'c40',
    range: { after: 'c10', upTo: 'c40', commits: 30 },
  });
  expect(budget).toMatchObject({ since: 'release', release: 'v1', action: 'block' });
  expect(budget?.limit).toBeCloseTo(0.05);
  expect(budget?.parts.map(({ subject }) => subject)).toEqual(
    [20, 21, 22, 23, 24].map((place) => `Change ${place}`),
  );
});

describe('an alert belongs to the commit that took its series past the limit', () => {
  const past = (levelAt: (place: number) => number): BudgetedSeries => {
    const one = creeping('a', 0.08);
    const levels = Array.from({ length: 41 }, (_, place) => {
      const value = 100 * levelAt(place);
      return { place, value, low: value, high: value };
    });
    return { ...one, history: { ...one.history, levels } };
  };

  test('that of a step, though one commit before it looked as slow, and not the newest one', () => {
    const step = past((place) => (place >= 25 || place === 15 ? 1.08 : 1));
    expect(follow([step]).opened).toMatchObject([{ commit: 'c25', range: { upTo: 'c40' } }]);
  });

  test('where a change is known there, its commit', () => {
    const one = past((place) => (place >= 24 ? 1.08 : 1));
    const [before, after] = [100, 108].map((value) => ({ value, low: value, high: value }));
    const change = {
      ...{ at: 26, range: { after: 23, upTo: 27 }, isGradual: false, change: 0.08 },
    };
    const rest = { before: before!, after: after!, confidence: 1, isConfirmed: true };
    const history = { ...one.history, changes: [{ ...change, ...rest }] };
    expect(follow([{ ...one, history }]).opened).toMatchObject([{ commit: 'c26' }]);
  });

  test('since the best level too, where the best stretch of commits ends with the step', () => {
    const one = past((place) => (place >= 25 ? 1.3 : 1));
    const creep = one.history.creep.map((each) => ({ ...each, since: 'best' as const, from: 27 }));
    const budget = { year: 0.05, action: 'block' } as const;
    const { opened } = follow([{ ...one, budget, history: { ...one.history, creep } }]);
    expect(opened).toMatchObject([{ commit: 'c25', budget: { since: 'best' } }]);
  });

  test('of a slow creep the one that passes, and of what a person closed the next limit', () => {
    const slow = past((place) => 1 + 0.0025 * Math.max(0, place - 10));
    const [first] = follow([slow]).opened;
    expect(first?.commit).toBe('c31');
    const closed = { ...first!, number: 1, series: [{ ...first!.series[0]!, change: 0.04 }] };
    const accepted = moveAlert(closed, { state: 'accepted', by: 'ada', because: 'x', atMs: 10 });
    expect(follow([slow], [accepted]).opened).toMatchObject([{ commit: 'c37' }]);
  });
});

test('while it is exceeded it stays one alert, with the newest sizes', () => {
  const { changed, opened } = follow([creeping('a', 0.09, 45)], [openOne()]);
  expect(opened).toEqual([]);
  expect(changed).toMatchObject([
    { number: 1, commit: 'c40', range: { upTo: 'c45' }, series: [{ change: 0.09 }] },
  ]);
  expect(follow([creeping('a', 0.08)], [openOne()])).toEqual({ opened: [], changed: [] });
});

test('at its limit an alert stays open until the series is surely back', () => {
  const atLimit = follow([creeping('a', 0.045, 45, 0.01)], [openOne()]);
  expect(atLimit).toEqual({ opened: [], changed: [] });
  for (const back of [creeping('a', 0.02, 45, 0.01), creeping('a', 0.01, 45, 0.04)]) {
    const [fixed] = follow([back], [openOne()]).changed;
    expect(fixed?.transitions.at(-1)).toMatchObject({ because: 'within its budget again' });
  }
});

test('commits that reach back to no release, or to too few levels, close nothing', () => {
  const { history, ...one } = creeping('a', 0.01);
  const none = [{ ...one, history: { ...history, creep: [] } }];
  for (const release of [{}, { release: 'v1' }]) {
    const request = { repository: 'acme/sync', suite: 'sync', commits, atMs: 9, ...release };
    for (const series of [none, []]) {
      const known = [openOne()];
      const followed = followBudgets({ ...request, series, known, isBudgeted: () => true });
      expect(followed).toEqual({ opened: [], changed: [] });
    }
  }
});

test('an alert ends where no budget counts for its series any more', () => {
  const [ended] = follow([creeping('b', 0.01)], [openOne()]).changed;
  const because = 'no longer watched: it has no budget now';
  expect(ended?.transitions.at(-1)).toMatchObject({ state: 'accepted', because });
  const again = follow([creeping('a', 0.08)], [ended!]).changed;
  expect(again[0]?.transitions.map(({ state }) => state)).toEqual(['new', 'accepted', 'new']);
});

test('where the budget was raised, an alert is not fixed, unless its series are back as well', () => {
  const raise = (one: BudgetedSeries): BudgetedSeries => {
    const creep = one.history.creep.map((each) => ({
      ...{ ...each, limit: Math.log1p(0.3), isOver: false },
    }));
    return { ...one, budget: { ...one.budget, release: 0.3 }, history: { ...one.history, creep } };
  };
  const [raised] = follow([raise(creeping('a', 0.08))], [openOne()]).changed;
  const because = 'its budget was raised from 5.0% to 30.0%';
  expect(raised?.transitions.at(-1)).toMatchObject({ state: 'accepted', because });
  const [back] = follow([raise(creeping('a', 0.01))], [openOne()]).changed;
  expect(back?.transitions.at(-1)).toMatchObject({ state: 'fixed' });
});

test('within its budget again, or after the next release, it is fixed', () => {
  const [back] = follow([creeping('a', 0.01)], [openOne()]).changed;
  expect(back?.transitions.at(-1)).toMatchObject({ state: 'fixed' });
  const released = follow([creeping('a', 0.08)], [openOne()], 'v2');
  const state = 'accepted';
  expect(released.changed[0]?.transitions.at(-1)).toMatchObject({
    state,
    because: 'released as v2',
  });
  expect(released.opened).toHaveLength(1);
  const again = follow([creeping('a', 0.08)], [back!]).changed;
  expect(again[0]?.transitions.map((one) => one.state)).toEqual(['new', 'fixed', 'new']);
});

test('what a person accepted is an alert again only after half of the budget more', () => {
  const accepted = moveAlert(openOne(), { state: 'accepted', by: 'ada', because: 'x', atMs: 10 });
  expect(follow([creeping('a', 0.1)], [accepted])).toEqual({ opened: [], changed: [] });
  expect(follow([creeping('a', 0.11, 44)], [accepted]).opened).toMatchObject([{ commit: 'c44' }]);
});

test('what a person calls fixed is refuted by the next commit that still exceeds the budget', () => {
  const fixed = moveAlert(openOne(), { state: 'fixed', by: 'ada', because: 'x', atMs: 10 });
  expect(follow([creeping('a', 0.08)], [fixed])).toEqual({ opened: [], changed: [] });
  for (const size of [0.08, 0.2]) {
    const { changed, opened } = follow([creeping('a', size, 41)], [fixed]);
    expect(opened).toEqual([]);
    expect(changed).toMatchObject([{ number: 1, range: { upTo: 'c41' } }]);
    expect(changed[0]?.transitions.map(({ state }) => state)).toEqual(['new', 'fixed', 'new']);
  }
  expect(follow([creeping('a', 0.01, 41)], [fixed])).toEqual({ opened: [], changed: [] });
});
