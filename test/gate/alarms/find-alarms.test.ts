import { describe, expect, test } from 'vitest';
import type { GateEntry, JudgedBuild } from '../../../src/contract/documents.ts';
import { findAlarms } from '../../../src/gate/alarms/find-alarms.ts';
import { dayMs, makeControl, makeJudged, startMs } from '../record/make-entries.ts';

function findAt(day: number, entries: readonly GateEntry[]) {
  return findAlarms(entries, startMs + day * dayMs);
}

const days = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('a gate without a record has no alarm', () => {
  expect(findAt(0, [])).toEqual([]);
});

test('a gate that is measured and proven every day has no alarm', () => {
  const entries = days(0, 40).flatMap((day) => [makeJudged(day), makeControl(day)]);
  expect(findAt(40, entries)).toEqual([]);
});

describe('a control', () => {
  test('that stays green is an alarm since it first did, and names what was missed', () => {
    const entries = [
      makeControl(0),
      ...[1, 2, 3].map((day) => makeControl(day, { isProven: false })),
    ];
    const [alarm, more] = findAt(3, entries);
    expect(alarm).toMatchObject({ code: 'control-green', since: '2026-11-02T03:00:00.000Z' });
    expect(alarm?.message).toContain('+20.0% cpu was not found in upload (green)');
    expect(more).toBeUndefined();
  });

  test('that fires again ends the alarm', () => {
    expect(findAt(2, [makeControl(1, { isProven: false }), makeControl(2)])).toEqual([]);
  });

  test('is green where one of its shards is', () => {
    const run = { run: '812' };
    const shards = [
      makeControl(1, { shard: 0, isProven: false }, run),
      makeControl(1, { shard: 1 }, run),
    ];
    expect(findAt(1, shards)).toMatchObject([{ code: 'control-green' }]);
  });

  test('to whose tests nothing could be added proves nothing', () => {
    const tests = [{ name: 'idle', outcome: 'nothing-added' as const }];
    const [alarm] = findAt(1, [makeControl(1, { isProven: false, tests })]);
    expect(alarm?.message).toContain('proves nothing');
  });

  test('may be late by three days, then it is missing, and after two months it is forgotten', () => {
    const codes = [3, 3.1, 60, 61].map((day) => findAt(day, [makeControl(0)]).map((a) => a.code));
    expect(codes).toEqual([[], ['control-missing'], ['control-missing'], []]);
  });

  test('that never ran is no alarm: the record says that nothing is proven', () => {
    expect(
      findAt(
        9,
        days(0, 9).map((day) => makeJudged(day)),
      ),
    ).toEqual([]);
  });
});

describe('what vanished', () => {
  const build = (day: number, ...names: string[]): GateEntry =>
    makeJudged(day, { tests: names.map((name) => ({ name })) });

  test('is a test that three builds had and three more do not', () => {
    const before = days(1, 3).map((day) => build(day, 'upload files', 'download'));
    const after = days(4, 6).map((day) => build(day, 'upload file', 'download'));
    expect(findAt(5, [...before, ...after.slice(0, 2)])).toEqual([]);
    const found = findAt(6, [...before, ...after]);
    expect(found).toMatchObject([{ code: 'test-vanished', subject: 'upload files' }]);
  });

  test('is news for two weeks', () => {
    const entries = [
      ...days(0, 3).map((d) => build(d, 'a', 'keep')),
      ...days(4, 6).map((d) => build(d, 'keep')),
    ];
    const [alarm] = findAt(6, entries);
    expect(alarm?.remedy).toContain('this ends after 14 days');
    expect(findAt(19, entries)).toEqual([]);
  });

  test('is no test that a selection did not ask for', () => {
    const selected = days(4, 6).map((day) => makeJudged(day, { isWhole: false, tests: [] }));
    const before = days(0, 3).map((day) => makeJudged(day));
    expect(findAt(6, [...before, ...selected])).toEqual([]);
  });
});

