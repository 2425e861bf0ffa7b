/** Every form shows the same size of a change: the estimate, and beside it the interval and the likelier one. */
import { expect, test } from 'vitest';
import { groupBySpan, hasVanished, isBroken, sortFindings } from '../../src/report/findings.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';

test('undecided series that could block come before those that only warn', () => {
  const soft = makeSeries({ state: 'undecided', threshold: { action: 'warn' } });
  const hard = makeSeries({ state: 'undecided' });
  expect(sortFindings(makeVerdict([soft, hard])).undecided).toEqual([hard, soft]);
});

test('what vanished with a failing test comes last, since the failing test is told first', () => {
  const passed = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const hung = { passed: 0, failed: 0, timedOut: 2, interrupted: 0 };
  const vanished = makeSeries({ test: 'hangs', state: 'undecided' });
  vanished.after = { values: [null, null], rejected: [] };
  const soft = makeSeries({ test: 'runs', state: 'undecided', threshold: { action: 'warn' } });
  const tests = [
    { name: 'hangs', before: passed, after: hung },
    { name: 'runs', before: passed, after: passed },
  ];
  const found = sortFindings(makeVerdict([vanished, soft], { tests }));
  expect(found.undecided).toEqual([soft, vanished]);
});

test('improvements begin with what users wait for, then CPU time, each the largest first', () => {
  const improved = (metric: string, ratio: number): ReturnType<typeof makeSeries> =>
    makeSeries({ state: 'improved', metric, ratio });
  const expected = [
    improved('latency', 0.5),
    improved('latency', 0.9),
    improved('cpu.user', 0.4),
    improved('cpu.system', 0.8),
    improved('disk.writes', 0.01),
    improved('memory.peak', 0.7),
  ];
  const shuffled = [4, 1, 3, 5, 0, 2].flatMap((index) => expected[index] ?? []);
  expect(sortFindings(makeVerdict(shuffled)).improvements).toEqual(expected);
});

test('the metrics of one span stand together in the order of the worst', () => {
  const [a, b, c] = [
    makeSeries({ span: 'a' }),
    makeSeries({ span: 'b' }),
    makeSeries({
      span: 'a',
      metric: 'cpu.user',
      annotations: { operation: 'upload', num_files: 10000 },
    }),
  ];
  const groups = groupBySpan([a, b, c], []);
  expect(groups.map((group) => group.series)).toEqual([[a, c], [b]]);
});

test.each([
  ['fails as often as before', { failed: 1 }, { failed: 1 }, false],
  ['fails more often', { failed: 1 }, { failed: 2 }, true],
  ['times out where it did not', {}, { timedOut: 1 }, true],
  ['failed and is mended', { failed: 5 }, {}, false],
])('a test that %s: broken is decided', (_what, before, after, broken) => {
  const tally = { passed: 3, failed: 0, timedOut: 0, interrupted: 0 };
  const outcome = { name: 'x', before: { ...tally, ...before }, after: { ...tally, ...after } };
  expect(isBroken(outcome)).toBe(broken);
});

test('a series has vanished that has a value before and none after, and is undecided for it', () => {
  const lost = makeSeries({ state: 'undecided' });
  delete lost.after.location;
  expect(hasVanished(lost)).toBe(true);
  expect(hasVanished(makeSeries({ state: 'undecided' }))).toBe(false);
});

/** Every form shows the same size of a change: the estimate, and beside it the interval and the likelier one. */
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
