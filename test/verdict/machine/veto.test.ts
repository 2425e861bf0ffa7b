import { expect, test } from 'vitest';
import type { CanarySamples, SeriesVerdict, Verdict } from '../../../src/contract/documents.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { latency, options, sampleAggregate, sampleSeries, steady } from '../sample-aggregate.ts';

const random = createRandom(11);
const around = (ns: number): number => ns * Math.exp(0.02 * drawNormal(random));

/** A canary beside every pair of the test, `slower` times as slow while after runs. */
function canary(
  name: string,
  slower: number | ((pair: number) => number),
  pairs = 5,
): CanarySamples {
  const factor = typeof slower === 'number' ? () => slower : slower;
  return {
    shard: 0,
    host: 'c'.repeat(64),
    test: 'upload',
    canary: name,
    before: Array.from({ length: pairs }, () => around(1e6)),
    after: Array.from({ length: pairs }, (_, pair) => around(1e6 * factor(pair))),
  };
}

function judgeWith(
  series: ReturnType<typeof sampleSeries>,
  canaries: CanarySamples[],
): { verdict: Verdict; only: SeriesVerdict } {
  const verdict = judge({ ...sampleAggregate([series]), canaries }, options);
  return { verdict, only: verdict.series[0] as SeriesVerdict };
}

const slower = () => sampleSeries(steady(100), steady(120));
const faster = () => sampleSeries(steady(120), steady(100));
const equal = () => sampleSeries(steady(100), steady(100.2));

test('a regression on a machine that was slower while after ran is undecided, and the canary is named', () => {
  const { verdict, only } = judgeWith(slower(), [canary('cpu.integer', 1.3)]);
  expect(only).toMatchObject({ state: 'undecided', blocking: false });
  expect(only.evidence.veto?.canary).toBe('cpu.integer');
  expect(only.evidence.veto?.change).toBeCloseTo(0.3, 1);
  expect(only.reason).toMatch(/the integer CPU canary took 3\d?(\.\d)?% more beside after/);
  expect(verdict.conclusion).toBe('undecided');
  expect(verdict.headline).toBe(
    'Undecided: the machine changed between the sides, which may explain 1 series (integer CPU canary); nothing regressed',
  );
  expect(verdict.problems.map(({ code }) => code)).toEqual(['machine-changed']);
});

test('a regression on a machine that was faster while after ran stays one', () => {
  const { only } = judgeWith(slower(), [canary('cpu.integer', 0.75)]);
  expect(only.state).toBe('regressed');
});

test('an improvement on a machine that was faster while after ran is none', () => {
  const { only, verdict } = judgeWith(faster(), [canary('cpu.float', 0.75)]);
  expect(only).toMatchObject({ state: 'not-regressed', seen: false });
  expect(verdict.conclusion).toBe('passed');
  expect(judgeWith(faster(), [canary('cpu.float', 1.3)]).only.state).toBe('improved');
});

test('a faster machine may hide a regression of its size: so much less was seen, and the build says it', () => {
  const { only: plain } = judgeWith(equal(), [canary('memory.latency', 1.3)]);
  expect(plain).toMatchObject({ state: 'not-regressed', seen: true });
  const { only, verdict } = judgeWith(equal(), [canary('memory.latency', 0.75)]);
  expect(only).toMatchObject({ state: 'not-regressed', seen: false });
  expect(only.evidence.veto?.canary).toBe('memory.latency');
  const [hidden = 0, visible = 0] = [only, plain].map(({ evidence }) => evidence.smallestVisible);
  expect(hidden).toBeGreaterThan(visible + 0.25);
  expect(only.reason).toMatch(/faster while after ran, which may hide as much: the memory latency/);
  expect(verdict.headline).toMatch(/not seen/);
});

test('a small change of the machine does not excuse a large one of the code', () => {
  const doubled = sampleSeries(steady(100), steady(200));
  expect(judgeWith(doubled, [canary('cpu.integer', 1.1)]).only.state).toBe('regressed');
});

test('canaries of the disk say nothing of CPU time', () => {
  const cpu = { ...latency, name: 'cpu.total' };
  const series = { ...slower(), metric: 'cpu.total' };
  const judgeCpu = (name: string) =>
    judge({ ...sampleAggregate([series]), metrics: [cpu], canaries: [canary(name, 1.5)] }, options)
      .series[0]?.state;
  expect(judgeCpu('disk.flush')).toBe('regressed');
  expect(judgeCpu('cpu.integer')).toBe('undecided');
});

