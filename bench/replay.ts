/**
 * Replays the history of a project with planted regressions, a slow machine for a day and a creep, and counts what
 * is found, missed, and found where nothing is.
 *   node bench/replay.ts [--seeds 5] [--first 1] [--alerts]
 * With --alerts the history is looked at after every 10 commits too, to count the alerts that are kept.
 */
import { parseArgs } from 'node:util';
import { summarizeHistory } from '../src/history/summarize-history.ts';
import { commits, drawProject, releases, seriesCount } from './replay/draw-project.ts';
import { watchAlerts } from './replay/watch-alerts.ts';
import { type ReplayScore, scoreHistory } from './replay/score-history.ts';

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
