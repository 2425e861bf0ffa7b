import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Side } from '../contract/documents.ts';
import type { Execution } from '../contract/execution.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { Bench } from './bench.ts';
import { nameLog } from './journal/log-path.ts';

/**
 * Runs one test once on one side.
 * @returns the execution, and its log relative to the run's folder
 */
export async function executeTest(
  bench: Bench,
  test: SuiteTest,
  side: Side,
  repeat: number | 'warm-up',
): Promise<Execution & { log: string }> {
  const log = nameLog(test.name, bench.tests.indexOf(test), side, repeat);
  const logFile = join(bench.runDirectory, log);
  await mkdir(dirname(logFile), { recursive: true });
  const execution = await bench.ports.execute({
    command: test.command,
    directory: join(bench.checkouts[side], test.directory),
    environment: bench.environmentOf(test),
    timeoutMs: test.timeoutMs,
    logFile,
    services: bench.services,
    signal: bench.ports.signal,
  });
  bench.estimate.note({ test: test.name, side }, execution.durationNs / 1e6);
  return { ...execution, log };
}