describe('a shard', () => {
  const build = (day: number, ...missing: number[]): GateEntry =>
    makeJudged(day, { conclusion: 'incomplete', shards: { total: 2, missing } });

  test('that sent nothing for a week, while the other did, is an alarm', () => {
    const entries = [build(0), ...days(1, 8).map((day) => build(day, 1))];
    expect(findAt(7, entries.slice(0, -1))).toEqual([]);
    expect(findAt(8, entries)).toMatchObject([{ code: 'shard-silent', subject: 'shard 2 of 2' }]);
    expect(findAt(9, [...entries, build(9)])).toEqual([]);
  });

  test('that never sent anything is an alarm after a week of others', () => {
    const entries = days(0, 8).map((day) => build(day, 0));
    expect(findAt(8, entries)).toMatchObject([{ subject: 'shard 1 of 2' }]);
  });

  test('is not silent where nobody measures', () => {
    expect(findAt(20, [build(0), build(1, 1)])).toEqual([]);
  });
});

describe('a rule', () => {
  const build = (day: number, ...unmatchedRules: string[]): GateEntry =>
    makeJudged(day, { unmatchedRules });

  test('that matched nothing for a week is an alarm, and none that did in between', () => {
    const always = days(0, 7).map((day) => build(day, 'perigee.yml:9:5'));
    expect(findAt(7, always)).toMatchObject([
      { code: 'rule-unmatched', subject: 'perigee.yml:9:5' },
    ]);
    const between = always.map((entry, day) => (day === 4 ? build(4) : entry));
    expect(findAt(7, between)).toEqual([]);
  });

  test('needs three builds to be called idle', () => {
    expect(findAt(9, [build(0, 'a'), build(9, 'a')])).toEqual([]);
  });
});

test('suites do not mix, and what is wrong most comes first', () => {
  const other = { suite: 'other' };
  const entries = [
    ...days(0, 7).map((day) => makeJudged(day, { unmatchedRules: ['perigee.yml:9:5'] })),
    makeControl(7, { isProven: false }, other),
  ];
  expect(findAt(7, entries).map(({ code, suite }) => [suite, code])).toEqual([
    ['other', 'control-green'],
    ['sync', 'rule-unmatched'],
  ]);
});

type BranchKind = NonNullable<JudgedBuild['branchKind']>;

const nowMs = startMs + 9 * dayMs;
const codesOf = (entries: readonly GateEntry[]): string[] =>
  findAlarms(entries, nowMs).map(({ code }) => code);

/** Three builds, then three more. */
function makeBuilds(first: Partial<JudgedBuild>, then: Partial<JudgedBuild>): GateEntry[] {
  return [0, 1, 2, 7, 8, 9].map((day) => makeJudged(day, day < 3 ? first : then));
}

describe('a pull request', () => {
  const by = (branchKind: BranchKind, judged: Partial<JudgedBuild>) => ({ ...judged, branchKind });
  const [two, one] = [{ tests: ['a', 'b'].map((name) => ({ name })) }, { tests: [{ name: 'a' }] }];

  test('raises no alarm about tests that its author took out of its builds', () => {
    const builds = (kind: BranchKind) => codesOf(makeBuilds(by(kind, two), by(kind, one)));
    expect(builds('pull-request')).toEqual([]);
    expect(builds('default')).toEqual(['test-vanished']);
    expect(builds('merge-queue')).toEqual(['test-vanished']);
  });

  test('hides no test that vanished from the default branch', () => {
    const forged = makeJudged(8.5, by('pull-request', two));
    const builds = makeBuilds(by('default', two), by('default', one));
    expect(codesOf([...builds, forged])).toEqual(['test-vanished']);
  });

  test('neither raises nor hides an alarm about a shard', () => {
    const heard = { shards: { total: 2, missing: [] } };
    const silent = { shards: { total: 2, missing: [1] } };
    const builds = makeBuilds(by('default', silent), by('default', silent));
    const forged = makeJudged(8.5, by('pull-request', heard));
    expect(codesOf([...builds, forged])).toEqual(['shard-silent']);
    const quiet = makeBuilds(by('pull-request', heard), by('pull-request', silent));
    expect(codesOf([...quiet, makeJudged(9, by('default', heard))])).toEqual([]);
  });

  test('neither raises nor hides an alarm about a rule', () => {
    const idle = { unmatchedRules: ['perigee.yml:9:5'] };
    const builds = makeBuilds(by('default', idle), by('default', idle));
    const forged = makeJudged(8.5, by('pull-request', { unmatchedRules: [] }));
    expect(codesOf([...builds, forged])).toEqual(['rule-unmatched']);
    const sound = makeBuilds(by('default', {}), by('default', {}));
    const other = makeBuilds(by('pull-request', idle), by('pull-request', idle));
    expect(codesOf([...sound, ...other])).toEqual([]);
  });
});
