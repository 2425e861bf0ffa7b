import { exitCode, UserError } from '../../contract/user-error.ts';
import type { ArtifactToUpload } from './artifact-store.ts';

/** Nothing was overwritten: the name is taken already. */
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
export function explainUpload(artifact: ArtifactToUpload, error: unknown): UserError {
  const message = error instanceof Error ? error.message : String(error);
  // A duplicate is answered with 409, which the client passes on in its text alone.
  if (message.includes('(409)')) return nameTaken(artifact.name, 'artifacts of this run', error);
  if (lacksService(error)) return noService(artifact, error);
  return new UserError({
    where: artifact.folder,
    seen: `the artifact "${artifact.name}" could not be uploaded: ${firstLine(message)}`,
    expected: 'GitHub to take it, as it does when it works normally',
    remedy: `run the job again; what was measured is in the folder above until the runner is gone. ${otherServer}`,
    exitCode: exitCode.couldNotMeasure,
    cause: error,
  });
}

/** The same for the job that reads what others uploaded. */
export function explainList(error: unknown): UserError {
  const message = error instanceof Error ? error.message : String(error);
  const isLacking = lacksService(error);
  return new UserError({
    where: 'artifacts of this run',
    seen: isLacking ? noServiceHere : `they cannot be listed: ${firstLine(message)}`,
    expected: 'the artifacts that the shards uploaded',
    remedy: isLacking
      ? 'let every shard leave them in a folder (input artifacts-folder), carry it with actions/upload-artifact@v3 and actions/download-artifact@v3, and give this job the same input'
      : `run the job again. ${otherServer}`,
    exitCode: exitCode.couldNotMeasure,
    cause: error,
  });
}

/** Such as the one of act, which tries a workflow on one machine. */
const otherServer =
  'Where this is no server of GitHub, as with act, give every job the input artifacts-folder: a folder that all of them see';

const noServiceHere =
  'this runner has no artifact service that a current action can use, as on GitHub Enterprise Server';

/** The client itself refuses if it knows that there is none; otherwise its variables are missing. */
function lacksService(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'GHESNotSupportedError' ||
    /ACTIONS_(RUNTIME_TOKEN|RESULTS_URL)/.test(error.message)
  );
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 300);
}

function noService(artifact: ArtifactToUpload, cause: unknown): UserError {
  return new UserError({
    where: artifact.folder,
    seen: noServiceHere,
    expected: 'github.com, or GitHub Enterprise Cloud',
    remedy:
      'give every job the input artifacts-folder, and carry that folder from the shards to the report ' +
      `with actions/upload-artifact@v3 and actions/download-artifact@v3 (this one is "${artifact.name}")`,
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}
