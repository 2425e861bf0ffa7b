import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/contract/documents.ts';
import { checkDocument, parseDocument } from '../../src/contract/validate.ts';
import { orderProblems } from '../../src/report/order-problems.ts';
import { makePlain } from '../../src/report/plain-text.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderJson } from '../../src/report/render-json.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { listSlices } from '../../src/report/slices.ts';
import { drawSpread, indexSpreads } from '../../src/report/spreads.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { listExamples, readExample } from '../contract/corpus.ts';
import { expectFolded } from '../golden-sections.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { recordedNumbers } from './fixtures/recorded-numbers.ts';
import { verdicts } from './fixtures/verdicts.ts';

describe('contract examples', () => {
  /** What the contract calls a verdict, every form can show: fields of a newer writer, sides without samples. */
  const examples = listExamples('verdict', 'valid').map((name): [name: string, text: string] => {
    return [name, readExample('verdict', 'valid', name)];
  });

  describe.each(examples)('the example %s', (name, text) => {
    const verdict = parseDocument('verdict', text, name);

    test('is shown by every form, with its suite and nothing undefined', () => {
      const forms = [
        renderTerminal(verdict, { colour: false, columns: 80, verbose: true }),
        renderMarkdown(verdict),
        renderHtml(verdict, { script: '', style: '', scriptSha256: 'abc=' }),
      ];
      for (const form of forms) {
        expect(form).toContain(verdict.build.suite);
        expect(form).not.toMatch(/undefined|NaN|\[object|Infinity/);
      }
    });

    test('comes back from JSON with all its fields', () => {
      expect(JSON.parse(renderJson(verdict))).toEqual(JSON.parse(text));
    });
  });
});

describe('golden', () => {
  /** The whole output for each situation. After a wanted change: `PERIGEE_WRITE_GOLDEN=1 npx vitest run test/report`. */
  const golden = new URL('golden/verdicts.txt', import.meta.url);
  const forms: readonly [form: string, render: (verdict: Verdict) => string][] = [
    ['terminal', (verdict) => renderTerminal(verdict, { colour: false, columns: 80 })],
    ['markdown', (verdict) => renderMarkdown(verdict, { marker: 'perigee:sync:v1' })],
    [
      'page',
      (verdict) => {
        const { body = '' } =
          /<h1>(?<body>[^]*?)<section aria-labelledby="series"/.exec(
            renderHtml(verdict, { script: '', style: '', scriptSha256: '' }),
          )?.groups ?? {};
        return body
          .replace(/<[^>]*>/g, ' ')
          .replace(/[ \n]*\n[ \n]*/g, '\n')
          .replace(/ +/g, ' ');
      },
    ],
    ['summary', (verdict) => renderSummary(verdict, { notes: ['no comment: read-only token'] })],
    [
      'annotation',
      (verdict) =>
        renderSummary(verdict, {
          site: 'buildkite',
          notes: ['the event is in the artifact only'],
          artifacts: { 'Page with all charts': 'perigee-sync-report-attempt-1/report.html' },
        }),
    ],
  ];

  /** Of thousands of series the beginning and the end. */
  function cutLong(text: string): string {
    const lines = text.split('\n');
    if (lines.length < 250) return text;
    return [...lines.slice(0, 40), `(${lines.length - 50} lines)`, ...lines.slice(-10)].join('\n');
  }

  describe.each(Object.entries(verdicts))('the verdict %s', (name, verdict) => {
    test('is a valid document', () => {
      expect(() => checkDocument('verdict', verdict, name)).not.toThrow();
    });

    test.each(forms)('reads as golden/verdicts.txt has it as %s', (form, render) => {
      expectFolded(golden, `${name}: ${form}`, cutLong(render(verdict)));
    });
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

describe('plain text', () => {
  test.each([
    ['an escape sequence', '\u001b[31mred', '[U+001B][31mred'],
    ['the one-byte form of it', '\u009b31m', '[U+009B]31m'],
    ['a right-to-left override', 'a\u202eb', 'a[U+202E]b'],
    ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
    ['an invisible tag', 'a\u{e0041}b', 'a[U+E0041]b'],
    ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
  ])('%s becomes visible', (_what, text, plain) => {
    expect(makePlain(text)).toBe(plain);
  });

  test('line breaks and tabs become one space', () => {
    expect(makePlain('a\r\n\tb\nc')).toBe('a b c');
  });

  test('letters of every script and joined emoji stay as they are', () => {
    const text = 'naïve 日本語 العربية हिन्दी 👩\u200d🚀';
    expect(makePlain(text)).toBe(text);
  });
});

describe('render json', () => {
  test.each(Object.entries(verdicts))(
    '%s comes back as the same valid document',
    (name, verdict) => {
      expect(parseDocument('verdict', renderJson(verdict), name)).toEqual(verdict);
    },
  );

  test('equal verdicts give equal bytes whatever the order of their fields', () => {
    const verdict = verdicts['several-regressions-with-patterns'];
    const turned = Object.fromEntries(Object.entries(verdict).reverse()) as unknown;
    expect(renderJson(turned as Verdict)).toBe(renderJson(verdict));
  });

  test('every series has a line of its own', () => {
    const text = renderJson(verdicts.clean);
    const lines = text.split('\n').filter((line) => line.includes('"smallestVisible"'));
    expect(lines).toHaveLength(verdicts.clean.series.length);
  });
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
