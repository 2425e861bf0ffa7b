import { describe, expect, test } from 'vitest';
import type { GateEntry, JudgedBuild } from '../../../src/contract/documents.ts';
import { findAlarms } from '../../../src/gate/alarms/find-alarms.ts';
import { dayMs, makeJudged, startMs } from '../record/make-entries.ts';

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
