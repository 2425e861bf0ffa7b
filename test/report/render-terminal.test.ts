import { describe, expect, test } from 'vitest';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { countColumns } from '../../src/report/terminal-text.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { verdicts } from './fixtures/verdicts.ts';

describe.each(Object.entries(verdicts))('the verdict %s', (_name, verdict) => {
  test.each([80, 100])('fits %i columns', (columns) => {
    const text = renderTerminal(verdict, { colour: false, columns });
    const wide = text.split('\n').filter((line) => countColumns(line) > columns);
    expect(wide).toEqual([]);
  });

  test('holds no control character but the line end', () => {
    const text = renderTerminal(verdict, { colour: false, columns: 80 });
    expect(text.replaceAll('\n', '')).not.toMatch(
      /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    );
  });

  test('says the same with colour as without', () => {
    const colour = renderTerminal(verdict, { colour: true, columns: 80 });
    const stripped = colour.split('\u001b').map((part, index) => {
      return index === 0 ? part : part.replace(/^\[\d+m/, '');
    });
    expect(stripped.join('')).toBe(renderTerminal(verdict, { colour: false, columns: 80 }));
  });
});

test('regressions come before warnings, these before improvements and the undecided', () => {
  const verdict = makeVerdict([
    makeSeries({ state: 'undecided', span: 'unsure' }),
    makeSeries({ state: 'improved', span: 'better' }),
    makeSeries({ state: 'regressed', blocking: false, span: 'softly worse' }),
    makeSeries({ state: 'regressed', span: 'worse' }),
  ]);
  const text = renderTerminal(verdict, { colour: false, columns: 80 });
  const places = ['› worse', '› softly worse', '› better', '› unsure'].map((name) =>
    text.indexOf(name),
  );
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('a hundred regressions are cut to the worst and the rest is counted', () => {
  const series = Array.from({ length: 100 }, (_, index) =>
    makeSeries({ state: 'regressed', span: `span ${index}` }),
  );
  const text = renderTerminal(makeVerdict(series), { colour: false, columns: 80 });
  expect(text).toContain('› span 19');
  expect(text).not.toContain('› span 20');
  expect(text).toContain('and 80 more');
});

describe('a problem that quotes the output of a test', () => {
  const log = `log: .perigee/runs/20261121-091113-c58dbc54/logs/01-${'long-'.repeat(9)}/after-000.log`;
  const message = ['the test failed; its output ended with', 'x'.repeat(300), '  \u001b[2J', log];
  const problem = { code: 'failed-output', message: message.join('\n'), test: 'upload' };
  const show = (columns: number): string[] => {
    const text = renderTerminal(makeVerdict([], { problems: [problem] }), {
      colour: false,
      columns,
    });
    const lines = text.split('\n');
    return lines.slice(lines.indexOf('Errors (1)') + 1);
  };

  test('shows it line by line below the sentence and its place', () => {
    const [sentence, ...quoted] = show(100);
    expect(sentence).toBe('  failed-output: the test failed; its output ended with (upload)');
    expect(quoted[0]).toBe(`      ${'x'.repeat(93)}…`);
    expect(quoted[1]).toBe('        [U+001B][2J');
  });

  test('never cuts the path of the log', () => {
    expect(show(60)).toContain(`      ${log}`);
  });
});

test('what a stopped run has too few repeats of is told in one line for each reason', () => {
  const short = (has: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const series = makeSeries({ state: 'undecided', span: `short ${has} ${index}` });
      const reason = `needs at least 4 repeats on each side, has ${has}`;
      return { ...series, reason, evidence: { ...series.evidence, needsRepeats: 4 } };
    });
  const verdict = makeVerdict([
    ...short(2, 15),
    ...short(1, 2),
    makeSeries({ state: 'undecided', span: 'noisy' }),
  ]);
  verdict.build.interrupted = true;
  const text = renderTerminal(verdict, { colour: false, columns: 80 });
  expect(text).toContain('Undecided (18)');
  expect(text).toContain('› noisy');
  expect(text).toContain('  15 series: needs at least 4 repeats on each side, has 2\n');
  expect(text).toContain('  2 series: needs at least 4 repeats on each side, has 1\n');
  expect(text).not.toContain('› short');
});
