import { exitCode, UserError } from '../../contract/user-error.ts';
import type { PackedArtifact } from './pack-artifact.ts';

/** Nothing was overwritten: somebody has that name already. */
export function nameTaken(name: string, where: string, cause: unknown): UserError {
  return new UserError({
    where,
    seen: `an artifact "${name}" is there already, and artifacts are never replaced`,
    expected: 'one job for each suite, shard and attempt of a run',
    remedy:
      'give every job of the matrix its own `shard`, and jobs that measure different suites ' +
      'different suite names',
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}

/**
 * Says in our words why GitHub did not take an artifact. The client has no class for most causes, so
 * its texts have to be told apart.
 */
export function explainUpload(artifact: PackedArtifact, error: unknown): UserError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // A duplicate is answered with 409, which the client passes on in its text alone.
  if (message.includes('(409)')) return nameTaken(artifact.name, 'artifacts of this run', error);
  if (name === 'GHESNotSupportedError' || /ACTIONS_(RUNTIME_TOKEN|RESULTS_URL)/.test(message)) {
    return noService(artifact, error);
  }
  const reason = message.split('\n')[0] ?? '';
  return new UserError({
    where: artifact.folder,
    seen: `the artifact "${artifact.name}" could not be uploaded: ${reason.slice(0, 300)}`,
    expected: 'GitHub to take it, as it does when it works normally',
    remedy: 'run the job again; what was measured is in the folder above until the runner is gone',
    exitCode: exitCode.couldNotMeasure,
    cause: error,
  });
}

function noService(artifact: PackedArtifact, cause: unknown): UserError {
  return new UserError({
    where: artifact.folder,
    seen: 'this runner has no artifact service that a current action can use, as on GitHub Enterprise Server',
    expected: 'github.com, or GitHub Enterprise Cloud',
    remedy:
      `upload the folder above with actions/upload-artifact@v3 under the name "${artifact.name}", ` +
      'fetch all of them with actions/download-artifact@v3 in the report job, and give that job ' +
      'the folder that it downloads to',
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}
