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
  expect(new TextEncoder().encode(summary).length).toBeGreaterThan(summaryLimitBytes * 0.9);
  expect(summary.split('\n')[0]).toMatch(/^## ❌ Regressed: /);
  expect(summary).toMatch(/… and [\d,]+ more series, not shown here\./);
});

test('the first screen has verdict, missing shards and the worst series with its chart', () => {
  const summary = renderSummary(large[0]?.[1] ?? verdicts.clean);
  const order = [
    '## ❌',
    '**20,000** regressed',
    '[!WARNING]',
    '### Latency',
    '```mermaid',
    '| Span',
  ];
  const places = order.map((text) => summary.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBe(0);
  const unfolded = summary.slice(0, places[4]).replaceAll(/<details>[^]*?<\/details>/g, '');
  expect(unfolded.split('\n').length).toBeLessThan(40);
  expect(summary).toContain('> - … and 245 more of this kind');
});

test('at most three spans get a chart, whatever the number of their metrics', () => {
  const series = Array.from({ length: 8 }, (_, index) => {
    const metric = index % 2 === 0 ? 'latency' : 'cpu.user';
    return makeSeries({ span: `span ${index >> 1}`, metric, state: 'regressed', ratio: 1.5 });
  });
  const charts = [...renderSummary(makeVerdict(series)).matchAll(/^### .* › (span \d)`/gm)];
  expect(charts.map(([, span]) => span)).toEqual(['span 0', 'span 1', 'span 2']);
});

test('a green verdict says how small a worsening it could have seen, before anything is folded', () => {
  const [open = ''] = renderSummary(verdicts.clean).split('<details>');
  expect(open).toContain('- Latency: 4.1% or more');
});

test('notes stand right below the verdict', () => {
  const summary = renderSummary(verdicts.clean, { notes: ['The event was spooled.'] });
  expect(summary).toContain('> [!NOTE]\n> The event was spooled.\n');
});

test('shards that are left out are named, and so are those that were measured again', () => {
  const problems = [
    { code: 'stale-shard', message: 'the first run was left out' },
    { code: 'artifact-damaged', message: 'the second artifact is cut off' },
    { code: 'failed-shard', message: 'not every job succeeded' },
    { code: 'superseded-shard', message: 'the third is the second attempt' },
    { code: 'test-failed', message: 'the fourth is of a test' },
  ];
  const [open = ''] = renderSummary(makeVerdict([], { problems })).split('<details>');
  expect(open).toContain('[!WARNING]');
  expect(open).toContain('> - the first run was left out\n> - the second artifact is cut off\n');
  expect(open).toContain('> - not every job succeeded\n');
  expect(open).toContain('> **Measured more than once.**\n>\n> - the third is the second attempt');
  expect(open).not.toContain('the fourth');
});

test('on Buildkite there is neither chart nor alert, which it would show as text, and files are linked', () => {
  const [, verdict] = large[0] ?? [];
  const page = 'perigee-sync-report-attempt-1/report.html';
  const annotation = renderSummary(verdict ?? verdicts.clean, {
    site: 'buildkite',
    artifacts: { Page: page },
    notes: ['a note'],
  });
  expect(annotation).not.toMatch(/```mermaid|\[!/);
  expect(annotation).toContain(`<a href="artifact://${page}">Page</a>`);
  expect(annotation).toContain('**Note.**');
  expect(annotation).toContain('The repeats in figures');
});
