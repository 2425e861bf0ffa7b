import { setTimeout as sleep } from 'node:timers/promises';
import { removeCgroup, type CgroupPath } from './cgroup.ts';

/** Removes a cgroup whose processes have just ended: the kernel may still hold it for a moment. */
export async function removeCgroupSoon(cgroup: CgroupPath): Promise<void> {
  for (let round = 0; round < 100 && !removeCgroup(cgroup); round += 1) await sleep(5);
}
