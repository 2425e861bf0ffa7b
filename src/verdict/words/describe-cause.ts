import type { Aggregate, Disturbed } from '../../contract/documents.ts';
import { sayShare } from './say-change.ts';

/** Why the times of a test are hard to judge, where the machine says so, and what helps most; else undefined. */
export type DescribeCause = (test: string, metric: string) => string | undefined;

/** CPU time suffers little from any of them. */
const suffering = 'latency';

export function describeCauses({
  hosts,
  tests,
}: Pick<Aggregate, 'hosts' | 'tests'>): DescribeCause {
  const known = new Map(tests.map(({ disturbed, name }) => [name, disturbed]));
  const isSet = (key: string): boolean =>
    hosts.length > 0 && hosts.every(({ settings = {} }) => key in settings);
  return (test, metric) => {
    const disturbed = metric === suffering ? known.get(test) : undefined;
    return disturbed === undefined ? undefined : describeLargest(disturbed, isSet);
  };
}

function describeLargest(
  { cpuWaitShare = 0, stealShare = 0, throttledShare = 0 }: Disturbed,
  isSet: (key: string) => boolean,
): string | undefined {
  if (throttledShare > 0 && throttledShare >= Math.max(cpuWaitShare, stealShare)) {
    return `a CPU limit held it up ${sayShare(throttledShare)} of the time: raise the limit of the container`;
  }
  if (stealShare > 0 && stealShare >= cpuWaitShare) {
    return `the hypervisor gave ${sayShare(stealShare)} of the CPU time to others: measure on CPUs that are not shared`;
  }
  if (cpuWaitShare === 0) return undefined;
  const remedy = isSet('priority')
    ? 'keep other work off this machine'
    : 'set priority: highest below host in perigee.yml, or keep other work off this machine';
  return `other work took CPUs ${sayShare(cpuWaitShare)} of the time: ${remedy}`;
}
