import { readFileSync, readlinkSync } from 'node:fs';

const goesOn = outlivesTerminal();
if (goesOn) process.on('SIGHUP', () => undefined);

/**
 * The signals that ask this process to end: Ctrl-C, a CI that cancels, Ctrl-\, a limit of CPU time, and a terminal that
 * closes. What was started to outlive its terminal (`nohup`) goes on.
 */
export const stopSignals: readonly NodeJS.Signals[] = [
  ...(['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGXCPU'] as const),
  ...(goesOn ? [] : (['SIGHUP'] as const)),
];

/**
 * Node.js restores the default of every signal before anything of ours runs, so what `nohup` ignored is told by its
 * traces: what the shell called, where it led the output, or a shell that ignores it itself, also before the launcher that
 * found this Node. Only Linux shows them.
 */
function outlivesTerminal(): boolean {
  try {
    const environment = readFileSync('/proc/self/environ', 'utf8');
    const [, called = ''] = /(?:^|\0)_=([^\0]*)/.exec(environment) ?? [];
    const caller = /(?:^|\0)PERIGEE_CALLER=(\d+)/.exec(environment)?.[1] ?? process.ppid;
    const parent = readFileSync(`/proc/${caller}/status`, 'utf8');
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(parent)?.[1] ?? '0';
    const output = readlinkSync('/proc/self/fd/1');
    return (
      (BigInt(`0x${mask}`) & 1n) === 1n ||
      [called, output].some((one) => /\/nohup(\.out)?$/.test(one))
    );
  } catch {
    return false;
  }
}
