import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type {
  Aggregate,
  CanarySamples,
  SeriesSamples,
  Verdict,
} from '../../src/contract/documents.ts';
import { checkDocument } from '../../src/contract/validate.ts';
import { judge } from '../../src/verdict/judge.ts';
import { listUndecidedTests } from '../../src/verdict/list-undecided-tests.ts';
import { makePlatformRecords, type PlatformOptions } from '../aggregate/platform-records.ts';
import { options, sampleAggregate, sampleSeries, steady } from './sample-aggregate.ts';

const tally = (passed: number, failed = 0) => ({ passed, failed, timedOut: 0, interrupted: 0 });
const nothing = [null, null, null, null, null];
const measured = sampleSeries(nothing, steady(100));

/** The verdict of a build that measured the change alone. */
function judgeAlone(series: SeriesSamples[], changes: Partial<Aggregate> = {}) {
  const tests = series.map(({ test }) => ({ name: test, before: tally(0), after: tally(5) }));
  const aggregate = sampleAggregate(series, { tests, ...changes });
  aggregate.build.sides = ['after'];
  const verdict = judge(aggregate, options);
  expect(checkDocument('verdict', verdict, 'verdict')).toEqual(verdict);
  return verdict;
}

test('a change that was measured alone is neither green nor red, and says why', () => {
  const verdict = judgeAlone([measured]);
  expect(verdict.conclusion).toBe('undecided');
  expect(verdict.headline).toBe(
    'Undecided: only one side was measured; there is no baseline to compare 1 series with',
  );
  expect(verdict.series[0]).toMatchObject({
    state: 'no-baseline',
    blocking: false,
    reason: 'measured only: there is no baseline to compare with',
    after: { location: expect.closeTo(100e6, -6) as number },
  });
  expect(verdict.counts).toMatchObject({ 'no-baseline': 1, blocking: 0 });
  expect(listUndecidedTests(verdict)).toEqual([]);
});

test('the same series of a build with both sides is new, which does not stop a change where others were compared', () => {
  const other = sampleSeries(steady(100), steady(100), { test: 'download' });
  expect(judge(sampleAggregate([measured, other]), options).conclusion).toBe('passed');
  const verdict = judge(sampleAggregate([measured]), options);
  expect(verdict.conclusion).toBe('undecided');
  expect(verdict.series[0]?.reason).toBe('new: before has no value to compare with');
});

test('values before that should not be there are not compared', () => {
  const verdict = judgeAlone([sampleSeries(steady(100), steady(200))]);
  expect([verdict.conclusion, verdict.series[0]?.state]).toEqual(['undecided', 'no-baseline']);
});

test('a test that always fails makes it incomplete and not red', () => {
  const tests = [
    { name: 'upload', before: tally(0), after: tally(5) },
    { name: 'download', before: tally(0), after: tally(0, 2) },
  ];
  const { conclusion, headline } = judgeAlone([measured], { tests });
  expect(conclusion).toBe('incomplete');
  expect(headline).toBe(
    'Incomplete: 1 test could not be measured, too few executions passed (download); what was measured has no baseline to compare with',
  );
});

test.each<[string, Partial<Aggregate>, string]>([
  [
    'a missing shard',
    { shards: { total: 2, received: [0], missing: [1] } },
    '1 of 2 shards is missing',
  ],
  [
    'a foreign record',
    { problems: [{ code: 'foreign-shard', message: 'run 7 was left out' }] },
    'run 7 was left out',
  ],
])('%s makes it incomplete, and nothing is said to have been compared', (_, changes, why) => {
  const { conclusion, headline } = judgeAlone([measured], changes);
  expect(conclusion).toBe('incomplete');
  expect(headline).toBe(`Incomplete: ${why}; what was measured has no baseline to compare with`);
});

test('one that was stopped tells neither pairs nor decisions', () => {
  const aggregate = sampleAggregate([measured]);
  Object.assign(aggregate.build, { sides: ['after'], interrupted: true });
  expect(judge(aggregate, options).headline).toBe(
    'Incomplete: the run was interrupted; what was measured has no baseline to compare with',
  );
});

test('one without a value says so of the one side it has', () => {
  const { conclusion, headline } = judgeAlone([]);
  expect(conclusion).toBe('nothing-measured');
  expect(headline).toBe('Nothing measured: no test gave a value');
});

const judgeRecords = (own: PlatformOptions, canaries: CanarySamples[] = []): Verdict =>
  judge({ ...aggregateRecords(makePlatformRecords(own)), canaries }, options);

const statesOf = ({ series }: Verdict, metric = 'latency'): Record<string, string> =>
  Object.fromEntries(
    series.filter((one) => one.metric === metric).map(({ platform, state }) => [platform, state]),
  );

test('what is slower on one platform only is red, and the headline says where', () => {
  const verdict = judgeRecords({ slower: { 'win32-x64': 1.38 } });
  expect(statesOf(verdict)).toEqual({
    'linux-x64': 'not-regressed',
    'darwin-arm64': 'not-regressed',
    'win32-x64': 'regressed',
  });
  expect(verdict.headline).toContain(
    'slower on windows-x64 only (+38.2%); the same on linux-x64 and macos-arm64',
  );
});

test('what is slower on one of the platforms that are there may be so on the missing one', () => {
  const records = makePlatformRecords({ slower: { 'linux-x64': 1.5 } });
  const headlineOf = (...gone: string[]): string => {
    const there = records.filter(({ host }) => !gone.includes(host.platform));
    return judge(aggregateRecords(there), options).headline;
  };
  expect(headlineOf('darwin-arm64')).toMatch(
    /(?:slower|higher) on linux-x64 \(\+50.\d%\); the same on windows-x64; macos-arm64 is missing/,
  );
  expect(headlineOf('darwin-arm64', 'win32-x64')).toMatch(
    /(?:slower|higher) on linux-x64 \(\+50.\d%\); macos-arm64 and windows-x64 are missing/,
  );
});

test('what moved on every platform is told with each size', () => {
  const slower = { 'linux-x64': 1.2, 'darwin-arm64': 1.3, 'win32-x64': 1.4 };
  expect(judgeRecords({ slower }).headline).toMatch(
    /slower on linux-x64 \(\+20.\d%\), macos-arm64 \(\+30.\d%\) and windows-x64 \(\+40.\d%\)/,
  );
});

test('a test that fails on one platform is red though it passes on the others', () => {
  const { conclusion, headline } = judgeRecords({ failing: 'win32-x64' });
  expect(conclusion).toBe('regressed');
  expect(headline).toBe('Regressed: test upload (windows-x64) passed before and fails after');
});

test('canaries of one platform excuse nothing on another', () => {
  const slower = { 'linux-x64': 1.38, 'win32-x64': 1.38 };
  const many = (ns: number): number[] => Array.from({ length: 12 }, (_, i) => ns * (1 + i / 1e4));
  const ofWindows: CanarySamples = {
    ...{ shard: 2, host: '2'.repeat(64), test: 'upload', canary: 'cpu.integer' },
    ...{ before: many(1e6), after: many(1.35e6) },
  };
  const verdict = judgeRecords({ slower }, [ofWindows]);
  expect(statesOf(verdict)).toEqual({
    'linux-x64': 'regressed',
    'darwin-arm64': 'not-regressed',
    'win32-x64': 'undecided',
  });
  expect(verdict.problems.find(({ code }) => code === 'machine-changed')).toMatchObject({
    platform: 'win32-x64',
  });
});
