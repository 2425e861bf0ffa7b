import { expect, test } from 'vitest';
import type { Verdict } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { explained } from './fixtures/explained.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { verdicts } from './fixtures/verdicts.ts';

test('regressions come before warnings, and the rest only with --verbose', () => {
  const verdict = makeVerdict([
    makeSeries({ state: 'undecided', span: 'unsure' }),
    makeSeries({ state: 'improved', span: 'better' }),
    makeSeries({ state: 'regressed', blocking: false, span: 'softly worse' }),
    makeSeries({ state: 'regressed', span: 'worse' }),
  ]);
  const places = (verbose: boolean, names: readonly string[]): number[] => {
    const text = renderTerminal(verdict, { colour: false, columns: 80, verbose });
    return names.map((name) => text.indexOf(name));
  };
  const all = places(true, ['› worse', '› softly worse', '› better', '› unsure']);
  expect(all.every((place) => place > 0)).toBe(true);
  expect(all).toEqual([...all].sort((a, b) => a - b));
  expect(places(false, ['› better', '› unsure'])).toEqual([-1, -1]);
});

test('each sign is explained once, and what was left out is counted', () => {
  const none = { passed: 0, failed: 0, timedOut: 0, interrupted: 0 };
  const verdict = makeVerdict(
    [
      makeSeries({ state: 'regressed' }),
      makeSeries({ state: 'regressed', blocking: false, span: 'softly worse' }),
    ],
    {
      tests: [
        { name: 'other', before: none, after: none, inputs: { state: 'same', by: ['strace'] } },
      ],
    },
  );
  const brief = renderTerminal(verdict, { colour: false, columns: 120 });
  expect(brief.match(/✗ blocks · ! worse, does not block/g)).toHaveLength(1);
  expect(brief).toContain('With --verbose: 1 test left out (other) ·');
  const all = renderTerminal(verdict, { colour: false, columns: 120, verbose: true });
  expect(all.match(/✗ blocks/g)).toHaveLength(1);
  expect(all).toContain('other: reads');
});

test('a fix of instructions is counted, and one of times measured', () => {
  const render = (...names: string[]): string => {
    const series = names.map((metric) => makeSeries({ state: 'regressed', metric }));
    return renderTerminal(makeVerdict(series), { colour: false, columns: 200 });
  };
  expect(render('instructions')).toMatch(/perigee patch --test ".+" --instructions only` to count/);
  expect(render('latency', 'instructions')).toMatch(/perigee patch --test "[^"]+"` to measure/);
});

test('a hundred regressions are cut to the worst, and the rest is counted', () => {
  const series = Array.from({ length: 100 }, (_, index) =>
    makeSeries({ state: 'regressed', span: `span ${index}` }),
  );
  const text = renderTerminal(makeVerdict(series), { colour: false, columns: 80 });
  expect(text).toContain('› span 0');
  expect(text).not.toContain('› span 10');
  expect(text).toMatch(/… and 9\d more series/);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
});

test.each(Object.entries(verdicts))('%s takes at most 25 lines', (_name, verdict) => {
  const text = renderTerminal(verdict, { colour: false, columns: 80 });
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
});

