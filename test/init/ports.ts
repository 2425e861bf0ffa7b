import { readResults } from '../../src/adapters/read-results.ts';
import type { StarterPorts } from '../../src/init/findings.ts';

/** A machine on which no program can be started. */
export const noPorts: StarterPorts = {
  checkOut: () => Promise.resolve(undefined),
  readResults,
  startCases: () => [],
  note: () => undefined,
  run: () => Promise.resolve({ status: undefined, output: '', durationMs: 0 }),
};
