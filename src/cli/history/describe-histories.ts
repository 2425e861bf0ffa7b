import type { Mainline } from '../../runner/revisions/read-mainline.ts';
import type { FollowedSeries, Histories } from '../../pipeline/history/histories.ts';

/** The same for machines: every level, every run with its values and outliers. Shares, not logarithms. */
export function describeHistories(found: Histories): unknown {
  const { followed, mainline, oddMachines, release, repository } = found;
  return {
    ...{ repository, branch: mainline.branch },
    ...(release === undefined ? {} : { release: { tag: release.tag, commit: release.commit } }),
    oddMachines: [...oddMachines],
    series: followed.map((one) => describeSeries(one, mainline)),
  };
}

function describeSeries(
  { span, metric, meaning, runs, builds, history, budget }: FollowedSeries,
  { commits }: Mainline,
): unknown {
  const commitAt = (place: number): string | undefined => commits[place]?.commit;
  const share = history.isLogarithm ? Math.expm1 : (size: number): number => size;
  const { repository, suite, test, span: name, annotations, platform } = span;
  const { repeat, side, host, hostsFrom } = history.spreads;
  const offsets = new Map(runs.map(({ id }, i) => [id, share(history.offsets[i] ?? 0)]));
  return {
    ...{ repository, suite, test, span: name, annotations, platform, metric, ...meaning },
    spreads: { repeat: share(repeat), side: share(side), host: share(host), hostsFrom },
    error: share(history.error),
    changes: history.changes.map(({ at, range, ...change }) => ({
      ...change,
      commit: commitAt(at),
      range: { after: commitAt(range.after), upTo: commitAt(range.upTo) },
    })),
    ...(budget === undefined ? {} : { budget, budgetNotJudged: history.unread }),
    creep: history.creep.map(
      ({ from, to, size, low, high, limit, explained, parts, ...creep }) => ({
        ...creep,
        ...{ from: commitAt(from), to: commitAt(to) },
        ...{ size: share(size), low: share(low), high: share(high) },
        ...{ limit: share(limit), explained: share(explained) },
        parts: parts.map((part) => ({
          ...{ after: commitAt(part.after), commit: commitAt(part.place) },
          ...{ size: share(part.size), error: share(part.error), standsOut: part.standsOut },
        })),
      }),
    ),
    levels: history.levels.map(({ place, ...level }) => ({ commit: commitAt(place), ...level })),
    runs: builds.map(({ build, sides }) => ({
      runId: build.runId,
      ...(offsets.has(build.runId) ? { offset: offsets.get(build.runId) } : {}),
      ...sides,
    })),
  };
}
