import { describe, expect, test } from 'vitest';
import type { Phrase } from '../../../../src/web/pages/format/name-things.ts';
import {
  findGroup,
  formatCreep,
  formatHosts,
  formatOthers,
  formatRun,
  formatSince,
  formatSteady,
} from '../../../../src/web/pages/format/format-series.ts';
import type { ChangeGroup, Creep, SeriesName } from '../../../../src/web/api/answers.ts';
import { commitAt, levelAt, makeAnswer, makeChange, makeRun } from '../make-answer.ts';

const repository = 'acme/sync';
const read = (phrase: Phrase): string =>
  phrase
    .map((part) => (typeof part === 'string' ? part : 'size' in part ? part.size : part.text))
    .join('');
const answer = makeAnswer();
const [change = makeChange(19, 20)] = answer.changes;

describe('since which commit', () => {
  test('one commit is named with its author, and leads to what it changed', () => {
    const phrase = formatSince(answer, change, repository);
    expect(read(phrase)).toBe(
      '15.0% worse since 000000000000 by Ann on 2026-01-21: 100 ms → 115 ms (95%: 114 ms to 116 ms).',
    );
    const [, link] = phrase;
    expect(link).toMatchObject({
      to: `/compare?repository=acme/sync&before=${commitAt(19).commit}&after=${commitAt(20).commit}`,
    });
  });

  test('of several commits it says how many, and which is the most likely one', () => {
    const words = read(formatSince(answer, makeChange(17, 20), repository));
    expect(words).toMatch(
      /^15\.0% worse since one of 3 measured commits after \w+ and up to \w+, most likely/,
    );
  });

  test('a level that moves step by step is the fault of no single commit', () => {
    const words = read(formatSince(answer, makeChange(5, 35, { isGradual: true }), repository));
    expect(words).toContain('step by step between');
    expect(words).toContain('no single commit did it');
  });

  test('no change says the level, and a short history what is missing', () => {
    expect(read(formatSteady(makeAnswer({ changes: [] })))).toMatch(
      /No change in 40 commits.*\)\.$/,
    );
    const levels = answer.levels.slice(0, 20);
    expect(read(formatSteady(makeAnswer({ changes: [], levels })))).toMatch(
      /No change in 20 commits.*A change counts once 8 commits before it and 8 from it on are measured/,
    );
    const short = makeAnswer({ changes: [], levels: [{ place: 0, ...levelAt(100e6) }] });
    expect(read(formatSteady(short))).toMatch(
      /1 commit is too few to find a change: it takes \d+\./,
    );
  });
});

test.each([
  ['of six commits whose intervals lie apart from all before', 12, 0.9, true],
  ['that two commits show', 16, 0.9, false],
  ['of less than 2%', 12, 0.985, false],
  ['within the noise', 12, 0.99, false],
])('a step %s is told as not yet a change, or not at all', (_, from, by, isTold) => {
  const levels = Array.from({ length: 18 }, (__, place) => {
    const value = place < from ? 770e3 : by * 770e3;
    return { place, value, low: 0.996 * value, high: 1.004 * value };
  });
  const words = read(formatSteady(makeAnswer({ changes: [], levels })));
  const told = ' Not yet a change: -10.0% at 000000000000. A change counts once 8 commits';
  expect(words.includes(told)).toBe(isTold);
  expect(words.includes('Not yet a change')).toBe(isTold);
});

