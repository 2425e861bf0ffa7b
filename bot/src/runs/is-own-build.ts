import type { BuildkiteBuild, BuildkiteBuilds } from '../../../src/transport/buildkite/builds.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';

/** A step of a triggered build may trigger another one. */
const mostSteps = 3;

/**
 * Whether only its own commit influenced a build. The steps of a pull request can trigger a build of
 * any commit and branch, with any environment: it would speak for the change of another author. What a build of
 * the same commit has triggered is its own.
 * @throws Unavailable
 */
export async function isOwnBuild(
  builds: Pick<BuildkiteBuilds, 'readOrigin'>,
  { commit, source, triggeredFrom }: BuildkiteBuild,
  signal: AbortSignal,
): Promise<boolean> {
  let by = { source, triggeredFrom };
  for (let step = 0; step < mostSteps && by.source === 'trigger_job'; step++) {
    const parent =
      by.triggeredFrom === undefined
        ? undefined
        : await builds.readOrigin(by.triggeredFrom, signal).catch(takeRefused);
    if (parent?.commit !== commit) return false;
    by = { source: parent.source, triggeredFrom: parent.triggeredFrom };
  }
  return by.source !== 'trigger_job';
}

/** An unreadable build may be anything. */
function takeRefused(error: unknown): undefined {
  if (error instanceof Refused) return undefined;
  throw error;
}
