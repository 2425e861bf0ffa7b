import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/contract/documents.ts';
import { chartRepeats } from '../../src/report/explain-series.ts';
import { printMarkdown } from '../../src/report/print-markdown.ts';
import {
  countPairs,
  describeChange,
  formatAllowed,
  formatConfidence,
  formatEstimate,
  formatInterval,
  formatMove,
  formatRule,
  formatRuns,
  formatVisible,
  listAnnotations,
  nameMetric,
  nameSpan,
} from '../../src/report/series-words.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { makeSeries } from './fixtures/make-verdict.ts';
import { verdicts } from './fixtures/verdicts.ts';
import { hasBrowser, howToInstall, openBlankPage } from './open-page.ts';
import { listCharts, listStrangeLines } from './summary/read-charts.ts';

const latency = { unit: 'ns', direction: 'lower' } as const;
const count = { unit: 'count', direction: 'lower' } as const;

const draw = (...of: Parameters<typeof chartRepeats>): string => printMarkdown(chartRepeats(...of));

const extremes = [
  makeSeries({ level: 3, ratio: 1.5 }),
  makeSeries({ level: 0, ratio: 1 }),
  makeSeries({ level: 2e13, ratio: 40 }),
  makeSeries({ metric: 'my.own_metric', level: 9e14 }),
  makeSeries({ level: 1e9, ratio: 1.000001 }),
  makeSeries({ repeats: 200 }),
  makeSeries({ disturbedBefore: [0, 1], disturbedAfter: [4] }),
];
const charts = [
  ...Object.values(verdicts).flatMap((verdict) => listCharts(renderSummary(verdict))),
  ...extremes.map((series, index) =>
    listCharts(draw(series, index === 3 ? count : latency)).join('\n'),
  ),
];

test.each(charts.map((chart, index) => [index, chart]))(
  'chart %i keeps to the part of the grammar that we use',
  (_index, chart) => {
    expect(listStrangeLines(chart)).toEqual([]);
    const points = [...chart.matchAll(/ line \[(.*)\]/g)].map(([, line]) => line?.split(', '));
    expect(new Set(points.map((line) => line?.length)).size).toBe(1);
  },
);

test('a repeat without a value on one side is left out with its pair', () => {
  const series = makeSeries({ level: 1e6, ratio: 2 });
  series.before.values[1] = null;
  series.after.values.pop();
  const [axis, , before, after] = draw(series, latency).split('\n').slice(3);
  expect(axis).toBe('  x-axis "Pair" [1, 3, 4]');
  expect(before).toBe('  line [0.994, 1, 1.011]');
  expect(after).toBe('  line [1.988, 2, 2.022]');
});

test('one pair makes no chart, and values beyond all measure make none', () => {
  expect(chartRepeats(makeSeries({ level: 1e300 }), latency)).toEqual([]);
  expect(chartRepeats(makeSeries({ repeats: 1 }), latency)).toEqual([]);
});

test('a rejected repeat far out ends at the edge of the axis, and is counted', () => {
  const series = makeSeries({ ratio: 1.1, disturbedAfter: [4] });
  const lines = draw(series, latency).split('\n');
  const top = /--> ([\d.]+)$/m.exec(lines.join('\n'))?.[1];
  expect(lines.filter((line) => line.startsWith('  line'))[1]).toMatch(`, ${top}]`);
  expect(lines.join('\n')).toContain('1 rejected repeat lies beyond the edge.');
});

const mermaid = findMermaid();
if (mermaid === undefined) console.warn('charts are drawn by Mermaid, which is not installed');
if (!hasBrowser) console.warn(howToInstall);

