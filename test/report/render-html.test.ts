import { describe, expect, test } from 'vitest';
import { embedJson, escapeHtml, html } from '../../src/report/html-text.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { makeStacks } from './fixtures/explained.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { hostileTexts } from './fixtures/hostile-names.ts';
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
