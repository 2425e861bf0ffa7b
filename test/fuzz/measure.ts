import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRandom } from '../../src/stats/random.ts';
import type { Entry, Prepared } from './entry.ts';

/** What one input may cost the thread that answers everybody else. */
export const bounds = { cpuMs: 100, bytes: 64 * 1024 * 1024 } as const;

/** A busy machine and a collection of garbage are no fault of the input: the least of so many counts. */
const repeats = 5;

export interface Fault {
  seed: number;
  what: string;
  input: string;
}

export interface Outcome {
  inputs: number;
  faults: Fault[];
  /** Of the input that took the most, as it was measured alone where it was above half a bound. */
  worst: { cpuMs: number; bytes: number };
}

interface Cost {
  cpuMs: number;
  bytes: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Sends inputs to an entry point. Each has a seed of its own, so that one that fails can be repeated alone.
 * @param first the seed of the first one; the others follow it
 */
export async function fuzz(
  entry: Entry,
  first: number,
  inputs: number,
  mostFaults = 3,
): Promise<Outcome> {
  const outcome: Outcome = { inputs: 0, faults: [], worst: { cpuMs: 0, bytes: 0 } };
  for (let seed = first; seed < first + inputs && outcome.faults.length < mostFaults; seed += 1) {
    outcome.inputs += 1;
    const prepared = entry.draw(createRandom(seed));
    const note = (what: string): void => {
      outcome.faults.push({ seed, what, input: prepared.show() });
    };
    try {
      let cost = await measure(prepared);
      if (cost.cpuMs > bounds.cpuMs / 2 || cost.bytes > bounds.bytes / 2)
        cost = await measureAlone(prepared);
      outcome.worst.cpuMs = Math.max(outcome.worst.cpuMs, cost.cpuMs);
      outcome.worst.bytes = Math.max(outcome.worst.bytes, cost.bytes);
      if (cost.cpuMs > bounds.cpuMs) note(`${Math.round(cost.cpuMs)} ms of CPU`);
      if (cost.bytes > bounds.bytes) note(`${Math.round(cost.bytes / 2 ** 20)} MiB of memory`);
    } catch (error) {
      note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  return outcome;
}

/** The CPU time of this thread: a machine that others keep busy does not count. */
async function measure(prepared: Prepared): Promise<Cost> {
  const memory = process.memoryUsage();
  const before = process.threadCpuUsage();
  await prepared.run();
  const { user, system } = process.threadCpuUsage(before);
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.external - memory.heapUsed - memory.external;
  return { cpuMs: (user + system) / 1000, bytes };
}

async function measureAlone(prepared: Prepared): Promise<Cost> {
  const least: Cost = { cpuMs: Infinity, bytes: Infinity };
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    collectGarbage();
    const { cpuMs, bytes } = await measure(prepared);
    least.cpuMs = Math.min(least.cpuMs, cpuMs);
    least.bytes = Math.min(least.bytes, bytes);
  }
  return least;
}
