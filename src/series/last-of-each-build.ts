import type { BuildPoints } from './series-point.ts';

/** Of a build that is there twice the last counts, as if one had been written after the other. */
export function lastOfEachBuild(builds: readonly BuildPoints[]): BuildPoints[] {
  const last = new Map<string, BuildPoints>();
  for (const one of builds) {
    const { repository, suite, runId } = one.build;
    last.set(JSON.stringify([repository, suite, runId]), one);
  }
  return [...last.values()];
}
