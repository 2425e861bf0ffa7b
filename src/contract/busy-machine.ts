import type { Problem } from './documents.ts';

/** The share of the time in which something waited for a CPU beyond which a machine is called busy. */
export const busyShare = 0.1;

export const machineBusy = 'machine-busy';

/** Whether a problem says that the machine, and not the change, disturbed what was measured. */
export function isMachineBusy({ code }: Pick<Problem, 'code'>): boolean {
  return code === machineBusy;
}
