import { seriesKey } from '../../../src/contract/series-key.ts';
import type {
  MainBranchSeries,
  MainBranchView,
} from '../../../src/report/pull-request/main-branch-view.ts';
import { judgeTests } from '../../../src/verdict/judge-tests.ts';
import { type CulpritPush, listAttempts } from './judged-push.ts';

/** What runs of a push said that others did not confirm, as the last of them saw it. */
export function listCleared({
  judgement,
  runs,
}: Pick<CulpritPush, 'runs' | 'judgement'>): Pick<MainBranchView, 'series' | 'brokenTests'> {
  const newestFirst = listAttempts({ runs })
    .toReversed()
    .map(({ verdict }) => verdict);
  const series = judgement.series
    .filter(({ fate }) => fate === 'cleared')
    .flatMap(({ key }): MainBranchSeries[] => {
      const isIt = (one: MainBranchSeries['series']): boolean =>
        one.state === 'regressed' && seriesKey(one) === key;
      const found = newestFirst.flatMap((verdict) => verdict.series.find(isIt) ?? []).slice(0, 1);
      return found.map((one) => ({ series: one, later: [], end: { kind: 'cleared' } }));
    });
  const failed = newestFirst.flatMap(({ tests }) =>
    tests.filter((test) => judgeTests([test]).broken.length > 0),
  );
  const outcomes = new Map(failed.toReversed().map((outcome) => [outcome.name, outcome]));
  return {
    series,
    brokenTests: [...outcomes].map(([name, outcome]) => ({ name, outcome })),
  };
}
