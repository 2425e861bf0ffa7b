import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { fitBlocks } from '../../../src/report/markdown-budget.ts';
import { chartHistory } from '../../../src/report/pull-request/chart-history.ts';
import type { ViewHistory } from '../../../src/report/pull-request/view.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { hasBrowser, openBlankPage } from '../open-page.ts';
import { listCharts } from '../summary/read-charts.ts';
import { history } from './fixtures/make-view.ts';
import { makeText } from './hostile-text.ts';

const chart = (view: ViewHistory | undefined): string | undefined =>
  listCharts(fitBlocks(chartHistory(view)))[0];

const withValues = (...values: number[]): ViewHistory => ({
  ...history,
  points: values.map((value, index) => ({ commit: `${index}`.repeat(40), value })),
});

test('the chart has one point for each build, with its commit', () => {
  expect(chart(history)).toContain('  x-axis "Commit" ["0a2b3c4", "1a2b3c4"');
  expect(chart(history)).toContain('  line [1.19, 1.21, 1.2, 1.18, 1.2, 1.22, 1.2, 1.19, 1.48]');
});

test('there is none without a history, with one point, or with values beyond all measure', () => {
  expect(chart(undefined)).toBeUndefined();
  expect(chart(withValues(1e9))).toBeUndefined();
  expect(chart(withValues(1e9, 1e300, Number.NaN, -1))).toBeUndefined();
});

test('the chart leads to its series on the dashboard, where there is one', () => {
  const link = (url?: string): string => fitBlocks(chartHistory(history, url));
  const address = 'https://perigee.example.org/series?repository=acme/sync&id=0123456789abcdef';
  expect(link(address)).toContain(
    `[Since which commit, on which hosts, what else moved](${address})`,
  );
  expect(link()).not.toContain('](');
});

test('a long history shows its end', () => {
  const long = withValues(...Array.from({ length: 50 }, (_, index) => (index + 1) * 1e9));
  expect(chart(long)).toMatch(/line \[39, .*, 50\]/);
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
    points: [1, 2, 3].map((value) => ({ commit: makeText(random), value })),
  })),
].map((view) => chart(view) ?? '');

test.each(charts.map((text, index) => [index, text]))(
  'chart %i keeps to the part of the grammar that we use (seed 11)',
  (_index, text) => {
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      expect.stringMatching(/^%%\{init: \{.*\}\}%%$/),
      'xychart-beta',
      expect.stringMatching(/^ {2}x-axis "Commit" \["[0-9a-f]+"(?:, "[0-9a-f]+")*\]$/),
      expect.stringMatching(/^ {2}y-axis "[\w ,.()µ]*" [\d.]+ --> [\d.]+$/),
      expect.stringMatching(/^ {2}line \[[\d.]+(?:, [\d.]+)*\]$/),
    ]);
  },
);

const mermaid = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js');

describe.runIf(hasBrowser && existsSync(mermaid))('the real Mermaid', () => {
  test('draws every chart', async () => {
    await using open = await openBlankPage();
    await open.page.addScriptTag({ path: mermaid });
    for (const text of charts) {
      const drawn: unknown = await open.page.evaluate(`mermaid
        .render('chart', ${JSON.stringify(text)})
        .then(({ svg }) => new DOMParser().parseFromString(svg, 'text/html'))
        .then((page) => page.querySelectorAll('[class^="line-plot-"] path').length)`);
      expect(drawn, text).toBe(1);
    }
  });
});
