import { median } from 'simple-statistics';
import { machineSpan } from '../contract/canaries.ts';
import type { Aggregate, CanarySamples, Host } from '../contract/documents.ts';
import type { MetricMeaning, SeriesPoint, StoredMachine } from './series-point.ts';

/** What a build says of the machines that measured it: a series of each kind of machine, not of the code. */
export interface MachinePoints {
  points: SeriesPoint[];
  metrics: MetricMeaning[];
  machines: StoredMachine[];
}

/**
 * One point for each shard: of each canary the median of all its readings, on both sides. The series is that of the
 * processor and its number of CPUs; kernel, microcode and image stand beside the build.
 */
export function pointsOfMachines({ canaries = [], hosts }: Aggregate): MachinePoints {
  const byFingerprint = new Map(hosts.map((host) => [host.fingerprint, host]));
  const points: SeriesPoint[] = [];
  const machines = new Map<string, StoredMachine>();
  for (const [shard, own] of Map.groupBy(canaries, (one) => one.shard)) {
    const host = byFingerprint.get(own[0]?.host ?? '');
    if (host === undefined) continue;
    machines.set(host.fingerprint, describeMachine(host));
    const { cpu, platform } = host;
    points.push({
      ...{ test: machineSpan.test, span: machineSpan.span, platform },
      annotations: { cpu: cpu.model, cores: cpu.cores },
      ...{ side: 'after', repeat: shard, values: medians(own), outliers: [] },
    });
  }
  const names = new Set(points.flatMap(({ values }) => Object.keys(values)));
  const meaning = { unit: 'ns', direction: 'lower', kind: 'duration' } as const;
  return {
    points,
    metrics: [...names].map((name) => ({ name, ...meaning })),
    machines: [...machines.values()],
  };
}

function medians(samples: readonly CanarySamples[]): Record<string, number> {
  const byCanary = Map.groupBy(samples, ({ canary }) => canary);
  const values: Record<string, number> = {};
  for (const [canary, own] of byCanary) {
    const read = own.flatMap(({ after, before }) => [...before, ...after]);
    const present = read.filter((value) => value !== null);
    if (present.length > 0) values[canary] = median(present);
  }
  return values;
}

function describeMachine({ cpu, image, kernel }: Host): StoredMachine {
  return {
    ...{ cpu: cpu.model, cores: cpu.cores, kernel },
    ...(cpu.microcode === undefined ? {} : { microcode: cpu.microcode }),
    ...(image === undefined ? {} : { image }),
  };
}