test('bytes do not depend on how fast a machine is', () => {
  const bytes = { ...latency, name: 'disk.write_bytes', unit: 'bytes' as const };
  const series = { ...slower(), metric: 'disk.write_bytes' };
  const all = {
    ...sampleAggregate([series]),
    metrics: [bytes],
    canaries: [canary('cpu.integer', 2)],
  };
  expect(judge(all, options).series[0]?.state).toBe('regressed');
});

test('a canary that a newer Perigee brought is left out', () => {
  expect(judgeWith(slower(), [canary('quantum.foam', 2)]).only.state).toBe('regressed');
});

test('a pair within which two canaries jump does not count, and the others decide', () => {
  const jump = (pair: number): number => (pair === 2 ? 3 : 1);
  const series = sampleSeries(steady(100), steady(100.2).with(2, 300e6));
  const { only, verdict } = judgeWith(series, [
    canary('cpu.integer', jump),
    canary('memory.latency', jump),
  ]);
  expect(only.state).toBe('not-regressed');
  expect(only.after.values[2]).toBeNull();
  expect(only.before.values[2]).toBeNull();
  expect(verdict.problems[0]).toMatchObject({ code: 'machine-jumped', test: 'upload' });
  expect(verdict.problems[0]?.message).toMatch(
    /^The machine changed within 1 pair: in pair 3 the .* canary took \d+% more\. It does not count for/,
  );
});

test.each([
  [{ 2: 3, 7: 4 }, '2 pairs: in pair 3 …; in pair 8 …. They'],
  [
    { 2: 8, 7: 9, 9: 4, 11: 9 },
    '4 pairs, most of all: in pair 3 …; in pair 8 …; in pair 12 …. They',
  ],
])('of pairs within which the machine changed the largest are named: %j', (jumps, words) => {
  const jump = (pair: number): number => (jumps as Record<number, number>)[pair] ?? 1;
  const names = ['cpu.integer', 'memory.latency'];
  const twenty = (ms: number) => Array.from({ length: 20 }, () => around(ms * 1e6));
  const { verdict } = judgeWith(
    sampleSeries(twenty(100), twenty(100)),
    names.flatMap((name) => [canary(name, jump, 20), { ...canary(name, 1, 80), test: 'download' }]),
  );
  const told = verdict.problems[0]?.message.replaceAll(
    /the [a-zA-Z ]* canary took \d+% more/g,
    '…',
  );
  expect(told).toContain(`within ${words}`);
});

test('a pair that does not count says nothing of the machine beside the others', () => {
  const jump = (pair: number): number => (pair === 2 ? 30 : 1.035);
  const names = ['cpu.integer', 'memory.latency'];
  const quiet = names.map((name) => ({ ...canary(name, 1.035, 20), test: 'download' }));
  const twenty = (ms: number) => Array.from({ length: 20 }, () => around(ms * 1e6));
  const series = sampleSeries(twenty(100), twenty(120));
  const canaries = [...names.map((name) => canary(name, jump, 20)), ...quiet];
  expect(judgeWith(series, canaries).only.state).toBe('regressed');
});

test('one canary that jumps alone met a moment of other work', () => {
  const jump = (pair: number): number => (pair === 2 ? 3 : 1);
  const { only, verdict } = judgeWith(slower(), [
    canary('cpu.integer', jump),
    canary('memory.latency', 1),
  ]);
  expect(only.after.values[2]).not.toBeNull();
  expect(only.state).toBe('regressed');
  expect(verdict.problems).toEqual([]);
});

test('a machine that jumps beside most pairs of one test alone makes that test undecided', () => {
  const jump = (pair: number): number => (pair % 2 === 1 ? 3 : 1);
  const quiet = ['cpu.integer', 'memory.latency'].map((name) => ({
    ...canary(name, 1, 40),
    test: 'download',
  }));
  const canaries = [canary('cpu.integer', jump), canary('memory.latency', jump), ...quiet];
  const { only, verdict } = judgeWith(slower(), canaries);
  expect(only.state).toBe('undecided');
  expect(verdict.problems.at(0)?.message).toContain('Nothing is decided by its times');
});

test('jumps within two pairs of five do not excuse a far larger change that all five show', () => {
  const jump = (pair: number): number => (pair % 2 === 1 ? 3 : 1);
  const quiet = ['cpu.integer', 'memory.latency'].map((name) => ({
    ...canary(name, 1, 40),
    test: 'download',
  }));
  const canaries = [canary('cpu.integer', jump), canary('memory.latency', jump), ...quiet];
  const judged = (after: number) =>
    judgeWith(sampleSeries(steady(100), steady(after)), canaries).only.state;
  expect([judged(300), judged(3000)]).toEqual(['undecided', 'regressed']);
});
