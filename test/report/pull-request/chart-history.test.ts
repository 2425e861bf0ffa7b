import { expect, test } from 'vitest';
import { printMarkdown } from '../../../src/report/print-markdown.ts';
import { chartHistory } from '../../../src/report/pull-request/chart-history.ts';
import type { ViewHistory } from '../../../src/report/pull-request/view.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { listCharts } from '../summary/read-charts.ts';
import { history } from './fixtures/make-view.ts';
import { makeText } from './hostile-text.ts';

const render = (view: ViewHistory | undefined): string => printMarkdown(chartHistory(view));
const chart = (view: ViewHistory | undefined): string | undefined => listCharts(render(view))[0];

const exact = (value: number) => ({ value, low: value, high: value });
const withValues = (...values: number[]): ViewHistory => ({
  ...{ ...history, changes: [], here: exact(values.at(-1) ?? 0) },
  levels: values.slice(0, -1).map((value, index) => ({
    ...{ commit: `${index % 10}`.repeat(40), ...exact(value) },
  })),
});

test('the chart has a place for each commit, the interval around its level, and this change at the end', () => {
  const view = {
    ...withValues(1e9, 2e9, 3e9),
    here: { value: 3e9, low: 2.5e9, high: 3.5e9 },
  };
  expect(chart(view)?.split('\n').slice(2)).toEqual([
    '  x-axis "Measured commits before this change" -2 --> 0',
    '  y-axis "Latency (s)" 0.875 --> 3.625',
    '  line [1, 2, 2.5]',
    '  line [1, 2, 3.5]',
    '  line [1, 2, 3]',
    '',
  ]);
});

test('where the level changed the mean levels step, and words say at which commit', () => {
  const change = { isGradual: false, before: 1e9, after: 2e9, change: 1 };
  const step = { ...withValues(1e9, 1e9, 2e9, 2e9, 4e9), changes: [{ ...change, from: 1, to: 2 }] };
  expect(chart(step)).toContain('  line [1, 1, 2, 2, 2]');
  expect(render(step)).toContain(
    '- The level rose by 100%, from 1 s to 2 s, at `2222222`, 2 measured commits ago.',
  );
  const slope = { ...step, changes: [{ ...change, from: 0, to: 2, isGradual: true }] };
  expect(chart(slope)).toContain('  line [1, 1.5, 2, 2, 2]');
  expect(render(slope)).toContain(
    'rose step by step by 100%, from 1 s to 2 s, between `0000000` and `2222222`',
  );
});

test('of a level that rose and fell the mean follows both', () => {
  const of = (from: number, before: number, after: number) => {
    return { from, to: from + 1, isGradual: false, before, after, change: after / before - 1 };
  };
  const view = {
    ...withValues(1e9, 2e9, 1e9, 1e9),
    changes: [of(0, 1e9, 2e9), of(1, 2e9, 1e9)],
  };
  expect(chart(view)).toContain('  line [1, 2, 1, 1]');
  expect(render(view)).toContain('The level fell by 50.0%, from 2 s to 1 s');
});

test('words say this change and the newest level, each with its interval', () => {
  expect(render(history)).toContain(
    '- Newest level of the branch: 1.21 s (1.2 s to 1.22 s). This change: 1.48 s (1.46 s to 1.5 s).',
  );
});

test('levels that no pairs connect are called raw', () => {
  expect(render(history)).not.toContain('raw');
  expect(render({ ...history, isPaired: false })).toContain('so the levels are raw');
});

test('there is none without a history, or with values beyond all measure', () => {
  expect(chart(undefined)).toBeUndefined();
  expect(chart(withValues(1e9, 1e300, 1))).toBeUndefined();
  expect(chart(withValues(Number.NaN, 1))).toBeUndefined();
  expect(chart(withValues(1, -1))).toBeUndefined();
});

test('the chart leads to its series on the dashboard, where there is one', () => {
  const link = (url?: string): string => printMarkdown(chartHistory(history, url));
  const address = 'https://perigee.example.org/series?repository=acme/sync&id=0123456789abcdef';
  expect(link(address)).toContain(
    `[Since which commit, on which hosts, what else moved](${address})`,
  );
  expect(link()).not.toContain('](');
});

const random = createRandom(11);
const charts = [
  history,
  withValues(0, 0),
  withValues(1, 2, 1_000_000_000_000_000),
  withValues(1e9, 1e9),
  { ...withValues(3, 4, 5), unit: 'bytes' },
  ...Array.from({ length: 20 }, () => ({
    ...{ test: makeText(random), span: makeText(random), metric: makeText(random) },
    unit: makeText(random),
    levels: [1, 2, 3].map((value) => ({
      ...{ commit: makeText(random), value, low: value - 2, high: value + 2 },
    })),
    here: { value: 4, low: 3, high: 7 },
    changes: [{ from: 0, to: 1, isGradual: false, before: 1, after: 2, change: 1 }],
    isPaired: true,
  })),
].map((view) => chart(view) ?? '');

test.each(charts.map((text, index) => [index, text]))(
  'chart %i keeps to the part of the grammar that we use (seed 11)',
  (_index, text) => {
    const line: unknown = expect.stringMatching(/^ {2}line \[[\d.]+(?:, [\d.]+)*\]$/);
    const [init, kind, x, y, ...lines] = text.split('\n').filter((one) => one !== '');
    expect([init, kind, x, y]).toEqual([
      expect.stringMatching(/^%%\{init: \{.*\}\}%%$/),
      'xychart-beta',
      expect.stringMatching(/^ {2}x-axis "Measured commits before this change" -\d+ --> 0$/),
      expect.stringMatching(/^ {2}y-axis "[\w ,.()µ]*" [\d.]+ --> [\d.]+$/),
    ]);
    expect(lines.length === 3 || lines.length === 4).toBe(true);
    expect(lines).toEqual(lines.map(() => line));
  },
);
