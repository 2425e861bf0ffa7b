import { expect, test } from 'vitest';
import type { Disturbed, SeriesSamples } from '../../../src/contract/documents.ts';
import type { HostTrial } from '../../../src/contract/host-trial.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries, steady, suspected } from '../sample-aggregate.ts';

/** The headline of a run that a person stopped. */
function stop(series: SeriesSamples[], finishedAt?: string): string {
  const aggregate = sampleAggregate(series);
  aggregate.build.interrupted = true;
  if (finishedAt !== undefined) aggregate.build.finishedAt = finishedAt;
  return judge(aggregate, options).headline;
}

test.each([
  [1, 'stopped after 1 pair: nothing is decided yet'],
  [3, 'stopped after 3 pairs: nothing is decided yet'],
])('a run that was stopped after %d pairs says so, and that nothing is decided', (pairs, text) => {
  const few = steady(100).slice(0, pairs);
  expect(stop([sampleSeries(few, few)])).toBe(`Incomplete: ${text}`);
});

test('pairs count that have a value on both sides', () => {
  const [a = 0, b = 0, c = 0] = steady(100);
  expect(stop([sampleSeries([a, b, null], [null, b, c])])).toContain('after 1 pair:');
});

test('a run that was stopped late says what it found until then', () => {
  const decided = sampleSeries(steady(100), steady(100));
  expect(stop([decided], '2026-01-01T00:05:00Z')).toBe(
    'Incomplete: the run was interrupted before its end; nothing regressed in what was measured',
  );
});

test('a run that was stopped and found a regression is red all the same', () => {
  expect(stop([sampleSeries(steady(100), steady(150))])).toMatch(/^Regressed: /);
});

test('a long name is cut at its end, so that the headline stays a line', () => {
  const name = `upload ${'x'.repeat(60)}`;
  const long = sampleSeries(steady(100), steady(150), { test: name });
  expect(judge(sampleAggregate([long]), options).headline).toContain(
    `Regressed: ${name.slice(0, 59)}… › `,
  );
  const fits = sampleSeries(steady(100), steady(150), { test: name.slice(0, 60) });
  expect(judge(sampleAggregate([fits]), options).headline).toContain(name.slice(0, 60));
});

const slower = sampleSeries(steady(1e5), steady(3e5), { metric: 'page_faults.minor' });
const open = suspected({ test: 'noisy' });
const vanished = sampleSeries(steady(100), [], { test: 'gone' });

test.each([
  [
    [open],
    'Undecided: 1 series points past the limit, which may be chance: measure again; nothing regressed',
  ],
  [
    [open, slower, sampleSeries(steady(100), steady(80), { span: 'better' })],
    'Undecided: 1 series points past the limit, which may be chance: measure again; nothing that blocks regressed; 1 warning; 1 improved',
  ],
  [
    [open, vanished],
    'Undecided: 2 series of 2 could not be decided, 1 of them vanished; nothing regressed',
  ],
  [[slower], 'Nothing that blocks regressed in 1 series; 1 warning'],
])('a headline that is not red tells of what warns and does not deny it: %#', (series, text) => {
  expect(judge(sampleAggregate(series), options).headline).toBe(text);
});

test('what warns is told of a run that was stopped, too', () => {
  expect(stop([slower], '2026-01-01T00:05:00Z')).toBe(
    'Incomplete: the run was interrupted before its end; nothing that blocks regressed in what was measured; 1 warning',
  );
});

test('a green headline says how large a change may have been missed, and in which metric', () => {
  const sharp = sampleSeries(steady(100), steady(100));
  const blunt = sampleSeries(steady(2e8), steady(2e8), { metric: 'cpu.total' });
  const { headline, series } = judge(sampleAggregate([sharp, blunt]), options);
  const visible = series.find(({ metric }) => metric === 'latency')?.evidence.smallestVisible ?? 0;
  expect(headline).toBe(
    `Nothing regressed in 2 series; a change under ${(visible * 100).toFixed(1)}% could have been missed (Latency, where 5% is allowed)`,
  );
});

test('a change of nothing but a command says what it changed', () => {
  const aggregate = sampleAggregate([]);
  const none = { passed: 0, failed: 0, interrupted: 0, timedOut: 0 };
  const inputs = { state: 'same', by: ['strace'], files: 1, folders: 0, absent: 0 } as const;
  aggregate.tests = [
    { name: 'one', before: none, after: none, inputs: { ...inputs, by: ['strace'] } },
  ];
  aggregate.problems = [{ code: 'suite-changed', message: 'perigee.yml sets another command' }];
  expect(judge(aggregate, options).headline).toBe(
    'Nothing to measure: this change touches nothing that the test reads. perigee.yml sets another command; both sides run that',
  );
});

