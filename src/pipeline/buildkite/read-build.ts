import { isCommitId } from '../../contract/commit.ts';
import { UserError } from '../../contract/user-error.ts';
import { nameOfClone } from '../../transport/buildkite/names.ts';
import { type Environment, isOnBuildkite, readVariable, readWhole } from './read-variable.ts';

/** The build that a job belongs to, as what it leaves has to name it. */
export interface BuildkiteBuild {
  /** `organisation/pipeline/number`. */
  runId: string;
  /** Owner and name of the repository, if its address tells. */
  repository?: string;
  attempt: number;
  /** Full id; absent where the build is of whatever a branch was when it began. */
  commit?: string;
}

/**
 * @returns undefined where this is no job of Buildkite
 * @throws UserError when a variable is missing, or is not what an agent sets
 */
export function readBuild(environment: Environment): BuildkiteBuild | undefined {
  if (!isOnBuildkite(environment)) return undefined;
  const [organisation, pipeline, number] = ['ORGANIZATION_SLUG', 'PIPELINE_SLUG', 'BUILD_NUMBER']
    .map((name) => readVariable(environment, `BUILDKITE_${name}`))
    .map(refuseSlash);
  const repository = nameOfClone(readVariable(environment, 'BUILDKITE_REPO'));
  const commit = readCommit(environment);
  return {
    runId: `${organisation}/${pipeline}/${number}`,
    repository,
    attempt: readAttempt(environment),
    commit,
  };
}

/** How often this job was begun, from 1. Buildkite counts how often it was retried. */
export function readAttempt(environment: Environment): number {
  return (readWhole(environment, 'BUILDKITE_RETRY_COUNT') ?? 0) + 1;
}

/** A build that a person starts may be of `HEAD`. */
export function readCommit(environment: Environment): string | undefined {
  const commit = readVariable(environment, 'BUILDKITE_COMMIT');
  return isCommitId(commit) ? commit : undefined;
}

function refuseSlash(part: string): string {
  if (/^[\w.-]{1,100}$/.test(part)) return part;
  throw new UserError({
    where: 'BUILDKITE_ORGANIZATION_SLUG, BUILDKITE_PIPELINE_SLUG, BUILDKITE_BUILD_NUMBER',
    seen: `${JSON.stringify(part.slice(0, 100))} is no part of the address of a build`,
    expected: 'for example acme, sync and 42',
  });
}
