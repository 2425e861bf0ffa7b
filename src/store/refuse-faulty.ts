import type { BuildPoints, SeriesPoint } from './series-point.ts';
import type { Refusal } from './series-store.ts';

/** Takes out the points that no store can keep: without a value, or with one that is not a finite number. */
export function refuseFaulty(builds: readonly BuildPoints[]): {
  builds: BuildPoints[];
  refused: Refusal[];
} {
  const refused: Refusal[] = [];
  const sound = builds.map(({ build, points }) => {
    const own = points.filter((point) => {
      const reason = findFault(point);
      if (reason !== undefined) refused.push({ build, point, reason });
      return reason === undefined;
    });
    return { build, points: own.length === points.length ? points : own };
  });
  return { builds: sound, refused };
}

function findFault({ values }: SeriesPoint): string | undefined {
  let count = 0;
  for (const metric in values) {
    count += 1;
    const value = values[metric];
    if (!Number.isFinite(value)) return `${metric} is ${value}, which is not a finite number`;
  }
  return count === 0 ? 'it has no value' : undefined;
}

/** If a build appears twice, the last one counts, as if written after the first. */
export function lastOfEachBuild(builds: readonly BuildPoints[]): BuildPoints[] {
  const last = new Map<string, BuildPoints>();
  for (const one of builds) {
    const { repository, suite, runId } = one.build;
    last.set(JSON.stringify([repository, suite, runId]), one);
  }
  return [...last.values()];
}
