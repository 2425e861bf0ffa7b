import type { Aggregate, Disturbed } from '../../contract/documents.ts';
import { labelTest, placeOfTest } from '../../contract/platforms.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { HostTrial } from '../../contract/host-trial.ts';
import { formatShareOf } from './format-change.ts';

/** Why the times of a test are hard to judge, where the machine says so, and what helps most; else undefined. */
export type DescribeCause = (series: SeriesIdentity) => string | undefined;

/** CPU time suffers little from any of them. */
const suffering = 'latency';

/** Settings that keep other work off the CPUs of a test; the first one is advised where none was tried. */
const againstOthers = ['priority', 'cpus', 'stop'];

/** @param trials of settings on this machine, where some were tried */
export function describeCauses(
  { hosts, tests }: Pick<Aggregate, 'hosts' | 'tests'>,
  trials: readonly HostTrial[] = [],
): DescribeCause {
  const known = new Map(tests.map((test) => [labelTest(test), test.disturbed]));
  const isSet = (key: string): boolean =>
    hosts.length > 0 && hosts.every(({ settings = {} }) => key in settings);
  return (series) => {
    const disturbed =
      series.metric === suffering ? known.get(placeOfTest(known, series)) : undefined;
    return disturbed === undefined ? undefined : describeLargest(disturbed, isSet, trials);
  };
}

function describeLargest(
  { cpuWaitShare = 0, stealShare = 0, throttledShare = 0 }: Disturbed,
  isSet: (key: string) => boolean,
  trials: readonly HostTrial[],
): string | undefined {
  if (throttledShare > 0 && throttledShare >= Math.max(cpuWaitShare, stealShare)) {
    return `a CPU limit held it up ${formatShareOf(throttledShare)} of the time: raise the limit of the container`;
  }
  if (stealShare > 0 && stealShare >= cpuWaitShare) {
    return `the hypervisor gave ${formatShareOf(stealShare)} of the CPU time to others: measure on CPUs that are not shared`;
  }
  if (cpuWaitShare === 0) return undefined;
  return `other work took CPUs ${formatShareOf(cpuWaitShare)} of the time: ${adviseAgainstOthers(isSet, trials)}`;
}

const otherwise = 'keep other work off this machine';

/** The one setting that was measured to help most; else the first one, if it is neither set nor was tried. */
function adviseAgainstOthers(
  isSet: (key: string) => boolean,
  trials: readonly HostTrial[],
): string {
  const keyOf = ({ setting }: HostTrial): string => setting.split(':')[0] ?? '';
  const open = againstOthers.filter((key) => !isSet(key));
  const own = trials.filter((one) => open.includes(keyOf(one)));
  const [best] = own.filter(({ helps }) => helps).toSorted((a, b) => a.ratio - b.ratio);
  if (best !== undefined) {
    return `set ${best.setting} below host in perigee.yml, which was measured here: ${best.figure}`;
  }
  if (isSet('priority')) return otherwise;
  const tried = own.find((one) => keyOf(one) === 'priority');
  if (tried !== undefined)
    return `${otherwise}; ${tried.setting} made no difference that its trial here showed`;
  return `set priority: highest below host in perigee.yml, or ${otherwise}; \`perigee variability --try priority\` measures what it does here`;
}
