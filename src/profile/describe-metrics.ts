import type { Metric, SpanProfile } from '../contract/documents.ts';
import { builtInMetrics } from '../contract/metrics.ts';
import { tickNs } from '../contract/proc-text.ts';
import type { Tier } from './means.ts';

type Origin = Pick<Metric, 'source' | 'scope' | 'exactness' | 'resolution'>;

/** The origin of a number depends on this. */
export interface Situation {
  tier: Tier;
  /** Services named by pid: their CPU time comes in ticks. */
  hasServiceByPid: boolean;
}

/** An entry for every metric that has a value in one of the spans, in the order of reports. */
export function describeMetrics(spans: readonly SpanProfile[], situation: Situation): Metric[] {
  const present = new Set(spans.flatMap((span) => Object.keys(span.values)));
  return builtInMetrics
    .filter((metric) => present.has(metric.name))
    .map(({ name, unit, direction, kind }) => ({
      name,
      unit,
      direction,
      kind,
      ...findOrigin(name, situation),
    }));
}

/**
 * The same whether or not the test marks spans: a change that marks the first one would otherwise have
 * its numbers told apart from those before it, and nothing compared.
 */
function findOrigin(name: string, situation: Situation): Origin {
  const group = name.split('.')[0];
  if (name === 'latency') {
    return {
      source: 'sdk-clock; whole test: collector-clock',
      scope: 'process',
      exactness: 'exact',
      resolution: 1,
    };
  }
  if (situation.tier === 'portable') {
    const source = 'wait4: the test and the children that it waited for';
    return { source, scope: 'tree', exactness: 'lower-bound' };
  }
  if (group === 'cpu') return findCpuOrigin(situation);
  if (group === 'memory') {
    return { source: 'sampled rss and VmHWM', scope: 'tree', exactness: 'lower-bound' };
  }
  if (name.startsWith('disk.') && name.endsWith('_bytes')) {
    return { source: 'proc-io', scope: 'tree', exactness: 'pages', resolution: 4096 };
  }
  if (group === 'disk') {
    const source = 'proc-io: read and write calls, sockets included';
    return { source, scope: 'tree', exactness: 'exact', resolution: 1 };
  }
  if (group === 'network') {
    return { source: 'cgroup-skb', scope: 'cgroup', exactness: 'exact', resolution: 1 };
  }
  if (group === 'context_switches') {
    const source = 'rusage; spans: threads of other processes';
    return { source, scope: 'tree', exactness: 'lower-bound' };
  }
  return { source: 'proc-stat', scope: 'tree', exactness: 'exact', resolution: 1 };
}

function findCpuOrigin({ hasServiceByPid, tier }: Situation): Origin {
  const ticks = { exactness: 'ticks', resolution: tickNs } as const;
  if (tier === 0) return { source: 'proc-stat', scope: 'tree', ...ticks };
  if (hasServiceByPid) {
    return { source: 'cgroup-cpu-stat; services: proc-stat', scope: 'tree', ...ticks };
  }
  return { source: 'cgroup-cpu-stat', scope: 'cgroup', exactness: 'exact', resolution: 1000 };
}
