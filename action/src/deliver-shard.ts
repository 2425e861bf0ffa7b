import { countThings } from '../../src/report/pull-request/title.ts';
import type { BuildEvent } from '../../src/contract/documents.ts';
import type { StoredArtifact } from '../../src/transport/artifacts/artifact-store.ts';
import { packArtifact, type PackedArtifact } from '../../src/transport/artifacts/pack-artifact.ts';
import { type Emission, emitEvent } from '../../src/transport/events/emit-event.ts';
import { openArtifacts } from './open-artifacts.ts';
import type { Job } from './open-job.ts';

export interface Delivery {
  /** Absent where it could not be uploaded; then `why`. */
  stored?: StoredArtifact;
  why?: string;
  emission: Emission;
}

/**
 * Uploads what the shard measured, and tells that it is done. What goes wrong here is part of the result:
 * a job that is the whole build still gives the verdict over what it has measured.
 */
export async function deliverShard(job: Job, runFolder: string): Promise<Delivery> {
  const { log } = job;
  return log.group('Upload the results', async () => {
    const uploaded = await upload(job, runFolder);
    const emission = await emit(job, uploaded);
    log.output('event', emission.kind);
    log.say(
      emission.kind === 'sent'
        ? `sent the event of this shard to ${emission.to}`
        : describeSpooled(uploaded, emission),
    );
    return { ...uploaded, emission };
  });
}

/** Where an event is that was not sent, and why: plain text. */
export function describeSpooled(
  { stored }: Pick<Delivery, 'stored'>,
  { why }: Extract<Emission, { kind: 'spooled' }>,
): string {
  if (stored === undefined) return 'no event was sent: there is no artifact';
  return `the event is in the artifact only: ${why}`;
}

interface Uploaded extends Omit<Delivery, 'emission'> {
  /** Absent where there is no artifact that it could tell of. */
  event?: BuildEvent;
}

async function upload(job: Job, runFolder: string): Promise<Uploaded> {
  const { log } = job;
  try {
    const packed = await pack(job, runFolder);
    const stored = await (await openArtifacts(job)).upload(packed);
    log.output('artifact-id', stored.id);
    if (stored.sha256 !== undefined) log.output('artifact-digest', stored.sha256);
    log.say(`uploaded as artifact ${stored.id}`);
    return { stored, event: packed.event };
  } catch (error) {
    // A full disk, too: whatever it is, what was measured is there to be judged.
    const why = error instanceof Error ? error.message : String(error);
    log.warn(why);
    return { why };
  }
}

async function pack({ ci, inputs, log }: Job, runFolder: string): Promise<PackedArtifact> {
  const packed = await packArtifact({
    runFolder,
    into: ci.temporaryFolder,
    build: { repository: `${ci.repository.owner}/${ci.repository.name}`, runId: ci.runId },
    store: inputs.artifactsFolder === undefined ? 'github' : 'directory',
    now: new Date().toISOString(),
  });
  log.output('artifact-name', packed.name);
  log.say(
    `${packed.name}: ${packed.bytes.toLocaleString('en-US')} bytes in ${countThings(packed.files.length, 'file', 'files')}`,
  );
  return packed;
}

/** No event names an artifact that does not exist. */
async function emit(job: Job, { event }: Uploaded): Promise<Emission> {
  if (event === undefined) return { kind: 'spooled', why: 'the artifact was not uploaded' };
  const { kafka, kafkaDeadlineMs } = job.inputs;
  if (kafka.kind === 'none') return { kind: 'spooled', why: kafka.why };
  // Large, and most jobs have no brokers.
  const { openKafkaLog } = await import('../../src/transport/events/kafka.ts');
  return emitEvent(event, openKafkaLog(kafka.settings), kafkaDeadlineMs);
}
