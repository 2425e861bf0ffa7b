import type { BuildPoints } from './series-point.ts';

/** If a build appears twice, the last one counts, as if written after the first. */
export function lastOfEachBuild(builds: readonly BuildPoints[]): BuildPoints[] {
  const last = new Map<string, BuildPoints>();
  for (const one of builds) {
    const { repository, suite, runId } = one.build;
    last.set(JSON.stringify([repository, suite, runId]), one);
  }
  return [...last.values()];
}
