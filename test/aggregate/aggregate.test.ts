import { describe, expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import { foldProblems } from '../../src/aggregate/fold-problems.ts';
import { createPendingBuilds } from '../../src/aggregate/pending-builds.ts';
import { listOutcomeProblems, tallyOutcomes } from '../../src/aggregate/tally-outcomes.ts';
import { tallyShards } from '../../src/aggregate/tally-shards.ts';
import type { HostLoad, RunRecord, TestInputs } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { judgeTests } from '../../src/verdict/judge-tests.ts';
import { makeArrival } from './make-arrival.ts';
import { makeProfile, makeRecord } from './make-record.ts';

describe('add disturbances', () => {
  function disturbedBy(hostLoad: HostLoad, cpuNs = 0) {
    const spans = [
      {
        ...{ span: wholeTestSpan, annotations: {}, occurrences: 1 },
        values: { latency: 100, 'cpu.total': cpuNs },
      },
    ];
    const both = (['before', 'after'] as const).map((side) =>
      makeProfile(side, 0, 100, { hostLoad, spans }),
    );
    return aggregateRecords([makeRecord(both)]).tests[0]?.disturbed;
  }

  test('waiting for a CPU beyond what the test itself explains', () => {
    expect(disturbedBy({ cpuPressureShare: 0.6 })).toEqual({ cpuWaitShare: 0.6 });
    // The test kept one of two CPUs busy.
    expect(disturbedBy({ cpuPressureShare: 0.7 }, 100)).toEqual({
      cpuWaitShare: expect.closeTo(0.2, 9) as number,
    });
    expect(disturbedBy({ cpuPressureShare: 0.6 }, 120)).toBeUndefined();
  });

  test('stolen and throttled time, from where they matter', () => {
    expect(disturbedBy({ stealShare: 0.2, throttledShare: 0.3 })).toEqual({
      ...{ stealShare: 0.2, throttledShare: 0.3 },
    });
    expect(disturbedBy({ stealShare: 0.04, throttledShare: 0.01 })).toBeUndefined();
  });

  test('what nothing tells of is absent', () => {
    expect(disturbedBy({})).toBeUndefined();
  });
});

describe('fold canaries', () => {
  test('canaries stand beside the pairs of their test, null where they were not due', () => {
    const both = (times: number) => ({ 'cpu.integer': 10 * times, 'disk.flush': 20 * times });
    const profiles = [
      makeProfile('before', 0, 100, { canaries: both(1) }),
      makeProfile('after', 0, 100, { canaries: both(2) }),
      makeProfile('after', 1, 100, { canaries: { 'cpu.integer': 12 } }),
      makeProfile('before', 1, 100),
    ];
    const aggregate = aggregateRecords([makeRecord(profiles)]);
    const place = { shard: 0, host: 'c'.repeat(64), test: 'upload' };
    expect(aggregate.canaries).toEqual([
      { ...place, canary: 'cpu.integer', before: [10, null], after: [20, 12] },
      { ...place, canary: 'disk.flush', before: [20, null], after: [40, null] },
    ]);
    expect(listSchemaErrors('aggregate', aggregate)).toEqual([]);
  });

  test('a build without canaries has no place for them', () => {
    const record = makeRecord([makeProfile('before', 0, 100), makeProfile('after', 0, 100)]);
    expect(aggregateRecords([record])).not.toHaveProperty('canaries');
  });
});

describe('fold problems', () => {
  const absent = { code: 'metric-absent', message: 'no disk counters', test: 'upload' };

  test('the same problem of many repeats is said once, with its number', () => {
    const problems = [0, 1, 2].map((repeat) => ({ ...absent, side: 'after' as const, repeat }));
    expect(foldProblems(problems)).toEqual([
      { ...absent, message: 'no disk counters (3 times)', side: 'after' },
    ]);
  });

  test('the same problem of either side is one of both', () => {
    const problems = (['before', 'after'] as const).map((side) => ({ ...absent, side }));
    expect(foldProblems(problems)).toEqual([
      { ...absent, message: 'no disk counters (on both sides)' },
    ]);
    expect(foldProblems([...problems, absent])[0]?.message).toBe('no disk counters (3 times)');
  });

  test('different problems stay apart, in their order', () => {
    const problems = [absent, { ...absent, span: 'work' }, { ...absent, test: 'download' }];
    expect(foldProblems(problems)).toEqual(problems);
  });

  test('a message at the limit stays within it', () => {
    const long = { ...absent, message: 'x'.repeat(2000) };
    expect(foldProblems([long, long])[0]?.message).toHaveLength(2000);
  });

  test('what is beyond the limit is counted', () => {
    const problems = Array.from({ length: 5000 }, (_, index) => ({ ...absent, test: `t${index}` }));
    const folded = foldProblems(problems);
    expect(folded).toHaveLength(2000);
    expect(folded.at(-1)).toEqual({
      code: 'problems-left-out',
      message: '3001 more problems are in the run records',
    });
  });
});

describe('hurry builds', () => {
  const create = () => createPendingBuilds({ quietMs: 100, rememberAtMost: 100 });

  test('where there is no more room the oldest builds are ready with what they have', () => {
    const pending = create();
    for (const runId of ['1', '2', '3']) pending.receive(makeArrival(runId, 0), 0);
    pending.hurry(2);
    expect(pending.takeReady(0).map(({ build, reason }) => `${build.runId} ${reason}`)).toEqual([
      '1 deadline',
      '2 deadline',
    ]);
  });

  test('what waits for another try makes no room, so others do', () => {
    const pending = create();
    for (const runId of ['1', '2', '3']) pending.receive(makeArrival(runId, 0), 0);
    pending.hurry(1);
    const [away] = pending.takeReady(0);
    pending.giveBack(away!, 5_000);
    pending.hurry(1);
    expect(pending.takeReady(0).map(({ build }) => build.runId)).toEqual(['2']);
    // That is on its way now, and is not told twice.
    pending.hurry(1);
    expect(pending.takeReady(0)).toEqual([]);
  });
});

describe('left out', () => {
  const inputs: TestInputs = { state: 'same', by: ['strace'], files: 3, folders: 0, absent: 1 };

  /** With one test that was planned, and executions of it on the side after. */
  function record(passed = 0): RunRecord {
    const profiles = Array.from({ length: passed }, (_, i) => makeProfile('after', i, 1e6));
    return makeRecord(profiles, { tests: [{ name: 'upload', tags: [], inputs }] });
  }

  test('a test that was left out on this machine lacks nothing', () => {
    const tests = tallyOutcomes([record()], true);
    expect(listOutcomeProblems(tests, [record()])).toEqual([]);
    expect(judgeTests(tests)).toMatchObject({ unaffected: ['upload'], unmeasured: [] });
  });

  test('elsewhere it was never measured, whatever the record claims', () => {
    const tests = tallyOutcomes([record()]);
    const [problem] = listOutcomeProblems(tests, [record()]);
    expect(problem?.code).toBe('test-not-measured');
    expect(judgeTests(tests)).toMatchObject({ unaffected: [], unmeasured: ['upload'] });
  });

  test('one that ran all the same was not left out', () => {
    const tests = tallyOutcomes([record(2)], true);
    expect(judgeTests(tests).unaffected).toEqual([]);
  });

  test('what is known from elsewhere stands in the place of what the record says', () => {
    const known: TestInputs = { state: 'same', by: ['strace'], files: 9, folders: 1, absent: 0 };
    const tests = tallyOutcomes([record()], new Map([['upload', known]]));
    expect(tests[0]?.inputs).toEqual(known);
    expect(listOutcomeProblems(tests, [record()])).toEqual([]);
  });

  test('a test that is not among those was never measured', () => {
    const tests = tallyOutcomes([record()], new Map([['download', inputs]]));
    expect(tests[0]?.inputs).toBeUndefined();
    expect(judgeTests(tests)).toMatchObject({ unaffected: [], unmeasured: ['upload'] });
  });

  test('a test that no record leaves out is not left out, whatever is known of it', () => {
    const plain = { ...record(), tests: [{ name: 'upload', tags: [] }] };
    const tests = tallyOutcomes([plain], new Map([['upload', inputs]]));
    expect(judgeTests(tests).unmeasured).toEqual(['upload']);
  });
});

describe('pending builds many', () => {
  test('ten thousand builds may be pending while one after the other becomes ready', () => {
    const pending = createPendingBuilds({ quietMs: 1e6, rememberAtMost: 10_000 });
    const builds = 10_000;
    for (let i = 0; i < builds; i++)
      pending.receive(makeArrival(`${i}`, 0, { total: 2, dueAtMs: 1e9 }), i);
    expect(pending.takeReady(builds)).toEqual([]);
    expect(pending.count()).toEqual({ builds, events: builds, oldestSinceMs: 0 });
    let done = 0;
    for (let i = builds - 1; i >= 0; i--) {
      pending.receive(makeArrival(`${i}`, 1, { total: 2, dueAtMs: 1e9 }), builds);
      for (const ready of pending.takeReady(builds)) done += pending.written(ready, builds).length;
    }
    expect(done).toBe(2 * builds);
    expect(pending.count().builds).toBe(0);
  });
});

describe('tally shards', () => {
  const shard = (index: number, total: number, attempt = 1) => ({
    ...{ index, total, attempt },
    planDigest: '0'.repeat(64),
  });

  test.each([
    ['the last attempt', [shard(0, 3), shard(0, 2, 2)], 2, [0]],
    ['the larger number where one attempt says two', [shard(0, 3), shard(1, 2)], 3, [0]],
    ['an older attempt with more shards does not', [shard(0, 2, 2), shard(2, 3)], 2, [0]],
  ])('how many shards there are: %s counts, in any order', (_, shards, total, received) => {
    expect(tallyShards(shards)).toMatchObject({ total, received });
    expect(tallyShards(shards.toReversed())).toMatchObject({ total, received });
  });

  test('a shard beyond the number of all is none', () => {
    expect(tallyShards([shard(3, 3), shard(1, 3)])).toMatchObject({
      received: [1],
      missing: [0, 2],
    });
  });
});
