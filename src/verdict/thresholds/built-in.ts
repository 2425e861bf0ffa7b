import type { Metric, ThresholdUsed } from '../../contract/documents.ts';
import { countedMetric } from '../../contract/metrics.ts';
import type { ThresholdRule } from '../../contract/suite.ts';

export const builtInWhere = 'built-in';

const MiB = 1024 * 1024;
const ms = 1_000_000;

/**
 * The thresholds if the suite has none. Each has an absolute floor, so that a handful of bytes, ticks or events never
 * matters. A metric that a change of code moves reliably blocks; one that the scheduler and the page cache move too
 * only warns.
 */
export const builtInThresholds: readonly ThresholdRule[] = [
  // Numbers of the tests themselves, in any unit: the farther out in the tail, the noisier.
  limit('*', 'count', 0.1, 'block'),
  limit('*.p90', 'count', 0.15, 'block'),
  limit('*.p10', 'count', 0.15, 'block'),
  limit('*.p99', 'count', 0.25, 'block'),
  limit('*.p1', 'count', 0.25, 'block'),
  limit('*.max', 'count', 0.5, 'warn'),
  limit('*.min', 'count', 0.5, 'warn'),
  limit('latency', 'ns', 0.05, 'block', 0.02 * ms),
  limit('cpu.total', 'ns', 0.1, 'block', 10 * ms),
  limit('cpu.user', 'ns', 0.15, 'warn', 20 * ms),
  limit('cpu.system', 'ns', 0.2, 'warn', 20 * ms),
  limit(countedMetric, 'count', 0.005, 'block', 10_000),
  limit('memory.peak', 'bytes', 0.1, 'block', 4 * MiB),
  limit('disk.read_bytes', 'bytes', 0.1, 'block', 4 * MiB),
  limit('disk.write_bytes', 'bytes', 0.1, 'block', MiB),
  limit('disk.reads', 'count', 0.1, 'block', 200),
  limit('disk.writes', 'count', 0.1, 'block', 50),
  limit('network.sent_bytes', 'bytes', 0.1, 'block', 256 * 1024),
  limit('network.received_bytes', 'bytes', 0.1, 'block', 256 * 1024),
  limit('network.sent_packets', 'count', 0.2, 'warn', 500),
  limit('network.received_packets', 'count', 0.2, 'warn', 500),
  limit('context_switches.voluntary', 'count', 0.25, 'warn', 200),
  limit('context_switches.involuntary', 'count', 0.5, 'warn', 200),
  limit('page_faults.minor', 'count', 0.25, 'warn', 2000),
  limit('page_faults.major', 'count', 0.5, 'warn', 50),
];

const floors = new Map(
  builtInThresholds.map(({ absolute, match }) => [match.metric, absolute?.value]),
);

/**
 * In the unit of the metric, what is nothing to lead with: the `absolute` of its rule, else that of the built-in one.
 * Where the rule blocks without any, everything counts.
 */
export function floorOf(
  metric: string,
  { absolute, action }: Partial<Pick<ThresholdUsed, 'absolute' | 'action'>>,
): number {
  return absolute ?? (action === 'block' ? 0 : (floors.get(metric) ?? 0));
}

function limit(
  metric: string,
  unit: Metric['unit'],
  relative: number,
  action: ThresholdRule['action'],
  absolute?: number,
): ThresholdRule {
  return {
    where: builtInWhere,
    match: { metric },
    relative,
    action,
    ...(absolute === undefined ? {} : { absolute: { value: absolute, unit } }),
  };
}
