import type { BuildPlan } from '../change/plan-build.ts';
import type { ObservationKey } from '../ledger/ledger.ts';
import { uniteObserved } from '../left-out/unite-observed.ts';
import type { LookPorts } from '../ports.ts';
import type { ObservationRecord } from '../../../src/contract/documents.ts';
import type { ArtifactHead, Readers } from '../../../src/settings/readers/readers.ts';
import { ArtifactRefused } from '../../../src/transport/artifacts/artifact-store.ts';
import type { Unpack } from '../../../src/transport/artifacts/collect-records.ts';

/** The observations of the tests of a shard. */
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

/** Only of a run of a push to the default branch: what is in there, a change cannot write. */
export function keepObserved(
  { ledger, nowMs }: Pick<LookPorts, 'ledger' | 'nowMs'>,
  suite: Pick<ObservationKey, 'repositoryId' | 'suite'>,
  plan: BuildPlan,
  observed: readonly Observed[],
): void {
  for (const { observation, shard } of observed) {
    const key = { ...suite, planDigest: plan.digest, shard };
    const known = ledger.findObservation(key, observation.commit, 0);
    const isKnown = known?.commit === observation.commit;
    ledger.keepObservation(key, isKnown ? uniteObserved(known, observation) : observation, nowMs());
  }
}
