import type { Metric } from './documents.ts';

/** A metric, from any source. */
export type MetricDefinition = Pick<Metric, 'name' | 'unit' | 'direction' | 'kind'> & {
  /** In a person's words. */
  title: string;
};

function define(
  name: string,
  unit: Metric['unit'],
  kind: Metric['kind'],
  title: string,
): MetricDefinition {
  return { name, unit, kind, title, direction: 'lower' };
}

/** It has runs of its own, and a rule of its own. */
export const countedMetric = 'instructions';

/** The metrics that Perigee measures itself, in the order reports show them. */
export const builtInMetrics: readonly MetricDefinition[] = [
  define('latency', 'ns', 'duration', 'Latency'),
  define('cpu.total', 'ns', 'duration', 'CPU time'),
  define('cpu.user', 'ns', 'duration', 'CPU time, user'),
  define('cpu.system', 'ns', 'duration', 'CPU time, system'),
  define(countedMetric, 'count', 'count', 'Instructions'),
  define('memory.peak', 'bytes', 'gauge', 'Memory peak'),
  define('disk.read_bytes', 'bytes', 'count', 'Disk read'),
  define('disk.write_bytes', 'bytes', 'count', 'Disk written'),
  define('disk.reads', 'count', 'count', 'Read operations'),
  define('disk.writes', 'count', 'count', 'Write operations'),
  define('network.sent_bytes', 'bytes', 'count', 'Network sent'),
  define('network.received_bytes', 'bytes', 'count', 'Network received'),
  define('network.sent_packets', 'count', 'count', 'Packets sent'),
  define('network.received_packets', 'count', 'count', 'Packets received'),
  define('context_switches.voluntary', 'count', 'count', 'Context switches, voluntary'),
  define('context_switches.involuntary', 'count', 'count', 'Context switches, involuntary'),
  define('page_faults.minor', 'count', 'count', 'Page faults, minor'),
  define('page_faults.major', 'count', 'count', 'Page faults, major'),
];

const byName = new Map(builtInMetrics.map((metric) => [metric.name, metric]));

export function findMetric(name: string): MetricDefinition | undefined {
  return byName.get(name);
}

/** By which lists of changes are ordered: a change from zero has no share, and so no size. */
export function sizeOfChange(share: number, before: number | undefined): number {
  return before === 0 ? 0 : Math.abs(share);
}

/** `Latency` for a metric of ours, the name itself for a suite's own. */
export function titleMetric(name: string): string {
  return findMetric(name)?.title ?? name;
}

/**
 * Which of two metrics stands for a span, whichever moved the most: that of a tool or of the test itself, of these
 * `time` first, then ours in the order of reports, latency first. So a test leads with the same metric in every run,
 * unless only another one changed.
 */
export function compareHeadlines(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => builtInMetrics.findIndex((each) => each.name === name));
  if (a !== b) return (a as number) - (b as number);
  const [first, second] = [one, other].map((name) => (name.split('.')[0] === 'time' ? 0 : 1));
  return (first as number) - (second as number) || (one === other ? 0 : one < other ? -1 : 1);
}

/** Ours first, in the order of every report; then a suite's own, as they came. */
export function orderMetrics(names: Iterable<string>): string[] {
  const asked = new Set(names);
  const ours = builtInMetrics.map(({ name }) => name).filter((name) => asked.has(name));
  return [...new Set([...ours, ...asked])];
}
