import { labelTest } from '../../../src/contract/platforms.ts';
import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import { listRenamed, openCurrentNames } from '../../../src/contract/renames.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import type { Accept } from '../../../src/gate/accept.ts';
import type {
  MainBranchSeries,
  MainBranchTest,
  MainBranchView,
} from '../../../src/report/pull-request/main-branch-view.ts';
import type { ViewLinks } from '../../../src/report/pull-request/view.ts';
import { judgeTests } from '../../../src/verdict/judge-tests.ts';
import { viewAccept } from '../view-judgement.ts';
import {
  type CulpritPush,
  type JudgedPush,
  listAttempts,
  directionOf,
  worseBy,
} from './judged-push.ts';

/**
 * The content of a push's issue, from that push and those since. Nothing that awaits confirmation counts.
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
    culprit: { commit, before, author },
    state: isCleared ? 'cleared' : findState(series, brokenTests),
    ...{ ...told, metrics: verdict.metrics, spans: verdict.spans, measured: verdict.series },
    unconfirmed: judgement.unconfirmed,
    accepts: [...accepts.values()].map((accept) => viewAccept(accept, verdict)),
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
    const outcome = judgement.verdict.tests.find((test) => labelTest(test) === name);
    const mended = later.find(({ verdict: { tests } }) =>
      tests.some(
        (test) =>
          test.after.passed > 0 &&
          [test.name, ...(test.renamed?.was ?? [])].some(
            (known) => labelTest({ ...test, name: known }) === name,
          ),
      ),
    );
    return {
      name,
      outcome,
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

/** Regressions in one run of a push that others did not confirm, as the last of them saw it. */
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
  const outcomes = new Map(failed.toReversed().map((outcome) => [labelTest(outcome), outcome]));
  return {
    series,
    brokenTests: [...outcomes].map(([name, outcome]) => ({ name, outcome })),
  };
}

/**
 * Follows a series over the pushes that came since: the product of the changes that were decided. Undecided ones count
 * as no change, or the noise of thirty pushes would add up to a recovery.
 * @param later oldest first
 */
export function followSeries(
  culprit: CulpritPush,
  series: SeriesVerdict,
  later: readonly JudgedPush[],
): MainBranchSeries {
  const key = seriesKey(series);
  const followed: { commit: string; change: number }[] = [];
  let level = {
    ratio: 1 + (series.evidence.change ?? 0),
    absolute: series.evidence.changeAbsolute ?? 0,
  };
  let recoveredBy: string | undefined;
  for (const push of later) {
    const keyNow = seriesKey(openCurrentNames(listRenamed(push.verdict.tests))(series));
    const measured = push.verdict.series.find((one) => seriesKey(one) === keyNow);
    if (measured === undefined) continue;
    const { change = 0, changeAbsolute = 0 } = isDecided(push, measured) ? measured.evidence : {};
    level = { ratio: level.ratio * (1 + change), absolute: level.absolute + changeAbsolute };
    followed.push({ commit: push.commit, change: changeOf(level.ratio) });
    if (!isAllowed(culprit, series, level)) continue;
    // A regression after that is the fault of another push.
    recoveredBy = push.commit;
    break;
  }
  const accepted = culprit.judgement.series.find((one) => one.key === key)?.accept;
  const end =
    recoveredBy === undefined
      ? accepted && ({ kind: 'accepted', acceptId: accepted.id } as const)
      : ({ kind: 'recovered', commit: recoveredBy } as const);
  return { series, later: followed, end };
}

/** A change there and back ends next to one in the last digit, and would appear as a change. */
function changeOf(ratio: number): number {
  const change = ratio - 1;
  return Math.abs(change) < 1e-9 ? 0 : change;
}

/** An alarm that a fresh runner cleared did not move anything. */
function isDecided({ judgement }: JudgedPush, series: SeriesVerdict): boolean {
  if (series.state === 'improved') return true;
  if (series.state !== 'regressed') return false;
  const key = seriesKey(series);
  return judgement?.series.find((one) => one.key === key)?.fate !== 'cleared';
}

/** With both limits, both must be passed for it to be too much. */
function isAllowed(
  culprit: CulpritPush,
  series: SeriesVerdict,
  level: { ratio: number; absolute: number },
): boolean {
  const { threshold, evidence } = series;
  const direction = directionOf(culprit.verdict, series);
  const { relative, absolute } = threshold;
  const isWithin =
    relative !== undefined &&
    evidence.change !== undefined &&
    worseBy(level.ratio - 1, direction) <= relative;
  return isWithin || (absolute !== undefined && worseBy(level.absolute, direction) <= absolute);
}
