import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import type { Execute } from '../../src/contract/execution.ts';
import { resumeRun } from '../../src/runner/resume-run.ts';
import type { ProgressEvent, RunPorts } from '../../src/runner/run-request.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { describe } from './stage/execute-locally.ts';
import { makeRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest, runTests } from './stage/make-request.ts';

test('canaries are measured right before each execution, the same on both sides of a pair', async () => {
  const repository = makeRepository();
  const events: string[] = [];
  const canaries = {
    measure: (names: readonly string[]) => {
      events.push('canaries');
      return Promise.resolve(Object.fromEntries(names.map((name) => [name, 1e6])));
    },
    warmUp: () => Promise.resolve(),
    close: () => undefined,
  };
  const execute: Execute = () => {
    events.push('test');
    return Promise.resolve(describe({ status: 'passed' }, '2026-11-21T06:00:00Z', 1e9));
  };
  const { profiles } = await runTests(repository, [makeTest('a')], {
    ports: { execute, canaries },
  });
  expect(events.join(' ')).toBe('canaries test canaries test canaries test canaries test');
  for (const pair of Map.groupBy(profiles, ({ repeat }) => repeat).values()) {
    const [one, other] = pair.map(({ canaries: read }) => Object.keys(read ?? {}));
    expect(one?.length).toBeGreaterThan(0);
    expect(other).toEqual(one);
  }
});

/** Every execution takes a second, on a clock that nothing else moves. */
function stageSeconds(more: Partial<RunPorts> = {}) {
  let nowMs = 0;
  const events: ProgressEvent[] = [];
  const execute: Execute = () => {
    nowMs += 1000;
    return Promise.resolve(describe({ status: 'passed' }, '2026-11-21T06:00:00Z', 1e9));
  };
  const ports = {
    execute,
    clock: { now: () => new Date(nowMs), elapsedMs: () => nowMs },
    onProgress: (event: ProgressEvent) => void events.push(event),
    ...more,
  };
  return { ports, events, spentMs: () => nowMs };
}

const named = (...names: string[]) => names.map((name) => makeTest(name));

function countPairs({ profiles }: RunRecord): Record<string, number> {
  const after = profiles.filter(({ side }) => side === 'after');
  const byTest = Map.groupBy(after, ({ test }) => test);
  return Object.fromEntries([...byTest].map(([test, own]) => [test, own.length]));
}

const suite = { repeats: 5, maxRepeats: 30 };
const codes = ({ problems }: RunRecord): string[] => problems.map(({ code }) => code);

test.each([
  ['is shared evenly', 64, ['a', 'b'], [], { a: 16, b: 16 }],
  ['leaves no test more than a pair behind', 62, ['a', 'b'], [], { a: 16, b: 15 }],
  ['never cuts a test below its first pairs', 6, ['a', 'b'], [], { a: 5, b: 5 }],
  ['never cuts a hint below ten', 6, ['a', 'b'], ['b'], { a: 5, b: 10 }],
  ['goes to hints first', 50, ['a', 'b'], ['b'], { a: 5, b: 20 }],
  ['ends with the most pairs', 1000, ['a'], [], { a: 30 }],
])('a time %s', async (_, seconds, names, hinted, pairs) => {
  const { ports } = stageSeconds({ lookAt: () => ({ hinted, open: [] }) });
  const more = { suite: { ...suite, timeNs: seconds * 1e9 }, ports };
  const record = await runTests(makeRepository(), named(...names), more);
  expect(countPairs(record)).toEqual(pairs);
  expect(record.status).toBe('complete');
  expect(record.plan).toMatchObject({ timeNs: seconds * 1e9, maxRepeats: 30 });
  expect(codes(record)).toEqual(seconds === 6 ? ['time-overrun'] : []);
});

