import type { ArtifactReference } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import type { BuildOrigin } from '../transport/artifacts/describe-shard.ts';
import type { BuildkiteBuild } from '../pipeline/buildkite/read-build.ts';
import { nameRepository } from './name-repository.ts';
import type { PackOptions } from './options.ts';

/** Which build an artifact is of, and where it is going to be. */
export interface ArtifactOrigin extends BuildOrigin {
  store: ArtifactReference['store'];
}

/**
 * What the person says wins over what the CI says.
 * @param root of the user's repository
 * @param ci the build that this job belongs to
 * @throws UserError when neither says it
 */
export function nameOrigin(
  root: string,
  options: PackOptions,
  ci: BuildkiteBuild | undefined,
): ArtifactOrigin {
  const runId = options.build ?? ci?.runId;
  const store = options.store ?? (ci === undefined ? undefined : 'buildkite');
  if (runId === undefined || store === undefined) throw refuseUnnamed(runId, store);
  if (runId.length === 0 || runId.length > longestRunId) {
    throw new UserError({
      where: '--build',
      seen: `a name of ${runId.length} characters`,
      expected: `the CI's own id of the build, of 1 to ${longestRunId} characters`,
    });
  }
  return { repository: nameRepository(root, options.repository ?? ci?.repository), runId, store };
}

/** As the schema of events has it. */
const longestRunId = 200;

function refuseUnnamed(runId: string | undefined, store: string | undefined): UserError {
  const missing = [
    ...(runId === undefined ? ['--build <id>'] : []),
    ...(store === undefined ? ['--store github, buildkite or directory'] : []),
  ];
  return new UserError({
    where: missing.map((option) => option.split(' ')[0]).join(', '),
    seen: 'nothing says which build this run is of: this is no job of Buildkite',
    expected: 'the build as its CI knows it, and where its artifacts are kept',
    remedy: `in a container of such a job, pass on its variables (the docker plugin does with propagate-environment: true); elsewhere add ${missing.join(' and ')}; to hand a run to the service directly: perigee publish`,
  });
}
