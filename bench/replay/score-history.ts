import type { SeriesHistory } from '../../src/history/summarize-history.ts';
import { creep, type Planted } from './draw-project.ts';

export interface ReplayScore {
  /** Planted steps that one change names, and those that none does. */
  found: number;
  missed: number;
  /** Series with the planted creep that one change within it names. */
  crept: number;
  /** Changes that name nothing planted, or something for the second time. */
  wrong: number;
  /** Series over the budget for a release since the last one, by what no change explains; and the creeping ones. */
  overWrongly: number;
  over: number;
}

const margin = 5;

export function scoreHistory(history: SeriesHistory, planted: Planted): ReplayScore {
  const steps = new Set(planted.steps);
  let isCreepOpen = planted.isCreeping;
  const score = { found: 0, missed: 0, crept: 0, wrong: 0, overWrongly: 0, over: 0 };
  for (const { at, range } of history.changes) {
    const step = [...steps].find((one) => Math.abs(one - at) <= margin);
    const isWithin = range.after < creep.to && range.upTo > creep.from;
    if (step !== undefined) {
      steps.delete(step);
      score.found += 1;
    } else if (isCreepOpen && isWithin) {
      isCreepOpen = false;
      score.crept += 1;
    } else {
      score.wrong += 1;
    }
  }
  score.missed = steps.size;
  const isOver = history.creep.some((one) => one.isOver);
  const isUnexplained = history.creep.some(
    ({ isOver: over, size, explained, limit }) => over && size - explained > limit,
  );
  if (planted.isCreeping) score.over = Number(isOver);
  else score.overWrongly = Number(isUnexplained);
  return score;
}
