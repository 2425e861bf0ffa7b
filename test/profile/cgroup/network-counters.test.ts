import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NetworkCounters } from '../../../src/profile/cgroup/network-counters.ts';
import { createRunCgroup, removeRunCgroup } from '../../../src/profile/cgroup/run-cgroup.ts';
import { loadSystemCalls } from '../../../src/profile/host/system-calls.ts';

const calls = await loadSystemCalls();
const probe = createRunCgroup();
const first = calls && probe ? NetworkCounters.attach(calls, [probe]) : undefined;
first?.close();
if (probe !== undefined) removeRunCgroup(probe);

/** The most programs of one kind that the kernel takes for one cgroup. */
const mostPrograms = 64;
let run: string;
beforeEach(() => {
  run = createRunCgroup() ?? '';
});
afterEach(() => removeRunCgroup(run));

// Needs root and cgroup v2: without them there are no counters to attach.
test.skipIf(first === undefined)(
  'a cgroup that outlives the counters, as that of a service, keeps no program',
  () => {
    const service = mkdtempSync(join(run, 'service-'));
    const own = join(run, 'own');
    for (let round = 0; round <= mostPrograms; round += 1) {
      mkdirSync(own);
      const counters = calls && NetworkCounters.attach(calls, [own, service]);
      expect(counters?.read(), `round ${round}`).toMatchObject({ sentBytes: 0 });
      counters?.close();
      rmdirSync(own);
    }
  },
);
