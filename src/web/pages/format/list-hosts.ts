import type { Change, RunOfSeries, Series, SideOfRun } from '../../api/answers.ts';
import { median } from '../../../stats/median.ts';
import { reach } from '../../api/history/thin-series.ts';
import { nameMachine } from './name-things.ts';

/** How one kind of host saw a change: medians of what it measured before and after. */
export interface HostOfChange {
  name: string;
  /** Measurements of commits before the change and after it. */
  before: number;
  after: number;
  /** As a share; absent where the host measured one side only. */
  change?: number;
}

export interface HostsOfChange {
  hosts: HostOfChange[];
  /** Shares, as their pages say, from runs that measured a commit before the change and one after it on the same host. */
  pairs: number[];
}

/**
 * On which hosts a change shows. Values are compared only with values of the same kind of host, and of machines that
 * were not off.
 */
export function listHosts(
  { changes, commits, machines, runs }: Series,
  change: Change,
): HostsOfChange {
  const placeOf = new Map(commits.map(({ commit }, place) => [commit, place]));
  const at = (commit: string): number => placeOf.get(commit) ?? -1;
  const [last, first] = [at(change.range.after.commit), at(change.range.upTo.commit)];
  const others = changes.filter((one) => one.commit !== change.commit);
  const from = Math.max(
    last - reach,
    ...others.map(({ range }) => at(range.upTo.commit)).filter((place) => place <= last),
  );
  const to = Math.min(
    first + reach,
    ...others.map(({ range }) => at(range.after.commit)).filter((place) => place >= first),
  );
  const isBefore = ({ place = -1 }: SideOfRun): boolean => place >= from && place <= last;
  const isAfter = ({ place = -1 }: SideOfRun): boolean => place >= first && place <= to;
  const byHost = new Map<string, { before: number[]; after: number[] }>();
  const pairs: number[] = [];
  for (const run of runs) {
    if (run.isMachineOdd) continue;
    const name = nameHost(run, machines);
    const own = byHost.get(name) ?? { before: [], after: [] };
    byHost.set(name, own);
    for (const side of [run.before, run.after]) {
      if (side !== undefined && isBefore(side)) own.before.push(side.median);
      if (side !== undefined && isAfter(side)) own.after.push(side.median);
    }
    const { before, after } = run;
    const isPair = before && after && isBefore(before) && isAfter(after) && before.median > 0;
    if (isPair) pairs.push(run.compared?.change ?? after.median / before.median - 1);
  }
  const hosts = [...byHost].flatMap(([name, { before, after }]): HostOfChange[] => {
    if (before.length + after.length === 0) return [];
    const base = before.length === 0 ? 0 : median(before);
    const isBoth = before.length > 0 && after.length > 0 && base > 0;
    return [
      {
        ...{ name, before: before.length, after: after.length },
        ...(isBoth ? { change: median(after) / base - 1 } : {}),
      },
    ];
  });
  return { hosts: hosts.sort((a, b) => b.after + b.before - a.after - a.before), pairs };
}

/** A build of several shards may have several kinds: which of them measured the series is not known. */
function nameHost({ machines: used }: RunOfSeries, machines: Series['machines']): string {
  const names = new Set(
    used.flatMap((index) => {
      const machine = machines[index];
      return machine === undefined ? [] : [nameMachine(machine)];
    }),
  );
  if (names.size > 1) return 'several kinds of hosts';
  return [...names][0] ?? 'a host without canaries';
}