/** The bundle for browsers; the parser needs a document even where it draws nothing. */
function findMermaid(): string | undefined {
  try {
    const file = createRequire(import.meta.url).resolve('@mermaid-js/tiny/dist/mermaid.tiny.js');
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

describe.runIf(hasBrowser && mermaid !== undefined)('the real Mermaid', () => {
  test('draws every chart with all its lines', async () => {
    await using open = await openBlankPage();
    await open.page.addScriptTag({ path: mermaid ?? '' });
    for (const chart of charts) {
      const drawn: unknown = await open.page.evaluate(`mermaid
        .render('chart', ${JSON.stringify(chart)})
        .then(({ svg }) => new DOMParser().parseFromString(svg, 'text/html'))
        .then((page) => page.querySelectorAll('[class^="line-plot-"] path').length)`);
      expect(drawn, chart).toBe(chart.match(/^ {2}line/gm)?.length);
    }
  });
});

const withEvidence = (evidence: Evidence): ReturnType<typeof makeSeries> => {
  return { ...makeSeries(), evidence };
};

describe('the change', () => {
  test.each([
    ['a ratio', { method: 'shrunk-t', change: 0.1234 }, '+12.3%'],
    ['from zero the difference', { method: 'exact', changeAbsolute: 48 }, '+48'],
    ['nothing when nothing is known', { method: 'none' }, ''],
  ] as const)('%s', (_what, evidence, text) => {
    expect(formatEstimate(withEvidence(evidence), 'count')).toBe(text);
  });
});

describe('the interval', () => {
  const confidence = 0.9375;
  test.each([
    ['both bounds', { lower: -0.01, upper: 0.05, confidence }, '-1.0% to +5.0%'],
    ['no upper bound', { lower: 0.1, confidence }, 'at least +10.0%'],
    ['no lower bound', { upper: 0.1, confidence }, 'at most +10.0%'],
  ])('%s', (_what, interval, text) => {
    const series = withEvidence({ method: 'shrunk-t', interval });
    expect(formatInterval(series)).toBe(text);
    expect(formatConfidence(series)).toBe('93.8%');
  });

  test.each([
    ['a bound above tenfold', { lower: 0.1, upper: 11, confidence }, '10.0% to more than tenfold'],
    ['both bounds above it', { lower: 12, upper: 40, confidence }, 'more than tenfold'],
    ['a bound at tenfold itself', { lower: 0.1, upper: 10, confidence }, '10.0% to 1,000%'],
  ])('%s: beyond tenfold a figure tells nothing', (_what, interval, text) => {
    expect(formatInterval(withEvidence({ method: 'shrunk-t', interval }))).toBe(text);
  });

  test('of a count without variance is the word exact, without a confidence', () => {
    const series = withEvidence({ method: 'exact', interval: { confidence: 1 } });
    expect([formatInterval(series), formatConfidence(series)]).toEqual(['exact', undefined]);
  });
});

describe('the threshold', () => {
  test('with both limits names both', () => {
    const series = makeSeries({ threshold: { relative: 0.07, absolute: 2e6 } });
    expect(formatAllowed(series, { unit: 'ns', direction: 'lower' })).toBe('+7% and 2 ms');
    const more = makeSeries({ threshold: { relative: 0.1 } });
    expect(formatAllowed(more, { unit: 'ops/s', direction: 'higher' })).toBe('-10%');
  });

  test.each([
    [{}, 'perigee.yml:31'],
    [{ action: 'warn' }, 'perigee.yml:31, warns only'],
    [
      { mutedUntil: '2026-02-01', owner: 'sync' },
      'perigee.yml:31, muted until 2026-02-01, owner sync',
    ],
  ] as const)('%j: where it stands and what softens it', (threshold, text) => {
    expect(formatRule(makeSeries({ threshold }))).toBe(text);
  });
});

describe('the runs', () => {
  test.each([
    [[], [], '5 pairs'],
    [[1], [], '5 pairs, 1 rejected before'],
    [[], [1, 2], '5 pairs, 2 rejected after'],
    [[0], [1, 2], '5 pairs, 1 rejected before and 2 after'],
  ])('rejected %j before and %j after', (disturbedBefore, disturbedAfter, text) => {
    expect(formatRuns(makeSeries({ disturbedBefore, disturbedAfter }))).toBe(text);
  });

  test('a repeat without a value on one side is no pair', () => {
    const series = makeSeries({ repeats: 3 });
    series.after.values[1] = null;
    series.before.values.push(1);
    expect(countPairs(series)).toBe(2);
  });
});

test('a span that is named like its test is named once', () => {
  expect(nameSpan({ test: 'upload', span: 'upload' })).toBe('upload');
  expect(nameSpan({ test: 'upload', span: 'send' })).toBe('upload › send');
});

test('annotations are listed by key, whatever their order', () => {
  expect(listAnnotations({ b: 2, a: true })).toEqual(['a=true', 'b=2']);
});

test.each([
  [0.08, '8.0% or more'],
  [10, '1,000% or more'],
  [10.01, 'too noisy to see even a tenfold change'],
])('a smallest visible worsening of %d reads %j', (smallest, text) => {
  expect(formatVisible(smallest)).toBe(text);
});

test.each([
  [{ ratio: 3.13 }, ' takes 3.1 times as long: 2 s → 6.26 s'],
  [{ ratio: 1.234 }, ' takes 23.4% longer: 2 s → 2.47 s'],
  [{ ratio: 0.71 }, ' takes 29.0% less time: 2 s → 1.42 s'],
  [{ ratio: 1.41, metric: 'cpu.total' }, ': CPU time is 41.0% higher: 2 s → 2.82 s'],
  [{ ratio: 0.7, metric: 'cpu.total' }, ': CPU time is 30.0% lower: 2 s → 1.4 s'],
  [{ ratio: 0.7, metric: 'cpu.user' }, ': user CPU time is 30.0% lower: 2 s → 1.4 s'],
])('a change in words: %j reads %j', (words, text) => {
  expect(describeChange(makeSeries({ level: 2e9, ...words }), 'ns')).toBe(text);
});

test('what is counted has a name in the plural, and so have the words', () => {
  const writes = (ratio: number): string =>
    describeChange(makeSeries({ level: 100, ratio, metric: 'disk.writes' }), 'count');
  expect(writes(4)).toBe(': write operations are 4 times as high: 100 → 400');
  expect(writes(0.5)).toBe(': write operations are 50.0% lower: 100 → 50');
});

test('beside a change stands its interval, and the likelier size where the estimate was chosen', () => {
  expect(formatMove(makeSeries({ ratio: 1.056, corrected: 0.046 }), 'ns')).toBe(
    '+5.6% (4.0% to 7.3%, likely +4.6%)',
  );
  expect(formatMove(makeSeries({ ratio: 1.004 }), 'ns')).toBe('+0.4% (-1.1% to +2.0%)');
});

test.each([
  ['latency', 'latency'],
  ['cpu.total', 'CPU time'],
  ['my.Own', 'my.Own'],
])('within a sentence %s is %s', (metric, name) => {
  expect(nameMetric(metric)).toBe(name);
});
