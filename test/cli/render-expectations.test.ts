import { expect, test } from 'vitest';
import {
  describeNoise,
  formatJobDuration,
  formatMeasuredDuration,
  renderExpectations,
} from '../../src/cli/render-expectations.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { renderPlatforms } from '../../src/cli/render-platforms.ts';

test('a quiet machine: what each threshold costs, and the smallest that five minutes pay for', () => {
  expect(renderExpectations(0.02)).toEqual([
    'runs of a fixed workload vary by 2% here; if your tests vary as much, and take 5 s together:',
    '  threshold 2%: changes of 4% show after 24 pairs, 4 min',
    '  threshold 3%: changes of 6% show after 16 pairs, 2.7 min',
    '  threshold 5%: changes of 10% show after 11 pairs, 110 s',
    '  threshold 10%: changes of 20% show after 10 pairs, 100 s',
    '  threshold 20%: changes of 40% show after 10 pairs, 100 s',
    expect.stringContaining('worse: 2%') as string,
  ]);
});

test('what is proposed is taken by perigee.yml', () => {
  const [, line = ''] =
    /on a machine like this perigee.yml may have (.*); `/.exec(
      renderExpectations(0.04).at(-1) ?? '',
    ) ?? [];
  const text = `version: 1\nsuite: s\ntests: [{ name: t, command: [go] }]\n${line.replace(', time', '\ntime')}\n`;
  expect(parseSuite(text, 'perigee.yml').timeNs).toBeGreaterThan(0);
});

test('a machine that shows nothing is told so', () => {
  expect(renderExpectations(2)).toEqual([expect.stringContaining('measure on a quieter machine')]);
});

test('init says where the machine varies much', () => {
  expect(describeNoise(0.003, 'p')).toBe(
    'runs of a fixed workload vary by 0.3% here; `p doctor` says which changes show, and what would help',
  );
  expect(describeNoise(0.038, 'p')).toContain('vary by 3.8% here, which is much');
});

test('how long perigee patch takes, and takes at most, is told from one execution of each test', () => {
  const took = { setupMs: 10_000, testsMs: 2_000 };
  expect(formatMeasuredDuration(took, { builds: 1 })).toBe(
    '`perigee patch` takes about 2.5 min here, of which 28 s are setup and warm-up, and at most about 4.5 min where something may be slower and is not decided by then; `--test NAME` measures one test and is quicker',
  );
  const most = (testsMs: number, builds: number): string =>
    formatMeasuredDuration({ setupMs: 0, testsMs }, { builds });
  expect(most(60_000, 1)).toMatch(
    /about 24 min here, of which 4 min are setup .* at most about 24 min /,
  );
  expect(most(1_000, 2)).toMatch(/^`perigee patch` takes about 2 min here, of which 6 s /);
});

test('how long a job takes is told with the key that makes it shorter', () => {
  expect(formatJobDuration({ setupMs: 10_000, testsMs: 2_000 }, { builds: 1 })).toBe(
    'a job that measures takes about 5.5 min on a machine like this, and at most about 10.5 min; `time: 2m` in perigee.yml makes it shorter',
  );
  expect(formatJobDuration({ setupMs: 0, testsMs: 60_000 }, { builds: 1 })).toContain(
    '`shards: { total: 2 }`',
  );
  const short = { builds: 1, timeNs: 120e9 };
  expect(formatJobDuration({ setupMs: 10_000, testsMs: 1_000 }, short)).toMatch(
    /takes about 2.5 min .* at most about 4.5 min; a shorter `time` in perigee\.yml makes/,
  );
});

test('a suite of several platforms says so, and one without a list says nothing', () => {
  expect(renderPlatforms({ platforms: ['linux-x64', 'darwin-arm64'] })).toEqual([
    'each of these platforms measures every test: linux-x64, macos-arm64',
  ]);
  expect(renderPlatforms({})).toEqual([]);
});
