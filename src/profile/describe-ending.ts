import { constants } from 'node:os';
import { countThings } from '../contract/count-things.ts';
import type { Outcome } from '../contract/documents.ts';
import type { Ending } from './launch/wait-for-end.ts';

/** The limit of the contract; a name in it may be of any length. */
const longestMessage = 2000;

export function explain(message: string): Outcome {
  return { status: 'not-started', message: message.slice(0, longestMessage) };
}

export const why: Record<Ending['kind'], string> = {
  ended: 'the test ended',
  gone: 'the launcher of the test was killed',
  'timed-out': 'the test was ended at its time limit',
  interrupted: 'the run was interrupted',
};

const signalNames = new Map<number, string>(
  Object.entries(constants.signals).map(([name, number]) => [number, name]),
);

export function describeOutcome(ending: Ending): Outcome {
  if (ending.kind === 'timed-out' || ending.kind === 'interrupted') return { status: ending.kind };
  if (ending.kind === 'gone') return { status: 'failed', message: ending.message };
  if (ending.status === 0) return { status: 'passed', exitCode: 0 };
  const signal = signalNames.get(ending.status - 128);
  return { status: 'failed', exitCode: ending.status, signal };
}

/** @param left negative for a process group, of which only that it is there is known */
export function describeLeft(left: readonly number[]): string {
  const isCounted = left.every((pid) => pid > 0);
  const what = isCounted ? countThings(left.length, 'process', 'processes') : 'processes';
  return `the test ended and left ${what} running; Perigee ended them`;
}

export function describeStuck(pids: number[]): string {
  return `processes ${pids.slice(0, 10).join(', ')} could not be ended`;
}
