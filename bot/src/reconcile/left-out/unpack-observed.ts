import type { ObservationRecord } from '../../../../src/contract/documents.ts';
import type { ArtifactHead, Readers } from '../../../../src/serving/readers/readers.ts';
import { ArtifactRefused } from '../../../../src/transport/artifacts/artifact-store.ts';
import type { Unpack } from '../../../../src/transport/artifacts/collect-records.ts';

/** What was observed of the tests of a shard. */
export interface Observed {
  shard: number;
  observation: ObservationRecord;
}

/** A record, and the observation beside it. One that cannot be used leaves the record as it is. */
export function unpackObserved(
  readers: Pick<Readers, 'unpackHead' | 'unpackObservation'>,
): Unpack<ArtifactHead & Partial<Observed>> {
  return async (name, contents, origin, limits) => {
    const head = await readers.unpackHead(name, contents, origin, limits);
    try {
      const { after, before, tests } = head.record;
      const record = { after, before, tests };
      const observation = await readers.unpackObservation(contents, record, limits);
      return observation === undefined ? head : { ...head, observation };
    } catch (error) {
      if (!(error instanceof ArtifactRefused)) throw error;
      return head;
    }
  };
}
