import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';

/** Notes in the record how long the programs of the tests take to start, so that a report can say what that hides. */
export async function measureStarts(bench: Bench): Promise<void> {
  const { measureStart, signal } = bench.ports;
  if (measureStart === undefined) return;
  const logs = join(bench.runDirectory, 'logs');
  await mkdir(logs, { recursive: true });
  for (const planned of bench.record.tests) {
    const test = bench.tests.find(({ name }) => name === planned.name);
    if (test === undefined || signal.aborted) continue;
    const startNs = await measureStart({
      command: test.command,
      directory: join(bench.checkouts.after, test.directory),
      environment: bench.environmentOf(test),
      logFile: join(logs, 'starts.log'),
      signal,
    });
    if (startNs !== undefined) planned.startNs = startNs;
  }
}
