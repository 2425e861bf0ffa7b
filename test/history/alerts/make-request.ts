import type { Alert } from '../../../src/contract/alerts.ts';
import { type FollowedAlerts, followAlerts } from '../../../src/history/alerts/follow-alerts.ts';
import type { MachineAlarm } from '../../../src/history/machine/append-reading.ts';
import { type HistoryRun, summarizeHistory } from '../../../src/history/summarize-history.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';

export interface DrawnBranch {
  /** How many commits were measured. */
  commits: number;
  /** Older commits are not known. */
  isCut?: boolean;
  /** Older runs are not read. */
  since?: number;
  /** What a series is worth at a commit, as a logarithm, by its name. */
  levels: Readonly<Record<string, (place: number) => number>>;
  /** Each run compares a commit with the one before; else it measures tips alone. */
  isPaired?: boolean;
  machineOf?(place: number): string;
  alarms?: readonly MachineAlarm[];
  /** Of latency, which is about 100. */
  floor?: number;
  seed?: number;
}

/** What a look at the branch does to the alerts that there are: pushes with 1% noise, machines that differ by 3%. */
export function look(branch: DrawnBranch, known: readonly Alert[] = []): FollowedAlerts {
  const { alarms = [], commits, floor = 0, isCut = false, isPaired = true, levels } = branch;
  const { machineOf, seed = 1, since = 0 } = branch;
  const given = Object.entries(levels).map(([test, levelOf], series) => {
    const random = createRandom(seed * 1000 + series);
    const runs = Array.from({ length: commits }, (_, i): HistoryRun => {
      const host = 0.03 * drawNormal(random);
      const sides = (isPaired ? [i, i + 1] : [i]).map((place) => ({
        place,
        values: Array.from(
          { length: 5 },
          () => 100 * Math.exp(levelOf(place) + host + 0.01 * drawNormal(random)),
        ),
      }));
      return { id: `run ${i}`, sides, ...(machineOf && { machine: machineOf(i) }) };
    });
    const identity = { test, span: 's', metric: 'latency', platform: 'p', annotations: {} };
    return { identity, runs: runs.slice(since), direction: 'lower' as const };
  });
  const { histories } = summarizeHistory(given);
  return followAlerts({
    ...{ repository: 'acme/sync', suite: 'sync', atMs: commits, isCut, known },
    commits: Array.from({ length: commits + 1 }, (_, place) => nameCommit(place)),
    series: given.map((one, i) => ({ ...one, floor, history: histories[i]!, alarms })),
  });
}

export function nameCommit(place: number): string {
  return `c${place}`;
}

/** Looks again and again, as builds arrive, and keeps what is found. */
export function watch(branch: DrawnBranch, from: number, every = 4): Alert[] {
  const alerts: Alert[] = [];
  for (let commits = from; commits <= branch.commits; commits += every) {
    const { changed, opened } = look({ ...branch, commits }, alerts);
    for (const one of changed) alerts[one.number - 1] = one;
    for (const one of opened) alerts.push({ ...one, number: alerts.length + 1 });
  }
  return alerts;
}

export const step =
  (at: number, size: number, until = Infinity) =>
  (place: number): number =>
    place >= at && place < until ? size : 0;
