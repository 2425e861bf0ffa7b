import type { StarterPorts } from '../../../src/suite/starter/findings.ts';

/** A machine on which no program can be started. */
export const noPorts: StarterPorts = {
  note: () => undefined,
  run: () => Promise.resolve({ status: undefined, output: '', durationMs: 0 }),
};
