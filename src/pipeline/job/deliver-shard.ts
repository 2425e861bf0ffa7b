import { exitCode, UserError } from '../../contract/user-error.ts';
import { countThings } from '../../contract/count-things.ts';
import { type Block, note, paragraph } from '../../report/blocks.ts';
import type { BuildEvent, RunRecord } from '../../contract/documents.ts';
import type { ArtifactStore } from '../../transport/artifacts/artifact-store.ts';
import { packArtifact, type PackedArtifact } from '../../transport/artifacts/pack-artifact.ts';
import { type Emission, emitEvent } from '../../transport/eventlog/emit-event.ts';
import type { Delivery, Job } from './job.ts';

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

/** Whether all that the shard had to measure was measured, and others can have it. */
export function isDelivered({ status }: Pick<RunRecord, 'status'>, { stored }: Delivery): boolean {
  return stored !== undefined && status !== 'interrupted';
}

/** @throws UserError where others count on what could not be uploaded */
export function requireUpload({ stored, why = 'no reason is known' }: Delivery): void {
  if (stored !== undefined) return;
  throw new UserError({
    seen: `the results could not be uploaded: ${why}`,
    expected: 'an artifact, from which the report gives the verdict',
    remedy: 'run this job again',
    exitCode: exitCode.couldNotMeasure,
  });
}

/** The place of an event that was not sent, and why: plain text. */
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
    const store = await job.openArtifacts();
    const packed = await pack(job, runFolder, store.kind);
    const stored = await store.upload(packed);
    log.output('artifact-id', stored.id);
    if (stored.sha256 !== undefined) log.output('artifact-digest', stored.sha256);
    log.say(`uploaded as artifact ${stored.id}`);
    return { stored, event: packed.event };
  } catch (error) {
    // A full disk, too: whatever it is, what was measured is there to be judged.
    const message = error instanceof Error ? error.message : String(error);
    log.warn(message);
    if (!(error instanceof UserError)) return { why: message };
    // In a sentence, an error has one line.
    const { remedy, seen } = error.facts;
    return { why: remedy === undefined ? seen : `${seen}; to do: ${remedy}` };
  }
}

async function pack(
  { ci, log }: Job,
  runFolder: string,
  store: ArtifactStore['kind'],
): Promise<PackedArtifact> {
  const packed = await packArtifact({
    runFolder,
    into: ci.temporaryFolder,
    build: ci.build,
    store,
    now: new Date().toISOString(),
  });
  log.output('artifact-name', packed.name);
  log.say(
    `${packed.name}: ${packed.bytes.toLocaleString('en-US')} bytes in ${countThings(packed.files.length, 'file')}`,
  );
  return packed;
}

/** No event names an artifact that does not exist. */
async function emit(job: Job, { event }: Uploaded): Promise<Emission> {
  if (event === undefined) return { kind: 'spooled', why: 'the artifact was not uploaded' };
  const { kafka, kafkaDeadlineMs } = job.request;
  if (kafka.kind === 'none') return { kind: 'spooled', why: kafka.why };
  // Large, and most jobs have no brokers.
  const { openKafkaLog } = await import('../../transport/eventlog/kafka.ts');
  return emitEvent(event, openKafkaLog(kafka.settings), kafkaDeadlineMs);
}

/** The place of the results, for the summary of a job. */
export function describeStored({ stored, why }: Pick<Delivery, 'stored' | 'why'>): Block[] {
  return stored === undefined
    ? note('warning', [`The results could not be uploaded: ${why ?? 'no reason is known'}`])
    : paragraph(
        'Artifact ',
        { code: stored.name },
        `, ${stored.bytes.toLocaleString('en-US')} bytes.`,
      );
}
