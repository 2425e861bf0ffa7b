import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { type Block, paragraph } from '../../src/report/blocks.ts';
import { printTerminal } from '../../src/report/print-terminal.ts';
import { explainWorst, renderExplanations } from '../../src/report/render-explanations.ts';
import { explained } from './fixtures/explained.ts';
import { chartRepeats } from '../../src/report/explain-series.ts';
import { printMarkdown } from '../../src/report/print-markdown.ts';
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

test('of several platforms the explanation of the one that is slower is told, and where it is from', () => {
  const red = verdicts['slower-on-one-platform'];
  const [one] = explained.explanations ?? [];
  if (one === undefined) throw new Error('there is one');
  const explanations = ['linux-x64', 'win32-x64'].map((platform) => {
    const functions = one.functions.map((found) => ({ ...found, name: `hash of ${platform}` }));
    return { ...one, test: 'upload', platform, functions };
  });
  const regressed = red.series.filter(({ state }) => state === 'regressed');
  const shown = writeBlocks(explainWorst(regressed, { ...red, explanations }));
  expect(shown).toMatch(/^Where on windows-x64: hash of win32-x64 /m);
  expect(shown).not.toContain('linux');
  expect(writeBlocks(renderExplanations(explanations))).toContain('upload on linux-x64, where');
  const several = explanations.map((found) => ({ ...found, benchmarks: 5 }));
  expect(writeBlocks(explainWorst(regressed, { ...red, explanations: several }))).toMatch(
    /\) in a run of 5 benchmarks(?!.*of the slowdown)/,
  );
  const notes = ['the change touches `from_hex` (src/lib.rs:4), which', 'what calls a function'];
  const inlined = explanations.map((found) => ({ ...found, notes }));
  const worst = writeBlocks(explainWorst(regressed, { ...red, explanations: inlined }));
  expect(worst).toMatch(/^ {2}the change touches `from_hex` \(src\/lib\.rs:4\), which$/m);
  expect(worst).not.toContain('what calls a function');
  const unseen = explanations.map((found) => ({ ...found, functions: [], blocks: [] }));
  expect(writeBlocks(explainWorst(regressed, { ...red, explanations: unseen }))).toContain(
    'No function was found that surely takes more.',
  );
  const failing = explainWorst([], { ...red, explanations }, ['upload (windows-x64)']);
  expect(writeBlocks(failing)).toMatch(/^Where on windows-x64: Counted: the loop/m);
});

test('a command that fits into a line is not broken, whatever follows it', () => {
  const words = 'Several words that fill the first line of these, then';
  for (const end of ['', '.', ')', ', and more words behind it']) {
    const text = paragraph(`${words} \`perigee doctor --verbose\`${end}`);
    const lines = printTerminal(text, { colour: false, columns: 60 });
    expect(lines).toContain('`perigee doctor --verbose`');
  }
});

const writeBlocks = (blocks: readonly Block[]): string =>
  printTerminal(blocks, { colour: false, columns: 200 });
