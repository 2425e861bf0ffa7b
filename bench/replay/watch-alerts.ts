import type { Alert } from '../../src/contract/alerts.ts';
import { isAlertOpen, lastTransition } from '../../src/contract/alerts.ts';
import { followAlerts } from '../../src/history/alerts/follow-alerts.ts';
import { summarizeHistory, summarizeSeries } from '../../src/history/summarize-history.ts';
import { commits, creep, type DrawnSeries, regressions } from './draw-project.ts';

const every = 10;

export interface AlertScore {
  /** How many alerts name each of the planted regressions, and the creep, apart from those closed as the same. */
  steps: readonly number[];
  creep: number;
  /** Alerts that name nothing planted, and those of them that were closed as noise. */
  wrong: number;
  wrongClosed: number;
  /** Commits from a planted step to its alert, at the median. */
  delay: number;
  /** The same where the history is looked at after each commit, of each step. */
  eachCommit: readonly number[];
}

/** Looks at the history again after every 10 commits, and keeps alerts as the bot does. */
export function watchAlerts(project: readonly DrawnSeries[]): AlertScore {
  const alerts: Alert[] = [];
  const seenAt = new Map<number, number>();
  const eachCommit: number[] = [];
  for (let now = 60; now <= commits; now += every) {
    const given = project.map(({ runs }) => ({
      runs: runs.filter(({ sides }) => sides.at(-1)!.place < now),
      direction: 'lower' as const,
    }));
    const { histories, oddMachines } = summarizeHistory(given);
    const next = regressions.find(({ at }) => at >= now && at < now + every);
    if (next !== undefined) eachCommit.push(waitFor(project, next, oddMachines));
    const { changed, opened } = followAlerts({
      ...{ repository: 'acme/sync', suite: 'sync', atMs: now, isCut: false, known: alerts },
      commits: Array.from({ length: now }, (_, place) => String(place)),
      series: histories.map((history, i) => ({
        ...{ ...given[i]!, history, floor: 0, alarms: [] },
        identity: { test: `t${i}`, span: 's', metric: 'latency', platform: 'p', annotations: {} },
      })),
    });
    for (const one of changed) alerts[one.number - 1] = one;
    for (const one of opened) {
      const number = alerts.length + 1;
      alerts.push({ ...one, number });
      seenAt.set(number, now);
    }
  }
  const standing = alerts.filter(
    (one) => !(lastTransition(one).because ?? '').startsWith('the same change'),
  );
  const isNear = ({ commit }: Alert, at: number): boolean => Math.abs(Number(commit) - at) <= 5;
  const isCreep = ({ range }: Alert): boolean =>
    Number(range.after) < creep.to && Number(range.upTo) > creep.from;
  const named = [
    ...regressions.map(({ at }) => standing.filter((one) => isNear(one, at))),
    standing.filter((one) => isCreep(one) && one.series.some(({ test }) => /^t4[0-5]$/.test(test))),
  ];
  const wrong = standing.filter((one) => !named.flat().includes(one));
  const delays = regressions.flatMap(({ at }, i) =>
    named[i]!.slice(0, 1).map(({ number }) => seenAt.get(number)! - at),
  );
  return {
    steps: named.slice(0, regressions.length).map(({ length }) => length),
    creep: named[regressions.length]!.length,
    wrong: wrong.length,
    wrongClosed: wrong.filter((one) => !isAlertOpen(one)).length,
    eachCommit,
    delay: delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? NaN,
  };
}

/** Commits from a step to the first confirmed change of one of its series; the machines are those known before it. */
function waitFor(
  project: readonly DrawnSeries[],
  { at, series: [first, last] }: (typeof regressions)[number],
  oddMachines: ReadonlySet<string>,
): number {
  for (let now = at + 1; now <= at + 60; now += 1) {
    for (const { runs } of project.slice(first, last + 1)) {
      const known = runs.filter(({ sides }) => sides.at(-1)!.place < now);
      const { changes } = summarizeSeries({ runs: known, direction: 'lower' }, oddMachines);
      if (changes.some((one) => one.isConfirmed && Math.abs(one.at - at) <= 5)) return now - at;
    }
  }
  return Infinity;
}
