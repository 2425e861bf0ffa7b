import { describe, expect, test } from 'vitest';
import type { State, Verdict } from '../../src/contract/documents.ts';
import { formatCode, formatMarker, formatProse } from '../../src/report/markdown-text.ts';
import { patchOf } from '../../src/report/patch-command.ts';
import { printText } from '../../src/report/print-markdown.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { hostileTexts } from './fixtures/hostile-names.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { verdicts } from './fixtures/verdicts.ts';
import { dropBlocks, dropCode, listActiveText, splitRow } from './read-markdown.ts';

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

describe('a name', () => {
  test.each([
    ['upload 1,000 files', '`upload 1,000 files`'],
    ['a`b', '``a`b``'],
    ['`a``', '``` `a`` ```'],
    ['a|b', '`a|b`'],
  ])('%s stands in code as it is: %s', (name, code) => {
    expect(formatCode(name)).toBe(code);
  });

  test('keeps its pipes in a table, but for those after a backslash', () => {
    expect(formatCode('a|b', true)).toBe('`a\\|b`');
    expect(formatCode('a\\|b', true)).toBe('`a\\¦b`');
  });

  test.each(hostileTexts)('never leaves its cell or its code: %s', (text) => {
    const row = `| ${formatCode(text, true)} | ${formatProse(text, true)} | end |`;
    expect(splitRow(row)).toHaveLength(3);
    expect(dropCode(formatCode(text))).toBe('');
  });
});

describe('a sentence', () => {
  test('of plain words stays as it is', () => {
    const text =
      'Time went up by 12.5% (10 pairs), more than the tests’ own “work”; look for a livelock.';
    expect(formatProse(text)).toBe(text);
  });

  test.each([
    ['ask @someone now', 'ask `@someone` now'],
    ['see #12 there', 'see `#12` there'],
    ['see GH-12, there', 'see `GH-12`, there'],
    ['at 0123456789abcdef0 there', 'at `0123456789abcdef0` there'],
    ['a <b> c', 'a `<b>` c'],
    ['1. first', '`1`. first'],
    ['- item', '`-` item'],
    ['  1. first', '`1`. first'],
    ['see c0ffee1,GH-12,c0ffee2 there', 'see `c0ffee1,GH-12,c0ffee2` there'],
    ['deadbeef is a word, not a commit: c0ffee1', 'deadbeef is a word, not a commit: `c0ffee1`'],
  ])('%s: what a site would act on becomes code', (text, shown) => {
    expect(formatProse(text)).toBe(shown);
  });

  test.each(hostileTexts)('has nothing left that a site acts on: %s', (text) => {
    expect(listActiveText(formatProse(text))).toEqual([]);
  });
});

test('a marker cannot end its comment early', () => {
  expect(formatMarker('perigee:a --> <b>--\n')).toBe('<!-- perigee:a - b-  -->');
});

test('the address of a link cannot end early, and only web addresses are linked', () => {
  expect(printText({ link: { code: 'log' }, url: 'https://example.com/a(b)|c d' })).toBe(
    '[`log`](https://example.com/a%28b%29%7Cc%20d)',
  );
  expect(printText({ link: 'log', url: 'javascript:alert(1)' })).toBe('log');
  expect(printText({ link: 'log', url: 'not an address' })).toBe('log');
});

test('a marker that was read from a page makes the same marker again', () => {
  for (const name of ['a->-b', '--', 'a->->->b', '-<!---->-']) {
    const shown = formatMarker(name);
    expect(formatMarker(shown.slice('<!-- '.length, -' -->'.length))).toBe(shown);
    expect(shown.slice(4, -3)).not.toMatch(/--|[<>]/);
  }
});

test('what is suspected is measured again by a command for its tests, if their names can be pasted', () => {
  const patch = { command: 'perigee patch', again: 'perigee compare a b', selection: '' };
  const render = (name: string): string => {
    const series = [makeSeries({ state: 'undecided', test: name })];
    return renderMarkdown(makeVerdict(series, { conclusion: 'undecided' }), { patch });
  };
  expect(render('up')).toContain(
    'run `perigee compare a b --test "up"`, which measures only what is suspected',
  );
  expect(render('a "b"')).toContain('may decide: run it again, with more `time`');
  expect(patchOf('perigee.yml').command).toBe('npx perigee patch');
  expect(patchOf('ci/perf.yml').command).toBe('npx perigee patch --config ci/perf.yml');
  expect(patchOf('a b.yml').command).toBe('npx perigee patch');
});
