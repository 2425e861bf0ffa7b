import { describe, expect, test } from 'vitest';
import type { GateEntry, JudgedBuild } from '../../../src/contract/documents.ts';
import type { AlarmFacts, NameEffort } from '../../../src/gate/alarms/alarm-facts.ts';
import { mostLookedUp } from '../../../src/gate/alarms/coverage-alarms.ts';
import { findAlarms } from '../../../src/gate/alarms/find-alarms.ts';
import { nearestName } from '../../../src/suite/nearest-name.ts';
import { dayMs, makeJudged, startMs } from '../record/make-entries.ts';

type BranchKind = NonNullable<JudgedBuild['branchKind']>;

const nowMs = startMs + 9 * dayMs;
const codesOf = (entries: readonly GateEntry[]): string[] =>
  findAlarms(entries, { nowMs, findNearest: nearestName }).map(({ code }) => code);

/** Three builds, then three more. */
function makeBuilds(first: Partial<JudgedBuild>, then: Partial<JudgedBuild>): GateEntry[] {
  return [0, 1, 2, 7, 8, 9].map((day) => makeJudged(day, day < 3 ? first : then));
}

function makeNames(of: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${of} ${n} ${'x'.repeat(150)}`);
}

describe('what the names of a build cost', () => {
  const oneTest = (...spans: string[]) => ({ tests: [{ name: 'upload', spans }] });
  const entries = makeBuilds(oneTest(...makeNames('a', 200)), oneTest(...makeNames('b', 200)));

  test('at most 50 vanished names are looked up, and all of them are alarms', () => {
    let asked = 0;
    const findNearest: AlarmFacts['findNearest'] = () => {
      asked += 1;
      return undefined;
    };
    expect(findAlarms(entries, { nowMs, findNearest })).toHaveLength(200);
    expect(asked).toBe(mostLookedUp);
  });

  test('all suites of a question share one effort, which ends', () => {
    const efforts = new Set<NameEffort>();
    const findNearest: AlarmFacts['findNearest'] = (name, names, effort) => {
      efforts.add(effort);
      return nearestName(name, names, effort);
    };
    const other = entries.map((one) => ({ ...one, suite: 'other' }));
    findAlarms([...entries, ...other], { nowMs, findNearest });
    const [{ left } = { left: Infinity }, another] = efforts;
    expect(another).toBeUndefined();
    expect(left).toBeLessThanOrEqual(0);
  });
});

describe('a pull request', () => {
  const by = (branchKind: BranchKind, judged: Partial<JudgedBuild>) => ({ ...judged, branchKind });
  const [two, one] = [
    { tests: ['a', 'b'].map((name) => ({ name, spans: [] })) },
    { tests: [{ name: 'a', spans: [] }] },
  ];

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

  test('neither raises nor hides an alarm about a baseline or a rule', () => {
    const old = { baselineAt: new Date(startMs - 60 * dayMs).toISOString() };
    const young = { baselineAt: new Date(startMs).toISOString() };
    const idle = { unmatchedRules: ['perigee.yml:9:5'] };
    const builds = makeBuilds(by('default', idle), by('default', { ...idle, ...old }));
    const forged = makeJudged(8.5, by('pull-request', { unmatchedRules: [], ...young }));
    expect(codesOf([...builds, forged])).toEqual(['rule-unmatched', 'baseline-old']);
    const sound = makeBuilds(by('default', young), by('default', young));
    const other = makeBuilds(by('pull-request', idle), by('pull-request', { ...idle, ...old }));
    expect(codesOf([...sound, ...other])).toEqual([]);
  });
});
