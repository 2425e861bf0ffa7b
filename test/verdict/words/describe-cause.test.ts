import { expect, test } from 'vitest';
import type { HostTrial } from '../../../src/contract/host-trial.ts';
import type { Disturbed } from '../../../src/contract/documents.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries, steady } from '../sample-aggregate.ts';

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
