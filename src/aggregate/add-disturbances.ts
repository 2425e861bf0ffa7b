import { busyShare, stolenShare, throttledShare } from '../contract/busy-machine.ts';
import type { Disturbed, Profile, RunRecord, TestOutcome } from '../contract/documents.ts';
import { meanShare, measureWaiting } from './find-busy-machines.ts';

/** Says of each test what the machine took from it, where that is enough to matter. */
export function addDisturbances(
  tests: readonly TestOutcome[],
  records: readonly RunRecord[],
): TestOutcome[] {
  const found = new Map<string, Disturbed>();
  for (const { host, profiles } of records) {
    for (const [test, own] of Map.groupBy(profiles, (one) => one.test)) {
      const disturbed = describe(host, own);
      if (Object.keys(disturbed).length > 0) found.set(test, disturbed);
    }
  }
  return tests.map((test) => {
    const disturbed = found.get(test.name);
    return disturbed === undefined ? test : { ...test, disturbed };
  });
}

function describe(host: RunRecord['host'], profiles: Profile[]): Disturbed {
  const waiting = measureWaiting({ host, profiles });
  const waited = waiting === undefined ? 0 : waiting.waited - waiting.used;
  const stolen = meanShare(profiles, 'stealShare') ?? 0;
  const throttled = meanShare(profiles, 'throttledShare') ?? 0;
  return {
    ...(waited > busyShare ? { cpuWaitShare: waited } : {}),
    ...(stolen > stolenShare ? { stealShare: stolen } : {}),
    ...(throttled > throttledShare ? { throttledShare: throttled } : {}),
  };
}
