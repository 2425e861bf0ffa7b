import { busyShare, machineBusy, measureWaiting, stolenShare } from '../contract/busy-machine.ts';
import type { Problem, Profile, RunRecord } from '../contract/documents.ts';

/** More are counted: it is one sentence. */
const mostNamed = 3;

/**
 * Says where other work took the CPUs while the tests ran, on the machine or beside it on its host: one
 * problem of each kind for the build, the worst shard first.
 *
 * Tests with more threads than there are CPUs wait for themselves. But something waits only while every CPU
 * is at work, and tests that use a share u of all CPUs can keep all of them at work for no more than u of the
 * time. What was waited beyond u is not theirs, unless they are pinned to some of the CPUs. The disk has no such
 * bound: who writes waits for it, on a quiet machine too.
 */
export function findBusyMachines(records: readonly RunRecord[]): Problem[] {
  return [...findWaiting(records), ...findStolenTime(records)];
}

function findWaiting(records: readonly RunRecord[]): Problem[] {
  const busy = records
    .flatMap((record) => {
      const waiting = measureWaiting(record);
      return waiting !== undefined && waiting.waited - waiting.used > busyShare
        ? [{ shard: record.shard, waited: waiting.waited }]
        : [];
    })
    .sort((a, b) => b.waited - a.waited);
  if (busy.length === 0) return [];
  const named = busy.slice(0, mostNamed).map(({ shard, waited }, place) => {
    const share = `${Math.round(waited * 100)}%${place === 0 ? ' of the time' : ''}`;
    return shard.total === 1 ? share : `${share} (shard ${shard.index + 1})`;
  });
  const left = busy.length - named.length;
  const more = left === 0 ? '' : ` and also on ${left} more ${left === 1 ? 'shard' : 'shards'}`;
  const message = `While this was measured, something waited for a CPU ${named.join(', ')}${more}, more than the tests’ own work explains: times were disturbed. Measure again when the machine is quiet; CPU time (cpu.total) suffers less.`;
  return [{ code: machineBusy, message }];
}

/** Says where the host gave the CPUs of a virtual machine to others: one problem for the build. */
function findStolenTime(records: readonly RunRecord[]): Problem[] {
  const stolen = records
    .flatMap((record) => {
      const share = meanShare(record.profiles, 'stealShare');
      return share === undefined || share <= stolenShare ? [] : [{ shard: record.shard, share }];
    })
    .sort((a, b) => b.share - a.share);
  const [worst] = stolen;
  if (worst === undefined) return [];
  const where = worst.shard.total === 1 ? '' : ` (shard ${worst.shard.index + 1})`;
  const more = stolen.length === 1 ? '' : `, and less on ${stolen.length - 1} more`;
  const message = `The host gave ${Math.round(worst.share * 100)}% of the CPU time of this virtual machine to others${where}${more}: times were disturbed. Measure on a machine with CPUs of its own, or when the host is quiet.`;
  return [{ code: machineBusy, message }];
}

/** Over all executions that tell; long ones count for more. */
export function meanShare(
  profiles: readonly Profile[],
  key: 'stealShare' | 'throttledShare',
): number | undefined {
  let [durationNs, sum] = [0, 0];
  for (const { hostLoad, durationNs: took } of profiles) {
    const share = hostLoad?.[key];
    if (share === undefined) continue;
    durationNs += took;
    sum += Math.min(1, share) * took;
  }
  return durationNs === 0 ? undefined : sum / durationNs;
}
