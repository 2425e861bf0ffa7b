import { describe, expect, test } from 'vitest';
import type { State, Verdict } from '../../../src/contract/documents.ts';
import { renderSummary, summaryLimitBytes } from '../../../src/report/summary/render-summary.ts';
import { hostileTexts } from '../fixtures/hostile-names.ts';
import { makeSeries, makeVerdict } from '../fixtures/make-verdict.ts';
import { verdicts } from '../fixtures/verdicts.ts';
import { listActiveText, splitRow } from '../read-markdown.ts';
import { dropCharts } from './read-charts.ts';

const states: State[] = ['regressed', 'improved', 'undecided', 'not-regressed', 'no-baseline'];

function makeLarge(count: number, nameOf: (index: number) => string, repeats = 5): Verdict {
  const series = Array.from({ length: count }, (_, index) => {
    const name = nameOf(index);
    const annotations = Object.fromEntries(
      Array.from({ length: 8 }, (__, key) => [`key_${key}`, name]),
    );
    const state = states[index % states.length] ?? 'regressed';
    return makeSeries({ test: name, annotations, state, repeats });
  });
  const missing = Array.from({ length: 255 }, (_, index) => {
    return { code: 'missing-shard', message: `shard ${index + 1} of 256 is missing: ${nameOf(0)}` };
  });
  const tests = Array.from({ length: 1000 }, (_, index) => ({
    name: nameOf(index),
    before: { passed: 5, failed: 0, timedOut: 0, interrupted: 0 },
    after: { passed: 0, failed: 5, timedOut: 0, interrupted: 0 },
  }));
  return makeVerdict(series, { problems: missing, tests });
}

const large: [what: string, verdict: Verdict][] = [
  ['100,000 series', makeLarge(100_000, (index) => `test ${index}`)],
  ['1,000 repeats a side', makeLarge(2, () => 'a long run', 1000)],
  ['long names of four-byte letters', makeLarge(3000, () => '🚀'.repeat(100))],
  ['hostile names', makeLarge(3000, (index) => hostileTexts[index % 11] ?? '')],
];

const everywhere = [...Object.entries(verdicts), ...large].flatMap(([name, verdict]) =>
  (['github', 'buildkite'] as const).map((site) => ({ name, verdict, site })),
);

describe.each(everywhere)('the summary of $name for $site', ({ verdict, site }) => {
  const summary = renderSummary(verdict, { notes: hostileTexts, site });

  test('stays within what the site keeps', () => {
    expect(new TextEncoder().encode(summary).length).toBeLessThan(summaryLimitBytes);
  });

  test('has rows of one length in each table, and every fold and fence closed', () => {
    let width: number | undefined;
    for (const line of summary.split('\n')) {
      if (!line.startsWith('|')) width = undefined;
      else {
        width ??= splitRow(line).length;
        expect(splitRow(line)).toHaveLength(width);
      }
    }
    expect(summary.match(/^<details>$/gm)?.length).toBe(summary.match(/^<\/details>$/gm)?.length);
    expect(dropCharts(summary)).not.toMatch(/^ *```[^`]*$/m);
  });

  test('has nothing outside code that a site would act on', () => {
    const withoutFrame = dropCharts(summary).replaceAll(/^>( \[!\w+\]$|)/gm, '');
    expect(listActiveText(withoutFrame)).toEqual([]);
  });
});

test('the limit cuts rows, says how many, and keeps the verdict', () => {
  const summary = renderSummary(large[2]?.[1] ?? verdicts.clean);
  expect(new TextEncoder().encode(summary).length).toBeGreaterThan(summaryLimitBytes / 3);
  expect(summary.split('\n')[0]).toMatch(/^### ❌ /);
  expect(summary).toMatch(/… and [\d,]+ more series/);
});

test('the first screen has verdict, table, what to do and the worst series with its chart', () => {
  const summary = renderSummary(large[0]?.[1] ?? verdicts.clean);
  const order = [
    '### ❌',
    '|  | before',
    '**What now:**',
    '#### latency of',
    '```mermaid',
    '<details>',
  ];
  const places = order.map((text) => summary.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBe(0);
});

test('at most three spans get a chart, whatever the number of their metrics', () => {
  const series = Array.from({ length: 8 }, (_, index) => {
    const metric = index % 2 === 0 ? 'latency' : 'cpu.user';
    return makeSeries({ span: `span ${index >> 1}`, metric, state: 'regressed', ratio: 1.5 });
  });
  const charts = [...renderSummary(makeVerdict(series)).matchAll(/^#### .* › (span \d)`/gm)];
  expect(charts.map(([, span]) => span)).toEqual(['span 0', 'span 1', 'span 2']);
});
