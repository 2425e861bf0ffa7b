import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { leadsOut, listHidden } from './execute-test.ts';

/** Notes in the record how long the programs of the tests take to start, so that a report can say what that hides. */
export async function measureStarts(bench: Bench): Promise<void> {
  const { measureStart, signal } = bench.ports;
  if (measureStart === undefined) return;
  const logs = join(bench.runDirectory, 'logs');
  await mkdir(logs, { recursive: true });
  for (const planned of bench.record.tests) {
    const test = bench.tests.find(({ name }) => name === planned.name);
    if (test === undefined || signal.aborted) continue;
    const directory = join(bench.checkouts.after, test.directory);
    if (leadsOut(bench.checkouts.after, directory)) continue;
    const measure = (): Promise<number | undefined> =>
      measureStart({
        command: test.command,
        directory,
        environment: bench.environmentOf(test),
        logFile: join(logs, 'starts.log'),
        hidden: listHidden(bench, 'after'),
        signal,
      });
    // It may load code of the change: a plugin, or a configuration that lies beside it.
    const startNs = await (bench.sideWatch?.watch('after', measure) ?? measure());
    if (startNs !== undefined) planned.startNs = startNs;
  }
}
