import type { Shard } from '../../../src/contract/documents.ts';
import type { StoredArtifact } from '../../../src/transport/artifacts/artifact-store.ts';
import type { Placed, Run } from './run.ts';

/** Runs and artifacts are of two services of GitHub, and their clocks may differ. */
const slackMs = 5_000;

/**
 * The attempt of a workflow run that an artifact was measured in. Any job may give its artifact any name, so the
 * name has to fit the time of the upload: what comes while a later attempt is at work is none of an earlier one.
 */
export function placeByTime(
  { attempt: newest, startedAtMs = NaN }: Pick<Run, 'attempt' | 'startedAtMs'>,
  { createdAtMs = NaN }: Pick<StoredArtifact, 'createdAtMs'>,
  { attempt }: Pick<Shard, 'attempt'>,
): Placed {
  if (attempt > newest) return { refusal: `the newest attempt of its run is ${newest}` };
  if (attempt < newest && createdAtMs > startedAtMs + slackMs) {
    return { refusal: `it was uploaded after attempt ${newest} of its run had begun` };
  }
  if (attempt === newest && newest > 1 && createdAtMs < startedAtMs - slackMs) {
    return { refusal: `it was uploaded before attempt ${newest} of its run began` };
  }
  return { attempt };
}