test('where three spans moved, the worst is explained, and what to do is not cut off', () => {
  const names = ['send', 'receive', 'hash'];
  const text = Array(4).fill('It takes longer and does more of everything.').join(' ');
  const series = names.flatMap((span) =>
    ['latency', 'cpu.total', 'disk.writes'].map((metric) =>
      makeSeries({ state: 'regressed', span, metric }),
    ),
  );
  const spans = series.map(({ annotations, platform, span, test }) => {
    const patterns = [{ name: 'more', text: `${span}. ${text}` }];
    return { test, span, annotations, platform, movements: [], patterns };
  });
  const verdict = makeVerdict(series, { conclusion: 'regressed', spans });
  const shown = renderTerminal(verdict, { colour: false, columns: 100 });
  expect(shown.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
  expect(shown).toMatch(/^Where: .*› send /m);
  expect(shown).not.toContain('receive. It');
  expect(shown).toContain('What now: fix it');
  expect(shown).toContain('With --verbose: ');
});

test.each([60, 100])('in %i columns a long cause makes room for what to do', (columns) => {
  const verdict = explained;
  const long = verdict.explanations?.[0]?.functions[0];
  const functions = [1, 2, 3, 4].map((at) => ({ ...long, name: `${'a'.repeat(90)}${at}` }));
  const explanations = verdict.explanations?.map((one) => ({ ...one, functions }));
  const patch = { command: `cd /${'long/'.repeat(20)} && perigee patch`, selection: '' };
  const changed = { ...verdict, explanations } as Verdict;
  const shown = renderTerminal(changed, { colour: false, columns, patch });
  expect(shown.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
  expect(shown.replace(/\s+/g, ' ')).toMatch(/What now: .* to measure the fix/);
  if (columns === 60) expect(shown).toContain('… more with --verbose');
});

test('an iteration of a benchmark is told as that, and not as a run', () => {
  const named = explained.explanations?.map((one) => ({ ...one, span: 'b.js > group > add' }));
  const verdict = { ...explained, explanations: named } as Verdict;
  const shown = renderTerminal(verdict, { colour: false, columns: 100 });
  expect(shown).toContain('Where, each time add runs: hash (src/map.js:41)');
});

test('a failing test shows its own lines, cut to the width, and where the log is', () => {
  const log = `log: .perigee/runs/20261121-091113-c58dbc54/logs/01-upload/after-000.log`;
  const message = ['it failed; its output ended with', 'x'.repeat(150), '  \u001b[2J', log];
  const problem = { code: 'failed-output', message: message.join('\n'), test: 'upload' };
  const tally = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const verdict = makeVerdict([], {
    conclusion: 'regressed',
    problems: [{ ...problem, side: 'after' }],
    tests: [{ name: 'upload', before: tally, after: { ...tally, passed: 0, failed: 5 } }],
  });
  const text = renderTerminal(verdict, { colour: false, columns: 100 });
  const lines = text.split('\n');
  expect(lines[0]).toContain('upload fails and passed before');
  expect(lines).toContain(`      ${'x'.repeat(93)}…`);
  expect(lines).toContain('        [U+001B][2J');
  expect(text.replace(/\s+/g, ' ')).toContain(log);
});

test('what a stopped run has too few repeats of is told in one line for each reason', () => {
  const short = (has: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const series = makeSeries({ state: 'undecided', span: `short ${has} ${index}` });
      const reason = `needs at least 4 pairs with a value on both sides, has ${has}`;
      return { ...series, reason, evidence: { ...series.evidence, needsRepeats: 4 } };
    });
  const verdict = makeVerdict([...short(2, 15), ...short(1, 1)], { conclusion: 'undecided' });
  const text = renderTerminal(verdict, { colour: false, columns: 80, verbose: true });
  const words = text.replace(/\s+/g, ' ');
  expect(words).toContain(
    'and 12 more series: needs at least 4 pairs with a value on both sides, has 2',
  );
  expect(words).toContain(
    'short 1 0 num_files=10000 operation=upload: needs at least 4 pairs with a value on both sides, has 1',
  );
});

test('of several platforms it says where what is open stands, and where to measure the fix', () => {
  const open = ['linux-x64', 'darwin-arm64'].map((platform) => ({
    ...makeSeries({ state: 'undecided' }),
    platform,
  }));
  const verdict = makeVerdict(open, { conclusion: 'undecided' });
  expect(renderTerminal(verdict, { colour: false, columns: 200 })).toMatch(
    / on linux-x64, [^]* on\s+macos-arm64: /,
  );
  const red = verdicts['slower-on-one-platform'];
  expect(renderTerminal(red, { colour: false, columns: 200 })).toContain(
    'run `npx perigee patch --test "upload"` on windows-x64 to measure the fix',
  );
  const patch = {
    ...{ command: 'perigee patch --time 9s', selection: ' --tag quick' },
    plan: { timeNs: 9e9, least: 5, most: 100 },
  };
  const name = (verdict: Verdict): string =>
    renderTerminal(verdict, { colour: false, columns: 200, patch }).replace(/\s+/g, ' ');
  expect(name(red)).toContain(
    'fix it, then run `perigee patch --time 9s --test "upload"` on windows-x64 to measure the fix (about 9 s, and setup)',
  );
  const long = { ...patch, command: `cd /home/${'me/'.repeat(20)} && perigee patch` };
  const narrow = renderTerminal(red, { colour: false, columns: 80, patch: long });
  expect(narrow).toContain(
    `What now: fix it, then run\n  ${long.command} --test "upload"\non windows-x64 to measure`,
  );
  const unnamed = red.series.map((series) => ({ ...series, test: 'a "b"' }));
  expect(name({ ...red, series: unnamed })).toContain('`perigee patch --time 9s --tag quick`');
  // Then all that was measured is measured again: five pairs of 2 s for two tests, and of 0.7 s there already.
  const [slow = makeSeries()] = red.series;
  const whole = { span: wholeTestSpan, metric: 'latency', level: 1e9, platform: slow.platform };
  const two = ['a "b"', 'other'].map((test) => makeSeries({ ...whole, test }));
  expect(name({ ...red, series: [...unnamed, ...two] })).toContain('(about 24 s, and setup)');
});

test.each([
  [5, undefined, 'upload', 'run `perigee patch --test "upload" --time 18s`, for longer,'],
  [80, undefined, 'upload', 'it has all its pairs, so a longer time does not help.'],
  [20, 20, 'upload', 'it has all its pairs, so a longer time does not help.'],
  [80, undefined, 'other', 'which measures only what is suspected'],
])('undecided after %i pairs of at most %s: what may decide it', (repeats, pairs, beside, told) => {
  const tally = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const tests = ['upload', beside].map((name) => ({ name, before: tally, after: tally }));
  const series = [makeSeries({ state: 'undecided', test: 'upload', repeats })];
  const verdict = makeVerdict(series, { conclusion: 'undecided', tests });
  const plan = { timeNs: 9e9, least: 5, most: pairs ?? 100 };
  const patch = { command: 'perigee patch', selection: '', plan };
  const shown = renderTerminal(verdict, { colour: false, columns: 120, patch });
  expect(shown.replace(/\s+/g, ' ')).toContain(told);
});

test('what a green verdict does not guard is said in its first lines, and once', () => {
  const codes = ['rule-matches-nothing', 'number-refused', 'placeholder-test'];
  const problems = codes.map((code) => ({ code, message: `about ${code}`, test: 'work' }));
  const verdict = makeVerdict([makeSeries({ state: 'not-regressed' })], {
    conclusion: 'passed',
    problems: [...problems, { code: 'does-nothing', message: 'about sleep', test: 'work' }],
  });
  const count = (verbose: boolean, message: string): number =>
    renderTerminal(verdict, { colour: false, columns: 80, verbose }).split(message).length - 1;
  for (const code of codes) {
    expect([count(false, `about ${code}`), count(true, `about ${code}`)]).toEqual([1, 1]);
  }
  expect([count(false, 'about sleep'), count(true, 'about sleep')]).toEqual([0, 1]);
});

test('a green verdict says that nothing showed which code ran', () => {
  const problems = [{ code: 'code-unknown', message: 'install strace', test: 'work' }];
  const verdict = makeVerdict([makeSeries({ state: 'not-regressed' })], {
    conclusion: 'passed',
    problems,
  });
  expect(renderTerminal(verdict, { colour: false, columns: 200 })).toContain(
    'Perigee could not see which code ran',
  );
});
