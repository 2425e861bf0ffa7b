import type { BuildPage } from '../answers.ts';
import { pageOf } from '../repository/page-of.ts';
import type { RouteContext } from './route.ts';

export function listBuilds({ catalogue, describeBuild, given }: RouteContext): BuildPage {
  const exact = (['suite', 'branchKind', 'pullRequest'] as const).filter(
    (key) => given[key] !== undefined,
  );
  const { commit = '' } = given;
  const found = catalogue.builds.filter(
    (build) =>
      exact.every((key) => build[key] === given[key]) && build.commit.startsWith(String(commit)),
  );
  const { items, next } = pageOf(found, given, ({ runId, suite }) => `${suite}\u0000${runId}`);
  return {
    builds: items.map((one) => describeBuild(one)),
    next,
  };
}
