/** Every form shows the same size of a change: the estimate, and beside it the interval. */
import { describe, expect, test } from 'vitest';
import { groupBySpan, hasVanished, isBroken, sortFindings } from '../../src/report/findings.ts';
import { orderProblems } from '../../src/report/order-problems.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { listSlices } from '../../src/report/slices.ts';
import { drawSpread, indexSpreads } from '../../src/report/spreads.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { recordedNumbers } from './fixtures/recorded-numbers.ts';

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
  'the %s states the estimate of a change and its interval, and no second size beside them',
  (_form, render) => {
    expect(plain(render(makeVerdict([slower])))).toContain('+5.6% (4.0% to 7.3%)');
    expect(plain(render(makeVerdict([faster])))).toContain('-10.0% (-11.4% to -8.6%)');
  },
);

test('the page says the likelier size once, in the reason', () => {
  const reason =
    'measured 5.6% more; since only what is past the limit counts, 4.6% more is likelier';
  const told = forms.page(makeVerdict([{ ...slower, reason }]));
  expect(told.split('4.6%')).toHaveLength(2);
  const text = forms.page(makeVerdict([same]));
  expect(text).toContain('<span class="change">+1.0%</span>');
});

describe('slices', () => {
  const annotated = [10_000, 9, 'many', 100].map((files) =>
    makeSeries({ annotations: { num_files: files, operation: 'upload' } }),
  );

  test('numbers are sorted by size and come before names', () => {
    const [slice] = listSlices(annotated);
    expect(slice?.key).toBe('num_files');
    expect(slice?.series.map(({ value }) => value)).toEqual([9, 100, 10_000, 'many']);
  });

  test('an annotation with one value is nothing to slice by', () => {
    expect(listSlices(annotated).map(({ key }) => key)).toEqual(['num_files']);
  });

  test('a slice of each of several platforms can be told from the others', () => {
    const onBoth = annotated.flatMap((one) => [one, { ...one, platform: 'darwin-arm64' }]);
    const labels = listSlices(onBoth)
      .filter(({ key }) => key === 'num_files')
      .map(({ label }) => label);
    expect(labels).toEqual([
      'send operation=upload on linux-x64',
      'send operation=upload on macos-arm64',
    ]);
  });

  test('series whose other annotations differ are not laid over each other', () => {
    const other = [1, 2].map((files) =>
      makeSeries({ annotations: { num_files: files, operation: 'download' } }),
    );
    const labels = listSlices([...annotated, ...other]).map(({ label }) => label);
    expect(labels).toEqual(['send operation=upload', 'send operation=download']);
  });
});

describe('spreads', () => {
  const [tail, throughput] = recordedNumbers.series;
  const find = indexSpreads(recordedNumbers.spreads);

  test('the metrics of a distribution find what they were made of, others nothing', () => {
    if (tail === undefined || throughput === undefined)
      throw new Error('the fixture has two series');
    expect(find(tail)).toMatchObject({ metric: 'request_time' });
    expect(find(throughput)).toBeUndefined();
    expect(find({ ...tail, span: 'another' })).toBeUndefined();
  });

  test('both sides are drawn on one scale, and a tail of one in a hundred is seen', () => {
    const shown = tail && find(tail);
    const lines = shown && drawSpread(shown, 'ns');
    expect(lines?.map(({ side, text }) => `${side.padEnd(7)}${text}`)).toEqual([
      'before ▄▇█▇▆▄▃▂▁▁▁▁····················',
      'after  ▄▇██▅▄▂▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  8 ms … 310 ms, logarithmic',
    ]);
    expect(lines?.[0]?.text).toHaveLength(32);
  });

  test.each([
    ['values that are all equal', new Array<number>(12).fill(5)],
    ['values in no order', [1, 9, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['too few values', [1, 2, 3]],
  ])('%s make no drawing', (_what, quantiles) => {
    const spreads = (recordedNumbers.spreads ?? []).map((one) => ({
      ...one,
      before: { count: 2, quantiles },
      after: { count: 2, quantiles },
    }));
    const found = tail && indexSpreads(spreads)(tail);
    expect(found && drawSpread(found, 'ns')).toBeUndefined();
  });
});

describe('order problems', () => {
  const problem = (code: string, message = code) => ({ code, message });

  test('a missing file comes before what follows from it, and both before a busy machine', () => {
    const codes = ['machine-busy', 'log-cut', 'test-stopped', 'too-short', 'failed-output'];
    expect(orderProblems(codes.map((code) => problem(code))).map(({ code }) => code)).toEqual([
      'failed-output',
      'test-stopped',
      'too-short',
      'machine-busy',
      'log-cut',
    ]);
  });

  test('problems of one kind stay in their order', () => {
    const two = [problem('failed-output', 'first'), problem('failed-output', 'second')];
    expect(orderProblems(two)).toEqual(two);
  });

  test('the error of a broken test stands above what vanished with it', () => {
    const vanished = ['latency', 'cpu.user'].map((metric) => {
      const series = makeSeries({ metric, state: 'undecided' });
      return { ...series, after: { values: [null], rejected: [] } };
    });
    const text = renderMarkdown(
      makeVerdict(vanished, {
        conclusion: 'undecided',
        problems: [problem('machine-busy'), problem('failed-output', 'cannot find input.json')],
      }),
    );
    const places = ['cannot find input.json', '**Gone:**', 'machine-busy'];
    const at = places.map((word) => text.indexOf(word));
    expect(at.every((place) => place >= 0)).toBe(true);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });
});
