import { busyShare } from '../../contract/busy-machine.ts';
import { formatQuantity } from '../../contract/units.ts';
import type { Doctor, Host, SpreadOfTimes } from '../../contract/documents.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import type { Probe } from '../../profile/host/probe-noise.ts';
import { explainWsl } from '../../pipeline/refuse-windows.ts';
import { probeHost } from '../../profile/probe-host.ts';
import type { Noise } from '../../stats/name-noise.ts';
import { fingerprintHost } from '../../runner/host/fingerprint-host.ts';
import { measureHostNoise, type HostNoise } from '../../runner/noise/measure-host-noise.ts';
import type { SpreadOfRounds } from '../../stats/spread-of-rounds.ts';
import { renderExpectations } from '../render-expectations.ts';
import { hideFromOthers, isKeyOfJob } from '../../runner/setup/hide-keys.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { jsonHelp, type JsonOptions, wordsOf } from '../shared-options.ts';

export function declareCommand(command: Command): void {
  command.option('--json', jsonHelp).action((options: JsonOptions) => end(doctor(options)));
}

/** `perigee doctor`: what this host can measure and how, what is noisy, and what would help. */
async function doctor(options: JsonOptions): Promise<ExitCode> {
  const write = (text: string): void => void wordsOf(options).write(`${text}\n`);
  const host = await fingerprintHost(process.env);
  write(describeHost(host));
  write('\nWhat can be measured here');
  const mechanisms =
    process.platform === 'win32' ? [windows] : [...(await probeHost()), probeKeys()];
  for (const { mechanism, works, gives, detail } of mechanisms) {
    write(`  ${works ? '✓' : '✗'} ${mechanism.padEnd(34)} ${gives}`);
    if (detail !== '') write(`      ${detail}`);
  }
  const missing = mechanisms.filter(({ works, remedy }) => !works && remedy !== undefined);
  write('\nHow noisy it is (a fixed workload, about six seconds)');
  const noise = await measureHostNoise(process.cwd());
  for (const line of describeNoise(noise)) write(`  ${line}`);
  write('\nWhat to expect');
  const expectations = renderExpectations(noise.cpu.variation.value);
  for (const line of expectations) write(`  ${line}`);
  write('\nWhat would help');
  const advice = [
    ...missing.map(({ mechanism, remedy }) => `${mechanism}: ${remedy ?? ''}`),
    ...adviseOnNoise(noise),
  ];
  for (const line of advice.length === 0 ? ['nothing that Perigee knows of'] : advice) {
    write(`  - ${line}`);
  }
  const found: Doctor = {
    ...{ schema: 'perigee/doctor', version: 1 },
    ...{ host, mechanisms, expectations, advice },
    noise: {
      ...{ runs: noise.runs, kind: noise.kind.kind, load: noise.load },
      ...{ cpu: shortenSpread(noise.cpu), disk: shortenSpread(noise.disk) },
    },
  };
  if (options.json === true) process.stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
  return exitCode.nothingRegressed;
}

/** None of the mechanisms is for Windows. */
const windows: Probe = {
  mechanism: 'WSL 2',
  works: false,
  detail: 'on Windows itself Perigee reads, judges and reports, and runs no tests',
  gives: 'everything that Linux gives: latency, CPU, memory, disk and network of tests',
  remedy: explainWsl('perigee doctor'),
};

function shortenSpread({ median, range, variation }: SpreadOfRounds): SpreadOfTimes {
  return { medianNs: median, variation: variation.value, range };
}

function probeKeys(): Probe {
  const works = hideFromOthers(process.env, isKeyOfJob) !== undefined;
  return {
    mechanism: '/proc/self/mem',
    works,
    detail: works ? 'can be written to' : 'cannot be written to',
    gives: 'tests cannot read the keys of a CI’s job in the environment of Perigee',
  };
}

