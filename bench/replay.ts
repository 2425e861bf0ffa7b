/**
 * Replays the history of a project with planted regressions, a slow machine for a day and a creep, and counts what
 * is found, missed, and found where nothing is.
 *   node bench/replay.ts [--seeds 5] [--first 1] [--alerts]
 * With --alerts the history is looked at after every 10 commits too, to count the alerts that are kept.
 */
import { parseArgs } from 'node:util';
import { type Alert, isAlertOpen, lastTransition } from '../src/contract/alerts.ts';
import { followAlerts } from '../src/history/alerts/follow-alerts.ts';
import { summarizeHistory, summarizeSeries } from '../src/history/summarize-history.ts';
import {
  commits,
  creep,
  type DrawnSeries,
  drawProject,
  regressions,
  releases,
  seriesCount,
} from './replay/draw-project.ts';
import { type ReplayScore, scoreHistory } from './replay/score-history.ts';

const every = 10;

interface AlertScore {
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
function watchAlerts(project: readonly DrawnSeries[]): AlertScore {
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

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    first: { type: 'string', default: '1' },
    alerts: { type: 'boolean', default: false },
  },
});

console.log(
  `${commits} builds x ${seriesCount} series: 18 steps in 3 regressions, 6 creeping series, a slow machine for 6 pushes`,
);
for (const hosts of [0.03, 0.06]) {
  const first = Number(options.first);
  for (let seed = first; seed < first + Number(options.seeds); seed += 1) {
    const project = drawProject(seed, hosts);
    const begin = process.cpuUsage();
    const { histories, oddMachines } = summarizeHistory(
      project.map(({ runs }) => ({
        ...{ runs, direction: 'lower', budget: { release: 0.05, year: 0.2 } },
        release: releases[1],
      })),
    );
    const { user, system } = process.cpuUsage(begin);
    const scores = histories.map((history, i) => scoreHistory(history, project[i]!.planted));
    const total = (of: keyof ReplayScore): number =>
      scores.reduce((sum, score) => sum + score[of], 0);
    console.log(
      `hosts ${100 * hosts}%, seed ${seed}: ${total('found')} steps found, ${total('missed')} missed; ${total('crept')} creeps found once, ${total('over')} over budget; ${total('wrong')} changes wrong, ${total('overWrongly')} wrongly over budget; ${oddMachines.size} runs of slow or fast machines; ${((user + system) / 1e6).toFixed(1)} s of CPU time`,
    );
    if (options.alerts) {
      const found = watchAlerts(project);
      console.log(
        `  alerts: ${found.steps.join(', ')} of the three regressions, opened ${found.delay} commits after the step at the median (${found.eachCommit.join(', ')} if looked at after each commit); ${found.creep} of the creep; ${found.wrong} others, ${found.wrongClosed} of them closed by themselves`,
      );
    }
  }
}
