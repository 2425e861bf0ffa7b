import { busyShare } from '../../contract/busy-machine.ts';
import { formatQuantity } from '../../contract/units.ts';
import type { Host } from '../../contract/documents.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import type { Probe } from '../../profile/host/probe.ts';
import { probeHost } from '../../profile/probe-host.ts';
import { fingerprintHost } from '../../runner/host/fingerprint-host.ts';
import {
  measureHostNoise,
  type HostNoise,
  type Spread,
} from '../../runner/noise/measure-host-noise.ts';
import { hideFromOthers, isKeyOfJob } from '../../runner/setup/hide-keys.ts';

/** `perigee doctor`: what this host can measure and how, what is noisy, and what would help. */
export async function doctor(): Promise<ExitCode> {
  const write = (text: string): void => void process.stdout.write(`${text}\n`);
  write(describeHost(await fingerprintHost()));
  write('\nWhat can be measured here');
  const probes = [...(await probeHost()), probeKeys()];
  for (const { mechanism, works, gives, detail } of probes) {
    write(`  ${works ? '✓' : '✗'} ${mechanism.padEnd(34)} ${gives}`);
    if (detail !== '') write(`      ${detail}`);
  }
  const remedies = probes.filter(({ works, remedy }) => !works && remedy !== undefined);
  write('\nHow noisy it is (a fixed workload, about three seconds)');
  const noise = await measureHostNoise(process.cwd());
  for (const line of describeNoise(noise)) write(`  ${line}`);
  write('\nWhat would help');
  const advice = [
    ...remedies.map(({ mechanism, remedy }) => `${mechanism}: ${remedy ?? ''}`),
    ...adviseOnNoise(noise),
  ];
  for (const line of advice.length === 0 ? ['nothing that Perigee knows of'] : advice) {
    write(`  - ${line}`);
  }
  return exitCode.nothingRegressed;
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

function describeNoise({ cpu, disk, load, runs }: HostNoise): string[] {
  const share = (part: number | undefined): string =>
    part === undefined ? 'not told' : `${(part * 100).toFixed(1)}%`;
  return [
    `CPU:  ${describeSpread(cpu)} over ${runs} runs`,
    `disk: ${describeSpread(disk)}`,
    `some task waited for a CPU ${share(load.cpuPressureShare)} of the time, for the disk ${share(load.ioPressureShare)}`,
    `taken away by the hypervisor: ${share(load.stealShare)}; load average ${load.loadAverage1m ?? 'not told'}`,
  ];
}

function describeSpread({ medianNs, variation, range }: Spread): string {
  const percent = (part: number): string => `${(part * 100).toFixed(1)}%`;
  return `${formatQuantity(medianNs, 'ns')}, variation ${percent(variation)}, range ${percent(range)}`;
}

/** Twice what a quiet shared machine shows; docs/statistics.md says what a spread costs in repeats. */
const noisyVariation = 0.05;

function adviseOnNoise({ cpu, disk, load }: HostNoise): string[] {
  return [
    ...(cpu.variation > noisyVariation
      ? ['the CPU is noisy: end other work on this host, or measure on one that is not shared']
      : []),
    ...(disk.variation > noisyVariation
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
