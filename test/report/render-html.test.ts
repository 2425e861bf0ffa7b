import { listGrown } from '../../src/report/render-explanations.ts';
import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/contract/documents.ts';
import { drawInterval } from '../../src/report/html-interval.ts';
import { embedJson, escapeHtml, html } from '../../src/report/html-text.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { makeStacks } from './fixtures/explained.ts';
import { hostileTexts } from './fixtures/hostile-names.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { verdicts } from './fixtures/verdicts.ts';

const assets = { script: 'start();', style: 'p{}', scriptSha256: 'abc+/=' };

describe('text in the page', () => {
  test.each(hostileTexts)('never becomes markup: %s', (text) => {
    expect(escapeHtml(text)).not.toMatch(/[<>"']/);
  });

  test('is escaped by the template unless it is markup itself', () => {
    expect(html`<p title="${'"'}">${['<', html`<b>${1}</b>`]}</p>`.text).toBe(
      '<p title="&quot;">&lt;<b>1</b></p>',
    );
  });

  test('cannot end the element that holds the data', () => {
    const value = ['</script><!--', '\u2028'];
    const json = embedJson(value);
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(value);
  });
});

describe('the policy of the page', () => {
  test('forbids everything but the one script that is given', () => {
    const page = renderHtml(verdicts['one-regression'], assets);
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page).toContain(`script-src &#39;sha256-${assets.scriptSha256}&#39;`);
    expect(page).toContain(`<script>${assets.script}</script>`);
  });

  test('stands before anything it governs', () => {
    const page = renderHtml(verdicts['hostile-names'], assets);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<title>'));
  });
});

test('the page of a change that was measured alone claims no comparison', () => {
  const alone = renderHtml(verdicts['change-alone'], assets);
  expect(alone).not.toMatch(/aria-label="against"|False-alarm budget/);
  expect(alone).toContain('nothing: it was measured alone');
  expect(renderHtml(verdicts['first-build'], assets)).toMatch(/aria-label="against"/);
});

test('the page says that the machine was busy', () => {
  const page = renderHtml(verdicts['undecided-on-a-busy-machine'], assets);
  expect(page).toMatch(
    /<div class="note note">\s*<p>While this was measured, something waited for a CPU 96% of the time/,
  );
});

test.each(Object.entries(verdicts))('the page of %s loads nothing', (_name, verdict) => {
  const page = renderHtml(verdict, assets);
  const markup = page.slice(0, page.indexOf('<script type="application/json"'));
  expect(markup).not.toMatch(/<(?:link|img|iframe|object|embed|script)\b/i);
  expect(markup).not.toMatch(/<[^>]*\s(?:src|on\w+)=/i);
});

test('of a test whose functions were not looked for, the page says what was counted, not that there are none', () => {
  const [time] = verdicts.explained.explanations ?? [];
  if (time === undefined) throw new Error('there is none');
  const counted = { ...time, pairs: 0, functions: [], stacks: [], meanings: ['It flushes.'] };
  const page = renderHtml({ ...verdicts.explained, explanations: [counted] }, assets);
  expect(page).toContain('It flushes.');
  expect(page).toContain('Counted in runs that were not measured.');
  expect(page).not.toMatch(/No function was found|0 pairs/);
});

test('a function that samples give more than a run grew by has no interval of no width', () => {
  const [time] = verdicts.explained.explanations ?? [];
  const [grown] = time?.functions ?? [];
  if (time === undefined || grown === undefined) throw new Error('the fixture explains nothing');
  const all = {
    ...grown,
    certainty: 'proven',
    before: 0,
    after: 6e7,
    low: 6e7,
    high: 6e7,
  } as const;
  const write = (one: typeof grown): string =>
    JSON.stringify(listGrown({ ...time, functions: [one] }));
  expect(write(all)).toContain('(all that a run takes more)');
  expect(write({ ...all, low: 5e7 })).toContain('(50 ms to 60 ms)');
});

test('the functions that changed most stand in a table that needs no script', () => {
  const [time] = verdicts.explained.explanations ?? [];
  if (time === undefined) throw new Error('the fixture explains nothing');
  const stacks = makeStacks(
    Array.from({ length: 40 }, (_, index) => [`f${index}.`, index - 1, 100, 200 - index]),
    1e6,
  );
  const page = renderHtml({ ...verdicts.explained, explanations: [{ ...time, stacks }] }, assets);
  const names = [...page.matchAll(/<th scope="row"><code>(f\d+)\./g)].map(([, name]) => name);
  expect(names).toEqual(Array.from({ length: 30 }, (_, index) => `f${index}`));
  expect(page).toContain('The 30 of 40 that changed most.');
  expect(page).toMatch(/f29\.[^+]*100 ms[^+]*171 ms[^+]*\+71 ms/);
});

test('a page says what it left out, the worst being there', () => {
  const series = Array.from({ length: 1500 }, (_, index) =>
    makeSeries({ span: `span ${index}`, state: index < 1400 ? 'undecided' : 'regressed' }),
  );
  const page = renderHtml(makeVerdict(series), assets);
  expect(page).toContain('the worst 1,000 of 1,500 series');
  expect(page).toContain('span 1499');
  expect(page).not.toContain('span 1399');
});

const draw = (evidence: Omit<Evidence, 'method'>): string => {
  return drawInterval({ ...makeSeries(), evidence: { method: 'shrunk-t', ...evidence } }, 'lower')
    .text;
};

/** Where the line of the interval starts and ends. */
const readRange = (picture: string): number[] => {
  const [, from, to] = /class="range" d="M([\d.]+) 9H([\d.]+)"/.exec(picture) ?? [];
  return [Number(from), Number(to)];
};

describe('the small picture of an interval', () => {
  test('has no change in its middle', () => {
    expect(draw({ change: 0 })).toContain('cx="60"');
  });

  test('goes from the lower bound to the upper one, more being to the right', () => {
    const [from = 0, to = 0] = readRange(
      draw({ change: 0.1, interval: { lower: 0.02, upper: 0.2, confidence: 0.9 } }),
    );
    expect(from).toBeGreaterThan(60);
    expect(to).toBeGreaterThan(from);
  });

  test('runs to the edge where a bound is open', () => {
    expect(readRange(draw({ change: 0.1, interval: { lower: 0, confidence: 0.9 } }))).toEqual([
      60, 116,
    ]);
  });

  test('has an arrow instead of a dot for a change beyond its edge', () => {
    expect(draw({ change: 1.7 })).toContain('class="beyond"');
    expect(draw({ change: -1 })).toContain('class="beyond"');
    expect(draw({ change: 0.4 })).not.toContain('class="beyond"');
  });

  test.each([
    ['lower', { relative: 0.1 }, 1.1],
    ['higher', { relative: 0.1 }, 0.9],
    ['lower', { relative: 0.1, absolute: 20 }, 1.2],
    ['lower', { absolute: 30 }, 1.3],
  ] as const)('marks where %s-is-better is too much worse by %o', (direction, limits, ratio) => {
    const series = {
      ...makeSeries(),
      before: { values: [100], rejected: [], location: 100 },
      threshold: { rule: 'built-in', action: 'block' as const, ...limits },
      evidence: { method: 'shrunk-t' as const, change: 0 },
    };
    const [, x] = /class="limit" d="M([\d.]+) /.exec(drawInterval(series, direction).text) ?? [];
    expect(Number(x)).toBeCloseTo(60 + (56 * Math.log(ratio)) / Math.log(1.5), 1);
  });

  test('is left out where there is no change to show', () => {
    expect(draw({ changeAbsolute: 48 })).toBe('');
  });
});
