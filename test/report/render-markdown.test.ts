import { describe, expect, test } from 'vitest';
import type { State, Verdict } from '../../src/contract/documents.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { hostileTexts } from './fixtures/hostile-names.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { verdicts } from './fixtures/verdicts.ts';
import { dropBlocks, listActiveText, splitRow } from './read-markdown.ts';

const states: State[] = ['regressed', 'improved', 'undecided', 'not-regressed', 'no-baseline'];

function makeLarge(count: number, nameOf: (index: number) => string): Verdict {
  const series = Array.from({ length: count }, (_, index) => {
    const state = states[index % states.length] ?? 'regressed';
    return makeSeries({ test: nameOf(index), state });
  });
  const problems = Array.from({ length: 1000 }, (_, index) => {
    return { code: 'test-failed', message: `${nameOf(index)} `.repeat(9), test: nameOf(index) };
  });
  return makeVerdict(series, { problems });
}

const large: [what: string, verdict: Verdict][] = [
  ['100,000 series', makeLarge(100_000, (index) => `test ${index}`)],
  ['series with long names of three-byte letters', makeLarge(3000, () => '日'.repeat(200))],
  ['series with hostile names', makeLarge(3000, (index) => hostileTexts[index % 11] ?? '')],
  ['long names of four-byte letters', makeLarge(3000, () => '🚀'.repeat(100))],
];

describe.each([...Object.entries(verdicts), ...large])('the Markdown of %s', (_name, verdict) => {
  const text = renderMarkdown(verdict, { marker: 'perigee:sync:v1' });

  test('stays within the limits of a comment', () => {
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(65_535);
  });

  test('has rows of one length in each table, and every fold closed', () => {
    let width: number | undefined;
    for (const line of text.split('\n')) {
      if (!line.startsWith('|')) width = undefined;
      else {
        width ??= splitRow(line).length;
        expect(splitRow(line)).toHaveLength(width);
      }
    }
    const frame = dropBlocks(text);
    expect(frame.match(/<details>/g)?.length).toBe(frame.match(/<\/details>/g)?.length);
  });

  test('has nothing outside code that a site would act on', () => {
    expect(listActiveText(text)).toEqual([]);
  });
});

test('of 100,000 series ten of the worst stand above the fold, and the others are counted', () => {
  const text = renderMarkdown(large[0]?.[1] ?? verdicts.clean);
  const [front = '', back = ''] = text.split('<details>');
  expect(front.match(/^\| latency ❌/gm)).toHaveLength(10);
  expect(front).toContain('**`test 0 › send`');
  expect(front).toContain('… and 19,990 more series');
  expect(back).toMatch(/… and \d+,\d{3} more series/);
});

test('the marker is the first line, so that a comment is found by it', () => {
  const text = renderMarkdown(verdicts.clean, { marker: 'perigee:sync:v1' });
  expect(text.startsWith('<!-- perigee:sync:v1 -->\n')).toBe(true);
});

test('links of the build and of the caller are shown', () => {
  const links = { logs: { Logs: 'https://example.com/logs' } };
  expect(renderMarkdown(verdicts.clean, { links })).toContain('[`Logs`](https://example.com/logs)');
});

test('what is undecided is folded unless it is the answer', () => {
  expect(renderMarkdown(verdicts.undecided).split('<details>')[0]).toContain('latency ❔');
  const series = [makeSeries({ state: 'undecided', threshold: { action: 'warn' } })];
  const [front, back] = renderMarkdown(makeVerdict(series)).split('<details>');
  expect(front).not.toContain('❔');
  expect(back).toContain('#### Undecided (1)');
});

test('the output of a test stays out, since no CI system hides secrets there; its log is named', () => {
  const message = 'the test failed\ntoken=abc\nlog: .perigee/runs/r1/logs/01-upload/after-000.log';
  const problems = [{ code: 'failed-output', message, test: 'upload' }];
  const text = renderMarkdown(makeVerdict([], { problems }));
  expect(text).not.toContain('token');
  expect(text).toContain(
    '- `upload`: the test failed (`failed-output`), `log: .perigee/runs/r1/logs/01-upload/after-000.log`\n',
  );
});
