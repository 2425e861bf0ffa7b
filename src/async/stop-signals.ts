import { readFileSync } from 'node:fs';

/**
 * The signals that ask this process to end: Ctrl-C, a CI that cancels, and a terminal that closes. What was started
 * to outlive its terminal (`nohup`) ignores the last one, and goes on doing so.
 */
export const stopSignals: readonly NodeJS.Signals[] = ignoresHangup()
  ? ['SIGINT', 'SIGTERM']
  : ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** As the kernel says, before anything listens; only Linux tells. */
function ignoresHangup(): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return mask !== undefined && (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}
