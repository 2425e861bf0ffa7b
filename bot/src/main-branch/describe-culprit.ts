import { seriesKey } from '../../../src/contract/series-key.ts';
import type {
  MainBranchSeries,
  MainBranchTest,
  MainBranchView,
} from '../../../src/report/pull-request/main-branch-view.ts';
import type { ViewLinks } from '../../../src/report/pull-request/view.ts';
import type { Accept } from '../../../src/gate/accept.ts';
import { viewAccept } from '../view-judgement.ts';
import { followSeries } from './follow-series.ts';
import { type CulpritPush, type JudgedPush, listAttempts } from './judged-push.ts';
import { judgeTests } from '../../../src/verdict/judge-tests.ts';

/**
 * What the issue of a push says, from that push and those since. Nothing that awaits confirmation counts.
 * @param later oldest first
 * @returns undefined where no run said that the push made anything worse than allowed. What others cleared is
 *   told too: where there is an issue, it was there before they said so
 */
export function describeCulprit(
  culprit: CulpritPush,
  later: readonly JudgedPush[],
  context: { branch: string; links: ViewLinks },
): MainBranchView | undefined {
  const { commit, before, judgement } = culprit;
  const { verdict } = judgement;
  const ends = new Map(judgement.series.map((one) => [one.key, one]));
  const counted = verdict.series.filter((series) => {
    const fate = ends.get(seriesKey(series))?.fate;
    return fate === 'blocks' || fate === 'accepted';
  });
  const series = counted.map((one) => followSeries(culprit, one, later));
  // One attempt alone counts only where no second one could be had.
  const isSure = listAttempts(culprit).length > 1 || judgement.unconfirmed !== undefined;
  const brokenTests = isSure ? followTests(judgement.brokenTests, culprit, later) : [];
  const isCleared = series.length === 0 && judgement.brokenTests.length === 0;
  const told = isCleared ? listCleared(culprit) : { series, brokenTests };
  if (told.series.length === 0 && told.brokenTests.length === 0) return undefined;
  const accepts = new Map<string, Accept>();
  for (const { accept } of judgement.series) if (accept) accepts.set(accept.id, accept);
  const { author } = verdict.build;
  return {
    branch: context.branch,
    suite: verdict.build.suite,
    culprit: { commit, before, ...(author === undefined ? {} : { author }) },
    state: isCleared ? 'cleared' : findState(series, brokenTests),
    ...{ ...told, metrics: verdict.metrics, spans: verdict.spans },
    ...(judgement.unconfirmed === undefined ? {} : { unconfirmed: judgement.unconfirmed }),
    accepts: [...accepts.values()].map(viewAccept),
    links: context.links,
    ...{ blindSpots: [], notes: [] },
  };
}

function followTests(
  broken: readonly string[],
  { judgement }: CulpritPush,
  later: readonly JudgedPush[],
): MainBranchTest[] {
  return broken.map((name) => {
    const outcome = judgement.verdict.tests.find((test) => test.name === name);
    const mended = later.find(({ verdict }) =>
      verdict.tests.some((test) => test.name === name && test.after.passed > 0),
    );
    return {
      name,
      ...(outcome === undefined ? {} : { outcome }),
      ...(mended === undefined ? {} : { recoveredBy: mended.commit }),
    };
  });
}

function findState(
  series: readonly MainBranchSeries[],
  tests: readonly MainBranchTest[],
): MainBranchView['state'] {
  const stands =
    series.some(({ end }) => end === undefined) ||
    tests.some(({ recoveredBy }) => recoveredBy === undefined);
  if (stands) return 'open';
  const recovered = tests.length > 0 || series.some(({ end }) => end?.kind === 'recovered');
  return recovered ? 'recovered' : 'accepted';
}

/** What runs of a push said that others did not confirm, as the last of them saw it. */
function listCleared({
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
