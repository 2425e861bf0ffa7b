/** Every form shows the same size of a change: the estimate, and beside it the interval and the likelier one. */
import { expect, test } from 'vitest';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';

const assets = { script: '', style: '', scriptSha256: '' };
const forms = {
  terminal: (verdict) => renderTerminal(verdict, { colour: false, columns: 200 }),
  comment: (verdict) => renderMarkdown(verdict),
  summary: (verdict) => renderSummary(verdict),
  page: (verdict) => {
    const page = renderHtml(verdict, assets);
    return page.slice(0, page.indexOf('<script type="application/json"'));
  },
} satisfies Record<string, (verdict: ReturnType<typeof makeVerdict>) => string>;

const slower = makeSeries({ state: 'regressed', ratio: 1.056, corrected: 0.046 });
const faster = makeSeries({ state: 'improved', ratio: 0.9, corrected: -0.09 });
const same = makeSeries({ state: 'not-regressed', ratio: 1.01 });

/** Without what makes it bold, and with the blanks of a sentence. */
const plain = (text: string): string =>
  text
    .replace(/\*\*|<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');

test.each(Object.entries(forms))(
  'the %s states the estimate of a change, its interval, and the likelier size beside them',
  (_form, render) => {
    expect(plain(render(makeVerdict([slower])))).toContain('+5.6% (4.0% to 7.3%, likely +4.6%)');
    expect(plain(render(makeVerdict([faster])))).toContain(
      '-10.0% (-11.4% to -8.6%, likely -9.0%)',
    );
  },
);

test('a series that was not chosen by its estimate has no likelier size', () => {
  const text = forms.page(makeVerdict([same]));
  expect(text).toContain('<span class="change">+1.0%</span>');
  expect(text).not.toContain('likely');
});