test.each([
  ['until it is decided', 17, ['b'], { a: 5, b: 20 }, 'beyond-decided', []],
  ['until another one is red', 17, ['b'], { a: 5, b: 20 }, undefined, ['b']],
  ['for as long again at most', 100, ['b'], { a: 5, b: 35 }, undefined, []],
  ['without a hint, too', 17, [], { a: 10, b: 15 }, 'beyond-decided', []],
])('a test past its limit goes on beyond the time %s', async (...row) => {
  const [, decided, hinted, pairs, ends, open] = row;
  const { events, ports } = stageSeconds({
    lookAt: ({ profiles }) => {
      const suspected = profiles.length < 10 + 2 * decided ? ['b'] : [];
      return { hinted: suspected.length > 0 ? hinted : [], open, suspected };
    },
  });
  const more = { suite: { ...suite, maxRepeats: 100, timeNs: 40e9 }, ports };
  const record = await runTests(makeRepository(), named('a', 'b'), more);
  expect(countPairs(record)).toEqual(pairs);
  expect(codes(record)).toEqual(['time-overrun']);
  const told = events.flatMap((event) => (event.kind === 'beyond' ? [event] : []));
  expect(told).toEqual([{ kind: 'beyond', tests: ['b'], leftMs: 40_000 }]);
  expect(events.flatMap((event) => (event.kind === 'spent' ? [event.ends] : []))).toEqual([ends]);
  const later = events.slice(events.findIndex((event) => event === told[0]));
  const left = later.flatMap((event) => (event.kind === 'measure' ? [event.remainingMs] : []));
  expect(left).toEqual(left.map((_, execution) => 40_000 - 1000 * execution));
});

test.each([
  ['ten pairs of a hint', 6, { hinted: ['b'] }, [['b'], 10_000], 10],
  ['a round under way', 24, { hinted: [], suspected: ['b'] }, [['b'], 24_000], 5],
  ['rounds of several', 40, { hinted: [], suspected: ['a', 'b'] }, [['a', 'b'], 40_000], 20],
])(
  'time that is over in %s is told, and how long it goes on',
  async (_, seconds, found, told, rest) => {
    const { events, ports } = stageSeconds({ lookAt: () => ({ open: [], ...found }) });
    const more = { suite: { ...suite, timeNs: seconds * 1e9 }, ports };
    await runTests(makeRepository(), named('a', 'b'), more);
    const at = events.findIndex(({ kind }) => kind === 'beyond');
    expect(events[at]).toMatchObject({ tests: told[0], leftMs: told[1] });
    expect(events.filter(({ kind }) => kind === 'beyond')).toHaveLength(1);
    const left = events
      .slice(at)
      .flatMap((one) => (one.kind === 'measure' ? [one.remainingMs] : []));
    expect(left.length).toBeGreaterThanOrEqual(rest);
    expect(left).toEqual(left.map((_, execution) => Number(told[1]) - 1000 * execution));
  },
);

test('a hint that was dismissed leaves the time to all, and the look says so', async () => {
  const { events, ports } = stageSeconds({
    lookAt: ({ profiles }) => ({ hinted: profiles.length === 20 ? ['b'] : [], open: [] }),
  });
  const more = { suite: { ...suite, timeNs: 40e9 }, ports };
  const record = await runTests(makeRepository(), named('a', 'b'), more);
  expect(countPairs(record)).toEqual({ a: 10, b: 10 });
  const goesOn = events.flatMap((event) => (event.kind === 'look' ? [event.goesOn] : []));
  // At the third the time is over: a hint alone would get more.
  expect(goesOn).toEqual([undefined, true, undefined]);
});

test('a hint that has all its pairs still points to a regression: the look does not say otherwise', async () => {
  const { events, ports } = stageSeconds({ lookAt: () => ({ hinted: ['a'], open: [] }) });
  const more = { suite: { ...suite, timeNs: 1000e9 }, ports };
  const record = await runTests(makeRepository(), named('a', 'b'), more);
  expect(countPairs(record)).toEqual({ a: 30, b: 30 });
  expect(events.some((event) => event.kind === 'look' && event.goesOn === true)).toBe(false);
});

test('a suite that says only how many pairs is measured as long as tests need more', async () => {
  const { ports, spentMs } = stageSeconds({ lookAt: () => ({ hinted: ['b'], open: ['c'] }) });
  const more = { suite: { repeats: 5, maxRepeats: 12 }, ports };
  const record = await runTests(makeRepository(), named('a', 'b', 'c'), more);
  expect(countPairs(record)).toEqual({ a: 5, b: 12, c: 12 });
  expect(record.plan).not.toHaveProperty('timeNs');
  expect(spentMs()).toBe(58_000);
});

