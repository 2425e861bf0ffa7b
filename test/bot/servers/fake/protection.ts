import type { FakeRepository, RequiredCheck } from './state.ts';

/** What has to be good before a merge into the branch, by its protection and by rulesets. */
export function listRequired(repository: FakeRepository, branch: string): RequiredCheck[] {
  const { protections, rules } = repository;
  return [...(protections.get(branch) ?? []), ...(rules.get(branch) ?? [])];
}

/**
 * The required checks that are not good at a commit: the newest of a name counts, and skipped or neutral
 * ones are good.
 */
export function listMissingChecks(
  repository: FakeRepository,
  branch: string,
  commit: string,
): string[] {
  return listRequired(repository, branch)
    .filter(({ context, appId }) => {
      const runs = repository.checks.filter(
        ({ name, head, appId: by }) =>
          name === context && head === commit && (appId === undefined || appId === by),
      );
      const newest = runs.sort((a, b) => b.id - a.id)[0];
      const isGood = ['success', 'neutral', 'skipped'].includes(newest?.conclusion ?? '');
      return newest?.status !== 'completed' || !isGood;
    })
    .map(({ context }) => context);
}
