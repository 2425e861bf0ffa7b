import type { Problem, RunRecord } from '../contract/documents.ts';
import { isAlone } from '../contract/sides.ts';
import { findMismatch, nameRecord } from './expected-build.ts';

/**
 * A record that the records of another build outvote.
 * @param own one of theirs
 */
export function describeForeign(record: RunRecord, own: RunRecord | undefined): Problem {
  const mismatch =
    own &&
    findMismatch(record, {
      suite: own.suite,
      before: own.before.commit,
      after: own.after.commit,
      isAlone: isAlone(own.plan),
      planDigest: own.plan.digest,
      shardTotal: own.shard.total,
    });
  if (mismatch !== undefined) return { code: 'foreign-shard', message: mismatch.message };
  const message = `${nameRecord(record)} was left out: it plans another number of repeats`;
  return { code: 'foreign-shard', message };
}

export function describeMissing(index: number, total: number): Problem {
  return {
    code: 'missing-shard',
    message: `shard ${index + 1} of ${total} is missing: its tests were not compared`,
  };
}

export function describeDuplicate(kept: RunRecord, other: RunRecord): Problem {
  const { index, attempt } = kept.shard;
  const claim = `attempt ${attempt} of shard ${index + 1}`;
  const message =
    kept.id === other.id
      ? `two different records of run ${kept.id} say they are ${claim}; the one that ended last is used`
      : `runs ${kept.id} and ${other.id} both say they are ${claim}; the first is used`;
  return { code: 'duplicate-shard', message };
}

/** Measuring again is allowed, and has to be seen: who repeats until it is green has no gate. */
export function describeSuperseded(kept: RunRecord, other: RunRecord): Problem {
  return {
    code: 'superseded-shard',
    message: `${nameRecord(other)} was measured again: attempt ${kept.shard.attempt} counts instead of attempt ${other.shard.attempt}`,
  };
}