test.each([
  ['first-regression', ['ended-at-regression']],
  ['all-decided', []],
] as const)('%s is enough and ends the run, which is complete', async (isEnough, told) => {
  const { events, ports } = stageSeconds({ lookAt: () => ({ hinted: [], open: [], isEnough }) });
  const more = { suite: { ...suite, timeNs: 60e9 }, ports };
  const record = await runTests(makeRepository(), named('a', 'b'), more);
  expect([record.status, countPairs(record)]).toEqual(['complete', { a: 5, b: 5 }]);
  expect(codes(record)).toEqual(told);
  const ends = events.flatMap((event) => (event.kind === 'spent' ? [event.ends] : []));
  expect(ends).toEqual([isEnough === 'all-decided' ? isEnough : undefined]);
});

test('several builds of a side have as many pairs each', async () => {
  const { ports } = stageSeconds();
  const more = { suite: { ...suite, builds: 3, timeNs: 14e9 }, ports };
  const record = await runTests(makeRepository(), named('a'), more);
  expect(countPairs(record)).toEqual({ a: 9 });
});

test('what the time buys is told before the first pair where a warm-up shows it, and at the end', async () => {
  const { events, ports } = stageSeconds();
  const more = { suite: { ...suite, warmup: 1, timeNs: 30e9 }, ports };
  await runTests(makeRepository(), named('a', 'b'), more);
  const kinds = events.map(({ kind }) => kind);
  expect(kinds.indexOf('bought')).toBe(kinds.indexOf('measure') - 1);
  expect(events.find(({ kind }) => kind === 'bought')).toEqual({
    ...{ kind: 'bought', tests: 2, timeMs: 30_000, pairMs: 4000, repeats: 5, maxRepeats: 30 },
  });
  const spent = { kind: 'spent', usedMs: 30_000, fewestPairs: 7, mostPairs: 8 };
  expect(events.at(-1)).toEqual(spent);
});

test('the time left counts down, as long as there are pairs', async () => {
  const { events, ports } = stageSeconds();
  const more = { suite: { repeats: 2, maxRepeats: 4, warmup: 0, timeNs: 6e9 }, ports };
  await runTests(makeRepository(), named('a'), more);
  const left = events.flatMap((event) => (event.kind === 'measure' ? [event.remainingMs] : []));
  expect(left).toEqual([undefined, 5000, 4000, 3000, 2000, 1000]);
});

/** Stops a run in its execution of this number, from 0, and goes on with it. */
async function resumeAfter(
  execution: number,
  lookAt: RunPorts['lookAt'],
  more: object = {},
): Promise<ReturnType<typeof stageSeconds> & { record: RunRecord }> {
  const controller = new AbortController();
  const first = stageSeconds({ lookAt });
  let started = 0;
  const settings = { suite: { ...suite, timeNs: 40e9, ...more }, ports: first.ports };
  const request = { ...makeRequest(makeRepository(), named('a', 'b'), settings), id: 'the-run' };
  const { execute } = first.ports;
  await runSuite({
    ...request,
    ports: {
      ...request.ports,
      signal: controller.signal,
      execute: (wanted) => {
        if (started++ === execution) controller.abort();
        return execute(wanted);
      },
    },
  });
  const second = stageSeconds({ lookAt });
  const record = await resumeRun({ ...request, ports: { ...request.ports, ...second.ports } });
  return { ...second, record };
}

test.each([
  ['has the time that its executions left', 29, [], { a: 10, b: 10 }, 10_000],
  ['follows what was past its limit when the time was over', 49, ['b'], { a: 10, b: 30 }, 30_000],
])('a resumed run %s', async (_, last, suspected, pairs, expectedMs) => {
  const { record, spentMs } = await resumeAfter(last, ({ profiles }) =>
    profiles.length < 40 ? { hinted: [], open: [] } : { hinted: suspected, open: [], suspected },
  );
  expect(countPairs(record)).toEqual(pairs);
  expect(spentMs()).toBe(expectedMs);
});

test('a resumed run warms up each test before its first execution', async () => {
  const { events } = await resumeAfter(
    27,
    ({ profiles }) => ({ hinted: profiles.length === 20 ? ['b'] : [], open: [] }),
    { warmup: 1 },
  );
  const inOrder = events.flatMap((event) =>
    event.kind === 'warm-up' || event.kind === 'measure' ? [`${event.kind} ${event.test}`] : [],
  );
  const ofB = inOrder.indexOf('measure b');
  expect(inOrder.slice(0, ofB)).toEqual(['warm-up b', 'warm-up b']);
  const ofA = inOrder.indexOf('measure a');
  expect(inOrder.slice(ofA - 2, ofA)).toEqual(['warm-up a', 'warm-up a']);
});
