import type { BuildkiteBuild } from '../../../src/transport/buildkite/builds.ts';
import type { Change } from '../change/read-change.ts';

/**
 * The builds of the pipeline that measured this change. Buildkite builds a branch when it is pushed, and
 * begins nothing anew when a pull request is opened from it: that build has no number of one.
 * @returns oldest first
 */
export function findBuilds(builds: readonly BuildkiteBuild[], change: Change): BuildkiteBuild[] {
  return builds
    .filter((build) => build.commit === change.head && isBuildOf(build, change))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.number - b.number);
}

export function isBuildOf(
  { branch, pullRequest, source }: Pick<BuildkiteBuild, 'branch' | 'pullRequest' | 'source'>,
  change: Change,
): boolean {
  // A nightly build measures more, and by another plan.
  if (source === 'schedule') return false;
  switch (change.subject.kind) {
    case 'pull-request':
      if (pullRequest === change.subject.number) return true;
      // On one branch the build of another pull request may be the only one there will be. Its artifacts have to show
      // whether it was compared with the same base.
      return !change.fork && branch === change.headBranch;
    case 'merge-group':
      // Only GitHub makes branches of that name. A step could trigger a build that says so: see isOwnBuild.
      return branch?.startsWith(`gh-readonly-queue/${change.targetBranch}/`) === true;
    case 'push':
      return pullRequest === undefined && branch === change.targetBranch;
  }
}