function describeHost({ cpu, kernel, memoryBytes, virtualisation, fingerprint }: Host): string {
  const machine = virtualisation === undefined ? '' : `, ${virtualisation}`;
  const governor = cpu.governor === undefined ? '' : `, governor ${cpu.governor}`;
  return [
    `${cpu.model}, ${cpu.cores} cores, ${formatQuantity(memoryBytes, 'bytes')}${machine}${governor}`,
    `kernel ${kernel}, fingerprint ${fingerprint.slice(0, 12)}`,
  ].join('\n');
}

function describeNoise({ cpu, disk, kind, load, runs }: HostNoise): string[] {
  const share = (part: number | undefined): string =>
    part === undefined ? 'not told' : `${(part * 100).toFixed(1)}%`;
  return [
    `CPU:  ${describeSpread(cpu)} over ${runs} runs`,
    `      ${describeKind(kind)}`,
    `disk: ${describeSpread(disk)}`,
    `some task waited for a CPU ${share(load.cpuPressureShare)} of the time, for the disk ${share(load.ioPressureShare)}`,
    `taken away by the hypervisor: ${share(load.stealShare)}; load average ${load.loadAverage1m ?? 'not told'}`,
  ];
}

function describeSpread({ median, range, variation }: SpreadOfRounds): string {
  const exact = (part: number): string => `${(part * 100).toFixed(1)}%`;
  return `${formatQuantity(median, 'ns')}, variation ${exact(variation.value)}, range ${exact(range)}`;
}

const percent = (part: number): string => `${(part * 100).toFixed(0)}%`;

function describeKind(noise: Noise): string {
  switch (noise.kind) {
    case 'even':
      return 'the times differ evenly';
    case 'now-and-then':
      return `now and then one stands out: ${percent(noise.share)} of the runs`;
    case 'two-states':
      return `two states: the runs fall into two groups, one ${percent(noise.slower)} slower`;
    case 'in-turn':
      return `in turn: one in ${noise.period} runs is slower, at equal distances`;
    case 'lasting':
      return 'it lasts: a slow run is followed by slow ones';
  }
}

/** Below it the kind of noise costs no repeats. */
const slightVariation = 0.01;

/** The cure differs: docs/statistics.md says what the rule does about each kind. */
const remedies: Readonly<Record<Exclude<Noise['kind'], 'even'>, string>> = {
  'now-and-then':
    'other work disturbs single runs: Perigee sets such runs aside; fewer of them need fewer repeats',
  'two-states':
    'the machine has two states, such as two speeds of the processor: fix its speed (governor `performance`, no turbo), or pin the tests to CPUs of one kind',
  'in-turn':
    'something runs at fixed times: find it (`systemctl list-timers`, a monitor, a sync) and stop it while you measure',
  lasting:
    'the machine is slow for a while and then fast: let it warm up first, and keep other work away; the two runs of a pair, which Perigee compares, feel little of it',
};

/** Twice what a quiet shared machine shows. */
const noisyVariation = 0.05;

function adviseOnNoise({ cpu, disk, kind, load }: HostNoise): string[] {
  return [
    ...(cpu.variation.value > noisyVariation
      ? ['the CPU is noisy: end other work on this host, or measure on one that is not shared']
      : []),
    ...(cpu.variation.value > slightVariation && kind.kind !== 'even' ? [remedies[kind.kind]] : []),
    ...(disk.variation.value > noisyVariation && process.platform === 'linux'
      ? [
          'the disk is noisy: let the tests work in memory, e.g. TMPDIR=/dev/shm; disk bytes are then not measured',
        ]
      : []),
    ...((load.cpuPressureShare ?? 0) > busyShare
      ? ['other processes compete for the CPUs: see what runs with `ps` and end it']
      : []),
    ...((load.stealShare ?? 0) > 0.02
      ? ['the hypervisor takes CPU time away: use a machine with CPUs of its own']
      : []),
  ];
}
