import type { BuildEvent } from '../../src/contract/documents.ts';
import { UserError } from '../../src/contract/user-error.ts';
import type { StoredArtifact } from '../../src/transport/artifacts/artifact-store.ts';
import { packArtifact } from '../../src/transport/artifacts/pack-artifact.ts';
import { type Emission, emitEvent } from '../../src/transport/events/emit-event.ts';
import { openArtifacts } from './open-artifacts.ts';
import type { Job } from './open-job.ts';

export interface Delivery {
  artifact: string;
  /** Absent where it could not be uploaded; then `why`. */
  stored?: StoredArtifact;
  why?: string;
  emission: Emission;
}

/**
 * Uploads what the shard measured, and tells that it is done. Neither fails the job: a job of its own
 * still gives its verdict, and a report names the shard that it misses.
 */
export async function deliverShard(job: Job, runFolder: string): Promise<Delivery> {
  const { ci, log } = job;
  return log.group('Upload the results', async () => {
    const packed = await packArtifact({
      runFolder,
      into: ci.temporaryFolder,
      build: { repository: `${ci.repository.owner}/${ci.repository.name}`, runId: ci.runId },
      store: job.inputs.artifactsFolder === undefined ? 'github' : 'directory',
      now: new Date().toISOString(),
    });
    log.output('artifact-name', packed.name);
    log.say(`${packed.name}: ${packed.bytes} bytes in ${packed.files.length} files`);
    const uploaded = await upload(job, packed);
    const emission = await emit(job, packed.event, uploaded.stored !== undefined);
    log.output('event', emission.kind);
    log.say(
      emission.kind === 'sent'
        ? `told ${emission.to} that the shard is done`
        : `the event is in the artifact only: ${emission.why}`,
    );
    return { artifact: packed.name, ...uploaded, emission };
  });
}

async function upload(
  job: Job,
  packed: Awaited<ReturnType<typeof packArtifact>>,
): Promise<Pick<Delivery, 'stored' | 'why'>> {
  const { log } = job;
  try {
    const stored = await (await openArtifacts(job)).upload(packed);
    log.output('artifact-id', stored.id);
    if (stored.sha256 !== undefined) log.output('artifact-digest', stored.sha256);
    log.say(`uploaded as artifact ${stored.id}`);
    return { stored };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    log.warn(error.message);
    return { why: error.message };
  }
}

/** Nobody is told of an artifact that is not there. */
async function emit(job: Job, event: BuildEvent, isStored: boolean): Promise<Emission> {
  if (!isStored) return { kind: 'spooled', why: 'the artifact was not uploaded' };
  const { kafka, kafkaDeadlineMs } = job.inputs;
  if (kafka.kind === 'none') return { kind: 'spooled', why: kafka.why };
  // Large, and most jobs have no brokers.
  const { openKafkaLog } = await import('../../src/transport/events/kafka.ts');
  return emitEvent(event, openKafkaLog(kafka.settings), kafkaDeadlineMs);
}