describe('on which hosts', () => {
  test('each kind of host is compared with itself, and pairs of one host stand for themselves', () => {
    expect(formatHosts(answer, change)).toBe(
      'It shows on 2 of 2 kinds of hosts: EPYC, 4 cores +15.0%; Xeon, 4 cores +15.0%. 1 run measured both sides of it on one host: +15.0%; a level puts all runs together.',
    );
  });

  test('a run that measured both sides has the change that its page says, and not that of its medians', () => {
    const runs = answer.runs.map((run) =>
      run.compared?.change === 0 ? run : { ...run, compared: { ...run.compared!, change: 0.164 } },
    );
    expect(formatHosts(makeAnswer({ runs }), change)).toContain('on one host: +16.4%; a level');
  });

  test('where only one kind of host changed, the hosts are suspected', () => {
    const runs = answer.runs.map((run, i) =>
      i % 2 === 0 || i < 20 ? run : makeRun(i + 1, [100e6, 100e6], { machines: [1] }),
    );
    expect(formatHosts(makeAnswer({ runs }), change)).toMatch(
      /shows on 1 of 2 kinds of hosts.*Suspect the hosts before the code\.$/,
    );
  });

  test('a machine that was off does not count', () => {
    const slow = makeRun(30, [200e6, 200e6], { isMachineOdd: true, machines: [1] });
    expect(formatHosts(makeAnswer({ runs: [...answer.runs, slow] }), change)).toBe(
      formatHosts(answer, change),
    );
  });
});

describe('what else moved', () => {
  const nameOther = (id: string, facts: Partial<SeriesName> = {}) => ({
    series: { ...answer.series, id, ...facts },
    ...{ change: 0.12, before: levelAt(100), after: levelAt(112) },
  });
  const group: ChangeGroup = {
    range: { after: commitAt(18), upTo: commitAt(20) },
    ...{ atMs: 0, isWorse: true, count: 5 },
    largest: [nameOther('own'), nameOther('other', { platform: 'linux-arm64' })],
  };

  test('the others of the group are named by what sets them apart', () => {
    const words = read(formatOthers(group, answer, change, repository));
    expect(words).toBe(
      '4 other series moved with it: Latency of upload (linux-arm64) +12.0% and 3 more (compare all series).',
    );
  });

  test('the group is the one with the same commits and direction', () => {
    const other = { ...group, range: { after: commitAt(1), upTo: commitAt(2) } };
    const better = { ...group, isWorse: false };
    expect(findGroup([other, better, group], answer, change)).toBe(group);
    expect(findGroup([other, better], answer, change)).toBeUndefined();
  });

  test('alone it says so', () => {
    const words = read(formatOthers({ ...group, count: 1 }, answer, change, repository));
    expect(words).toContain('Nothing else moved with it');
  });
});

describe('where the reader comes from', () => {
  const pull = { branchKind: 'pull-request', pullRequest: 144 } as const;

  test.each([
    [1.3, 'so this is more than noise'],
    [1.01, 'so noise can do that'],
  ])('a build %f times as slow: %s', (by, verdict) => {
    const run = makeRun(39, [115e6, by * 115e6], pull);
    const words = read(formatRun(answer, run, repository));
    expect(words).toMatch(/^Run run-39 of pull request #144, /);
    expect(words).toContain(verdict);
  });
});

test('a build names the values of its verdict, which fit its change', () => {
  const run = makeRun(39, [100e6, 200e6]);
  const before = { ...run.before!, median: 130e6 };
  const words = read(formatRun(answer, { ...run, before }, repository));
  expect(words).toContain('measured 100 ms → 200 ms, +100%');
});

test('without levels it says that chance is not known here, and where to look', () => {
  const phrase = formatRun(makeAnswer({ levels: [] }), makeRun(39, [100e6, 200e6]), repository);
  expect(read(phrase)).toContain('cannot say how much before and after differ by chance here');
});

test('creep is told with its budget', () => {
  const creep: Creep = {
    ...{ since: 'release', from: commitAt(1), to: commitAt(39), size: 0.07, low: 0.05 },
    ...{ high: 0.09, limit: 0.05, isOver: true, explained: 0 },
  };
  expect(formatCreep(creep, makeAnswer())).toBe(
    '7.0% worse since the last release (000000000000), 95% from +5.0% to +9.0%; 5.0% allowed: over budget',
  );
});