test('a green headline over exact counts leaves out what could have been missed: nothing could', () => {
  const counted = sampleSeries([7, 7, 7, 7], [7, 7, 7, 7], { metric: 'disk.writes' });
  expect(judge(sampleAggregate([counted]), options).headline).toBe('Nothing regressed in 1 series');
});

const noisy = [100, 110, 92, 107, 95].map((ms) => ms * 1e6);

function reasonWith(
  disturbed: Disturbed,
  before = noisy,
  settings?: Record<string, string>,
  trials?: readonly HostTrial[],
) {
  const aggregate = sampleAggregate([sampleSeries(before, noisy.toReversed())]);
  const tests = aggregate.tests.map((one) => ({ ...one, disturbed }));
  const host = {
    ...{ platform: 'linux-x64', fingerprint: 'c'.repeat(64), kernel: '6.1', memoryBytes: 1 },
    cpu: { model: 'Example', cores: 2 },
    ...(settings === undefined ? {} : { settings }),
  };
  const advised = trials === undefined ? options : { ...options, trials };
  return judge({ ...aggregate, tests, hosts: [host] }, advised).series[0]?.reason ?? '';
}

test.each([
  [{ cpuWaitShare: 0.43 }, 'other work took CPUs 43% of the time: set priority: highest'],
  [{ stealShare: 0.2, cpuWaitShare: 0.15 }, 'the hypervisor gave 20% of the CPU time to others'],
  [{ throttledShare: 0.5, cpuWaitShare: 0.3 }, 'a CPU limit held it up 50% of the time: raise'],
])('a latency that is not seen names what disturbed it most: %j', (disturbed, words) => {
  expect(reasonWith(disturbed)).toContain(words);
});

test('what is set already is not advised', () => {
  const reason = reasonWith({ cpuWaitShare: 0.4 }, noisy, { priority: 'highest' });
  expect(reason).toMatch(/other work took CPUs 40% of the time: keep other work off this machine$/);
});

const trial = (setting: string, ratio: number, helps: boolean): HostTrial => {
  return { setting, ratio, helps, figure: `upload: varies by 11% → ${(11 * ratio).toFixed(1)}%` };
};

test('where nothing was tried, the command that measures the advice stands beside it', () => {
  expect(reasonWith({ cpuWaitShare: 0.4 })).toContain('`perigee variability --try priority`');
});

test('of what was tried here the setting that helped most is advised, with its figure', () => {
  const trials = [trial('priority: highest', 0.8, true), trial('cpus: one', 0.3, true)];
  const reason = reasonWith({ cpuWaitShare: 0.4 }, noisy, undefined, trials);
  expect(reason).toContain('set cpus: one below host in perigee.yml');
  expect(reason).toContain('measured here: upload: varies by 11% → 3.3%');
  const second = reasonWith({ cpuWaitShare: 0.4 }, noisy, { cpus: 'one' }, trials);
  expect(second).toContain('set priority: highest below host');
});

test('what was tried and did not help is not advised, nor what has nothing to do with other work', () => {
  const trials = [
    trial('priority: highest', 0.98, false),
    trial('temporaryFiles: memory', 0.2, true),
  ];
  const reason = reasonWith({ cpuWaitShare: 0.4 }, noisy, undefined, trials);
  expect(reason).toMatch(/keep other work off this machine; priority: highest made no difference/);
});

test('a decided series, and one that nothing disturbed, name none', () => {
  expect(reasonWith({})).not.toContain('of the time');
  const decided = judge(
    {
      ...sampleAggregate([sampleSeries(steady(100), steady(120))]),
      tests: [
        {
          ...{ name: 'upload', disturbed: { cpuWaitShare: 0.4 } },
          before: { passed: 5, failed: 0, timedOut: 0, interrupted: 0 },
          after: { passed: 5, failed: 0, timedOut: 0, interrupted: 0 },
        },
      ],
    },
    options,
  );
  expect(decided.series[0]).toMatchObject({ state: 'regressed' });
  expect(decided.series[0]?.reason).not.toContain('of the time');
});
