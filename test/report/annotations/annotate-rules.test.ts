import { ofPlatforms } from '../fixtures/three-platforms.ts';
import { expect, test } from 'vitest';
import { annotateRules } from '../../../src/report/annotations/annotate-rules.ts';
import { hostileNames } from '../fixtures/hostile-names.ts';
import { makeSeries, makeVerdict, type SeriesWords } from '../fixtures/make-verdict.ts';
import { verdicts } from '../fixtures/verdicts.ts';

const file = 'perf/perigee.yml';

function makeRules(count: number, words: SeriesWords = {}) {
  return Array.from({ length: count }, (_, index) => {
    const rule = `perigee.yml:${index + 1}:7`;
    return makeSeries({ state: 'regressed', ratio: 2, ...words, threshold: { rule } });
  });
}

test('a threshold that blocked is an error on its line, with what decided', () => {
  const [annotation, ...others] = annotateRules(verdicts['one-regression'], { file });
  expect(others).toEqual([]);
  expect(annotation).toEqual({
    level: 'error',
    file,
    startLine: 31,
    title: 'Worse: latency +23.4%, +5% is allowed',
    message:
      'upload 10,000 files of 1 kB › send num_files=10000 operation=upload: latency 1.2 s → 1.48 s, +23.4% (21.5% to 25.4%)\nThreshold: perigee.yml:31',
  });
});

test('a function that takes more is an error on its line, where the change touches it or what calls it', () => {
  const [first, second, rule, ...others] = annotateRules(verdicts['one-regression-explained'], {
    file,
  });
  expect(others).toEqual([]);
  expect(rule?.file).toBe(file);
  expect(first).toEqual({
    level: 'error',
    file: 'src/hash-text.js',
    startLine: 5,
    title: 'Slower: hashText',
    message:
      'upload 10,000 files of 1 kB: hashText (src/hash-text.js:5) takes 209 ms more (188 ms to 231 ms): 84% of the slowdown; called from #homeOf (src/path-set.js), which the change touches',
  });
  expect(second?.message).toContain('perhaps src/index.js:12 is new and takes 31 ms');
});

test('a place outside of the repository gets no remark, nor one of which only the file is touched', () => {
  const verdict = structuredClone(verdicts['one-regression-explained']);
  const same = structuredClone(verdict);
  for (const one of same.explanations?.[0]?.functions ?? []) one.touched = 'its file';
  expect(annotateRules(same, { file })).toHaveLength(1);
  for (const [at, one] of (verdict.explanations?.[0]?.functions ?? []).entries()) {
    one.path = ['node:fs', '../../etc/passwd'][at] ?? '';
  }
  expect(annotateRules(verdict, { file })).toHaveLength(1);
});

test('what only another platform is slower by gets no remark', () => {
  const { explanations: [one] = [], ...rest } = verdicts['one-regression-explained'];
  if (one === undefined) throw new Error('there is one');
  const count = (platform: string): number =>
    annotateRules({ ...rest, explanations: [{ ...one, platform }] }, { file }).length;
  expect(count(rest.series[0]?.platform ?? '')).toBeGreaterThan(1);
  expect(count('win32-arm64')).toBe(1);
});

test('series of one threshold share one annotation; five are named, the others counted', () => {
  const series = Array.from({ length: 8 }, (_, index) =>
    makeSeries({ state: 'regressed', span: `span ${index}`, ratio: 1.5 }),
  );
  const [annotation] = annotateRules(makeVerdict(series), { file });
  expect(annotation?.title).toBe('Worse: 8 series, first latency +50.0%, +5% is allowed');
  expect(annotation?.message.split('\n')).toHaveLength(7);
  expect(annotation?.message).toContain('span 4');
  expect(annotation?.message).toContain('… and 3 more series');
});

test('a rule that warns or is muted is a warning, a built-in one at the top of the file', () => {
  const found = annotateRules(verdicts.muted, { file });
  expect(found.map(({ level, startLine, title }) => [level, startLine, title])).toEqual([
    ['warning', 31, 'Worse, muted until 2026-02-01: latency +18.0%, +5% is allowed'],
    ['warning', 1, 'Worse, which only warns: user CPU time +12.0%, +5% is allowed'],
  ]);
  expect(found[0]?.message).toContain('Owner: @sync-team');
});

test('what only warns and is undecided, what improved and what stands still say nothing', () => {
  const warns = makeSeries({ state: 'undecided', threshold: { action: 'warn' } });
  const better = makeSeries({ state: 'improved', ratio: 0.5 });
  expect(annotateRules(makeVerdict([warns, better, makeSeries()]), { file })).toEqual([]);
});

test('each level has at most ten, the worst first, and the last counts the rest', () => {
  const errors = makeRules(25);
  const warnings = makeRules(11, { blocking: false });
  const found = annotateRules(makeVerdict([...errors, ...warnings]), { file });
  const levels = found.map(({ level }) => level);
  expect(levels.filter((level) => level === 'error')).toHaveLength(10);
  expect(levels.filter((level) => level === 'warning')).toHaveLength(10);
  expect(found.slice(0, 10).map(({ startLine }) => startLine)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(found[9]?.message).toMatch(/… and 15 more thresholds with 15 series, in the job summary$/);
  expect(found[19]?.message).toMatch(/… and 1 more threshold with 1 series, in the job summary$/);
});

test('ten of a level are all told, and nothing is counted', () => {
  const found = annotateRules(makeVerdict(makeRules(10)), { file });
  expect(found).toHaveLength(10);
  expect(found[9]?.message).not.toContain('more threshold');
});

test('hostile names are shown as what they are, on one line, and cut', () => {
  const long = makeSeries({ state: 'regressed', test: '🚀'.repeat(100), span: 'x'.repeat(200) });
  const found = [
    ...annotateRules(hostileNames, { file }),
    ...annotateRules(makeVerdict([long]), { file }),
  ];
  for (const { title, message, startLine } of found) {
    expect(title).not.toMatch(/\p{Cc}/u);
    expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
    expect(message.isWellFormed()).toBe(true);
    expect(message.length).toBeLessThan(4000);
    expect(startLine).toBe(1 + Number(startLine > 1) * 30);
  }
});

test('a rule and a test are marked on the lines that they have in the file of the change', () => {
  const moved = new Map([['perigee.yml:31', 'perigee.yml:40:5']]);
  const [rule] = annotateRules(verdicts['one-regression'], { file, moved });
  expect(rule?.startLine).toBe(40);
  const [broken] = verdicts['failed-test'].tests.filter(({ after }) => after.failed > 0);
  const placeOfTest = new Map([[broken?.name ?? '', 'perigee.yml:12:5']]);
  const [failing] = annotateRules(verdicts['failed-test'], { file, placeOfTest });
  expect(failing).toMatchObject({ level: 'error', startLine: 12 });
});

test('of several platforms a remark says which one is worse', () => {
  const verdict = ofPlatforms['slower-on-one-platform'];
  const [remark] = annotateRules(verdict, { file: 'perigee.yml' });
  expect(remark?.title).toMatch(/^Worse: .* \+38.2%( \([^)]*\))? on windows-x64, /);
  expect(remark?.message).toMatch(/^upload › whole test on windows-x64: /);
});
