import { describe, expect, test } from 'vitest';
import type { SeriesVerdict, Verdict } from '../../src/contract/documents.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { makePlain } from '../../src/report/plain-text.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderJson } from '../../src/report/render-json.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { renderSummary, type SummaryOptions } from '../../src/report/summary/render-summary.ts';
import { listExamples, readExample } from '../contract/corpus.ts';
import { expectFolded } from '../golden-sections.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { type VerdictName, verdicts } from './fixtures/verdicts.ts';

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
  const marker = 'perigee:sync:v1';

  function showHead(verdict: Verdict): string {
    const { body = '' } =
      /<h1>(?<body>[^]*?)<section aria-labelledby="series"/.exec(
        renderHtml(verdict, { script: '', style: '', scriptSha256: '' }),
      )?.groups ?? {};
    return body
      .replace(/<[^>]*>/g, ' ')
      .replace(/[ \n]*\n[ \n]*/g, '\n')
      .replace(/ +/g, ' ');
  }

  const annotation: SummaryOptions = {
    site: 'buildkite',
    notes: ['the event is in the artifact only'],
    artifacts: { 'Page with all charts': 'perigee-sync-report-attempt-1/report.html' },
  };
  type Form = [form: string, render: (verdict: Verdict) => string, only?: readonly VerdictName[]];
  const showTerminal = (verdict: Verdict): string =>
    renderTerminal(verdict, { colour: false, columns: 80 });
  const inTerminal: readonly VerdictName[] = [
    ...(['clean', 'recorded-numbers', 'one-regression', 'undecided', 'base-that-fails'] as const),
    ...(['several-regressions-with-patterns', 'nothing-measured', 'change-alone'] as const),
    ...(['incomplete', 'vanished', 'failed-test', 'one-regression-explained'] as const),
    ...(['slower-on-one-platform', 'failing-on-one-platform'] as const),
  ];
  /** The situations in which a form has words of its own. */
  const forms: readonly Form[] = [
    ['terminal', showTerminal, inTerminal],
    ['markdown', (verdict) => renderMarkdown(verdict, { marker })],
    [
      'page',
      showHead,
      ['one-regression', 'undecided', 'failed-test', 'explained', 'slower-on-one-platform'],
    ],
    [
      'summary',
      (verdict) => renderSummary(verdict, { notes: ['no comment: read-only token'] }),
      ['one-regression', 'muted', 'undecided', 'vanished'],
    ],
    ['annotation', (verdict) => renderSummary(verdict, annotation), ['one-regression']],
  ];

  const names = Object.keys(verdicts) as VerdictName[];
  /** Not what hostile names make, nor what says no word that others do not. */
  const others = ['hostile-names', 'undecided-on-a-busy-machine', 'sliced', 'interrupted'];
  const honest = names.filter((name) => !others.includes(name));
  const shown = honest.flatMap((name) =>
    forms
      .filter(([, , only = honest]) => only.includes(name))
      .map(([form, render]) => ({ name, form, render })),
  );
  test.each(shown)(
    'the verdict $name reads as golden/verdicts.txt has it as $form',
    ({ name, form, render }) => {
      expectFolded(golden, `${name}: ${form}`, render(verdicts[name]));
    },
  );

  test.each(names)('summary, annotation and terminal say what the comment of %s says', (name) => {
    const verdict = verdicts[name];
    const [comment = '', folded = ''] = renderMarkdown(verdict, { marker }).split('<details>');
    const lines = [...comment.split('\n').slice(1), ...folded.split('\n')];
    const said = lines.filter((line) => line !== '' && !/^(?:>|<sub>)/.test(line));
    for (const text of [renderSummary(verdict), renderSummary(verdict, annotation)]) {
      expect(text.split('\n')).toEqual(expect.arrayContaining(said));
    }
    const words = (text: string): string => text.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ');
    const [title = ''] = said;
    expect(words(showTerminal(verdict))).toContain(words(title.replace(/^### \S+ /, '')));
  });
});

test.each([
  ['not-regressed', true, 'not worse than the base any more.'],
  ['not-regressed', true, 'worse than the base by less than is allowed.', 0.005],
  ['not-regressed', false, 'which does not tell whether it is still worse.'],
  ['undecided', true, 'which does not tell whether it is still worse.'],
  ['no-baseline', true, 'which does not tell whether it is still worse.'],
] as const)('of what was red before, %s now, the end is told', (state, seen, end, low?: number) => {
  const moved = (change: number) => {
    const interval = { lower: low ?? -0.01, upper: change + 0.01, confidence: 0.95 };
    return { evidence: { ...makeSeries({}).evidence, change, interval } };
  };
  const then = { ...makeSeries({ state: 'regressed' }), blocking: true, ...moved(0.62) };
  const now = { ...makeSeries({ state }), seen, ...moved(0.01) };
  const show = (...series: SeriesVerdict[]): string =>
    renderTerminal(makeVerdict(series), { colour: false, columns: 120 }, makeVerdict([then]));
  const showSince = (one: SeriesVerdict, earlier: SeriesVerdict): string =>
    renderTerminal(makeVerdict([one]), { colour: false, columns: 120 }, makeVerdict([earlier]));
  const other = { ...then, span: 'another benchmark of the test' };
  for (const series of [[now], [now, other]])
    expect(show(...series).replace(/\s+/g, ' ')).toMatch(
      new RegExp(String.raw`was \+62\.0%.* and is \+1\.0%.* now, ${end}`),
    );
  expect(show(then)).not.toContain('Red in the run before');
  expect(show(now, { ...then, metric: 'cpu.user' })).not.toContain('Red in the run before');
  const open = { ...then, state: 'undecided' as const, blocking: false };
  const since = showSince(now, open).replace(/\s+/g, ' ');
  if (state === 'undecided') expect(since).not.toContain('in the run before');
  else
    expect(since).toMatch(
      new RegExp(
        `Undecided in the run before: .* ${end.replace(' any more', '').replace('still ', '')}`,
      ),
    );
});

test.each([
  ['who measures on a machine of their own', { command: 'npx perigee patch', selection: '' }, true],
  ['the reader of a comment', undefined, false],
])('a green that saw little says to %s how to see more: %s', (_, patch, isTold) => {
  const series = [3, 3, 0.1].map((smallestVisible, i) =>
    makeSeries({ span: `s${i}`, smallestVisible }),
  );
  const verdict = makeVerdict(series, { conclusion: 'passed' });
  const shown = renderTerminal(verdict, { colour: false, columns: 300, patch });
  const advice =
    'What now: `npx perigee patch --test "upload 10,000 files of 1 kB" --time 4m` measures';
  expect(shown.replace(/\s+/g, ' ').includes(advice)).toBe(isTold);
  const used = makeVerdict([makeSeries({ smallestVisible: 3, repeats: 80 })], {
    conclusion: 'passed',
  });
  expect(renderTerminal(used, { colour: false, columns: 300, patch })).not.toContain('--time');
  const calm = makeVerdict([makeSeries({ smallestVisible: 0.1 })], { conclusion: 'passed' });
  expect(renderTerminal(calm, { colour: false, columns: 300, patch })).not.toContain('What now');
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
