import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { CanarySamples, Verdict } from '../../src/contract/documents.ts';
import { judge } from '../../src/verdict/judge.ts';
import { makePlatformRecords, type PlatformOptions } from '../aggregate/platform-records.ts';
import { options } from './sample-aggregate.ts';

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
    'higher on windows-x64 only (+38.2%); the same on linux-x64 and macos-arm64',
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
    /higher on linux-x64 \(\+20.\d%\), macos-arm64 \(\+30.\d%\) and windows-x64 \(\+40.\d%\)/,
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
