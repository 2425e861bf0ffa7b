import { expect, test } from 'vitest';
import { describeBought, describeBusy, describeSpent } from '../../src/runner/describe-time.ts';

const help =
  'More shards, fewer tests or a longer time (time in perigee.yml, or --time) would show smaller regressions';

test.each([
  [{ tests: 10, pairMs: 8000 }, '10 tests of about 400 ms: 2 min buy about 15 pairs each'],
  [{ tests: 10, pairMs: 24_000 }, `10 tests of about 1.2 s: 2 min buy about 5 pairs each. ${help}`],
  [
    { tests: 10, pairMs: 60_000 },
    `10 tests of about 3 s: 5 pairs each take about 5 min, longer than the 2 min planned. ${help}`,
  ],
  [{ tests: 1, pairMs: 100 }, '1 test of about 50 ms: 2 min buy about 100 pairs'],
])('what the time buys: %o', (found, text) => {
  const plan = { timeMs: 120_000, repeats: 5, maxRepeats: 100 };
  expect(describeBought({ ...plan, ...found })).toBe(text);
});

test('how long was measured, and how many pairs that were', () => {
  const spent = { kind: 'spent', usedMs: 121_000, fewestPairs: 5 } as const;
  expect(describeSpent({ ...spent, mostPairs: 20 })).toBe(
    'measured for 2 min: 5 to 20 pairs of each test',
  );
  expect(describeSpent({ ...spent, mostPairs: 5 })).toContain(': 5 pairs of each test');
});

test.each([
  [undefined, 'Times vary more then; --wait 5m waits for quiet'],
  [60_000, 'Waiting for quiet, 60 s at the most'],
  [0, 'It is measured all the same: enough was waited'],
])('a busy machine, waited for %s ms', (waitsMs, end) => {
  const event = {
    kind: 'busy',
    share: 0.42,
    ...(waitsMs === undefined ? {} : { waitsMs }),
  } as const;
  expect(describeBusy(event)).toBe(
    `this machine is busy: something waited for a CPU 42% of the time. ${end}`,
  );
});
