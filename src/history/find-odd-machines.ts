import { median } from 'simple-statistics';

/** How far a run lay off in one series: its offset, in spreads of that series' hosts. */
export interface RunOff {
  run: string;
  spreads: number;
}

/** Fewer series cannot tell a machine from a change of code. */
const fewestSeries = 5;
const oddFrom = 2.5;

/**
 * The runs whose machine was off: most series say so alike. One series alone could not tell a slow machine that
 * measured several pushes from a level that rose and came back.
 */
export function findOddMachines(offs: Iterable<RunOff>): Set<string> {
  const byRun = new Map<string, number[]>();
  for (const { run, spreads } of offs) {
    const own = byRun.get(run);
    if (own === undefined) byRun.set(run, [spreads]);
    else own.push(spreads);
  }
  const odd = new Set<string>();
  for (const [run, all] of byRun) {
    if (all.length >= fewestSeries && Math.abs(median(all)) > oddFrom) odd.add(run);
  }
  return odd;
}
