import { expect, test } from 'vitest';
import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import { markdownLimitBytes } from '../../../src/report/print-markdown.ts';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import type { ViewFate } from '../../../src/report/pull-request/view.ts';
import { makeSeries, makeVerdict } from '../fixtures/make-verdict.ts';
import { issues } from './fixtures/issues.ts';
import { accepted, head, history, judge, makeView, statistics } from './fixtures/make-view.ts';
import { listIntruders } from './read-page.ts';

const marker = 'perigee';
const many = 100_000;
const states = ['regressed', 'undecided', 'improved', 'not-regressed'] as const;
const kinds: readonly ViewFate['fate'][] = ['blocks', 'accepted', 'cleared', 'warns'];

/** Names of the longest kind, in letters of three bytes each. */
const series: SeriesVerdict[] = Array.from({ length: many }, (_, index) => {
  return makeSeries({
    test: `${'漢'.repeat(190)} ${index}`,
    state: states[Math.floor(index / 4) % 4] ?? 'regressed',
    ratio: 1.2,
  });
});
const fates = new Map(
  series
    .filter(({ state }) => state === 'regressed')
    .map((one, index) => {
      const fate = kinds[index % 4] ?? 'blocks';
      return [seriesKey(one), { fate, said: { regressed: 2, otherwise: 0 } }] as const;
    }),
);
const tests = series.map(({ test: name }) => name);
const huge = makeView(
  judge(
    'regressed',
    makeVerdict(series, {
      problems: tests.map((name) => ({ code: 'test-failed', message: name, test: name })),
    }),
    { fates, brokenTests: tests, attempts: 2 },
  ),
  {
    fork: true,
    history,
    statistics,
    hint: { kind: 'not-required', branch: 'main' },
    accepts: Array.from({ length: 1000 }, () => ({ ...accepted, because: '漢'.repeat(5000) })),
    configuration: {
      rules: series.map(({ metric, ...one }) => ({
        ...{ test: one.test, span: one.span, metric, before: '5%', after: '漢'.repeat(5000) },
      })),
      more: many,
      suite: Array.from({ length: 100 }, () => 'a changed command '.repeat(100)),
      notes: tests,
    },
    notes: tests,
    links: {
      logs: Object.fromEntries(tests.map((name) => [name, `https://github.example/${name}`])),
    },
  },
);

const bytes = (text: string): number => new TextEncoder().encode(text).length;

test('100,000 series with long names fit into a comment, which stays whole and says what it left out', () => {
  const comment = renderComment(huge, { marker });
  expect(bytes(comment)).toBeLessThanOrEqual(markdownLimitBytes);
  expect(comment.length).toBeLessThanOrEqual(65_536);
  expect(listIntruders(comment, { marker, commits: [head.slice(0, 12)] })).toEqual([]);
  expect(comment).toContain('… and 6,240 more series');
});

test('what stands first in a comment of 100,000 series is what blocks, and the foot is not lost', () => {
  const comment = renderComment(huge, { marker });
  const place = (words: string): number => comment.indexOf(words);
  expect(place('### ❌ `漢')).toBe(comment.indexOf('\n') + 1);
  expect(place('| latency ❌')).toBeLessThan(place('**What now:**'));
  expect(place('**What now:**')).toBeLessThan(place('#### Better (25,000)'));
  expect(place('<sub>[Run]') + place('<sub>Commit')).toBeGreaterThan(0);
});

test('the summary and the text of a check of 100,000 series fit in bytes, each for itself', () => {
  const check = renderCheck(huge);
  expect(check.title.length).toBeLessThanOrEqual(255);
  expect(bytes(check.summary)).toBeLessThanOrEqual(markdownLimitBytes);
  expect(bytes(check.text ?? '')).toBeLessThanOrEqual(markdownLimitBytes);
  expect(bytes(check.text ?? '')).toBeGreaterThan(markdownLimitBytes / 2);
  expect(check.annotations.length).toBeLessThanOrEqual(30);
});

test('an issue about 100,000 series fits, with all later pushes of a year', () => {
  const later = Array.from({ length: 20_000 }, () => ({ commit: head, change: 0.2 }));
  const view = {
    ...issues.fresh,
    series: series.map((one) => ({ series: one, later })),
    brokenTests: tests.map((name) => ({ name })),
  };
  const { title, body } = renderIssue(view, { marker });
  expect(title.length).toBeLessThanOrEqual(255);
  expect(bytes(body)).toBeLessThanOrEqual(markdownLimitBytes);
  expect(listIntruders(body, { marker, commits: [head.slice(0, 12), '1a2b3c4d5e1a'] })).toEqual([]);
});
