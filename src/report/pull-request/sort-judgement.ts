import { labelTest } from '../../contract/platforms.ts';
import type { SeriesVerdict, TestOutcome } from '../../contract/documents.ts';
import { seriesKey } from '../../contract/series-key.ts';
import { type Findings, sortFindings } from '../findings.ts';
import type { ViewFate, ViewJudgement } from './view.ts';

/** A judgement sorted into what a reader wants to know; every group is in the order of the verdict. */
export interface SortedJudgement {
  blocking: SeriesVerdict[];
  awaiting: SeriesVerdict[];
  accepted: SeriesVerdict[];
  cleared: SeriesVerdict[];
  /** Tests that block, by label. Of one that is not in the verdict only that is known. */
  brokenTests: { name: string; outcome?: TestOutcome }[];
  /** All series that are in none of the groups above; its regressions are empty. */
  rest: Findings;
}

export function sortJudgement({ verdict, fates, brokenTests }: ViewJudgement): SortedJudgement {
  const groups: Record<ViewFate['fate'], SeriesVerdict[]> = {
    blocks: [],
    'awaits-confirmation': [],
    accepted: [],
    cleared: [],
    warns: [],
  };
  const others: SeriesVerdict[] = [];
  for (const series of verdict.series) {
    const fate = fates.get(seriesKey(series))?.fate ?? standAsJudged(series);
    if (fate === undefined || fate === 'warns') others.push(series);
    else groups[fate].push(series);
  }
  const blockingTests = new Set(brokenTests);
  const outcomes = new Map(verdict.tests.map((test) => [labelTest(test), test]));
  return {
    blocking: groups.blocks,
    awaiting: groups['awaits-confirmation'],
    accepted: groups.accepted,
    cleared: groups.cleared,
    brokenTests: brokenTests.map((name) => {
      const outcome = outcomes.get(name);
      return { name, outcome };
    }),
    rest: sortFindings({
      ...verdict,
      series: others,
      tests: verdict.tests.filter((test) => !blockingTests.has(labelTest(test))),
    }),
  };
}

/** A series without another fate stands as the verdict says. */
function standAsJudged({ state, blocking }: SeriesVerdict): 'blocks' | undefined {
  return state === 'regressed' && blocking ? 'blocks' : undefined;
}
