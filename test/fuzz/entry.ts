import * as fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A place where text or bytes from outside are parsed, matched or rendered: see docs/threat-model.md. */
export interface Entry {
  name: string;
  /** @throws with the seed and the smallest input that was found, for the first fault */
  check(seed: number, inputs: number): Promise<void>;
}

export interface EntryParts<Input, Answer> {
  name: string;
  /** Of the inputs of a short run, where each takes long. */
  share?: number;
  input: fc.Arbitrary<Input>;
  /** Each was a fault once: 100,000 inputs find what the 250 of every run do not. */
  foundOnce?: readonly Input[];
  /** Calls the real function. @throws Broken where the answer does harm */
  run(input: Input): Answer | Promise<Answer>;
  /** Reads the answer with other programs: what they cost is not measured. */
  judge?: (answer: Answer) => void;
  /** Errors that are an answer: of these classes, and no others. */
  refusals?: readonly (abstract new (...facts: never[]) => Error)[];
}

/** The answer of a function breaks what docs/threat-model.md promises. */
export class Broken extends Error {}

export function expectThat(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Broken(otherwise);
}

/** What one input may cost the thread that answers everybody else. */
export const bounds = { cpuMs: 100, bytes: 64 * 1024 * 1024 } as const;
/** A refusal is read by a person, in a comment or a terminal. */
const longestRefusal = 20_000;
/** A busy machine and a collection of garbage are no fault of the input: one of so many has to be cheap. */
const tries = 5;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

export function describeEntry<Input, Answer>(parts: EntryParts<Input, Answer>): Entry {
  const { name, share = 1, input, foundOnce = [], run, judge, refusals = [] } = parts;
  const answer = async (drawn: Input): Promise<Answer | undefined> => {
    try {
      return await run(drawn);
    } catch (error) {
      if (!refusals.some((each) => error instanceof each)) throw error;
      const { length } = (error as Error).message;
      expectThat(length <= longestRefusal, `a refusal of ${length} characters`);
      return undefined;
    }
  };
  const property = fc.asyncProperty(input, async (drawn) => {
    let given: Answer | undefined;
    await holdBounds(async () => {
      given = await answer(drawn);
    });
    if (given !== undefined) judge?.(given);
  });
  return {
    name,
    check: (seed, inputs) =>
      fc.assert(property, {
        seed,
        numRuns: foundOnce.length + Math.ceil(inputs * share),
        examples: foundOnce.map((one): [Input] => [one]),
        includeErrorInReport: true,
      }),
  };
}

async function holdBounds(work: () => Promise<void>): Promise<void> {
  let excess = await measure(work);
  for (let again = 1; excess !== undefined && again < tries; again += 1) {
    collectGarbage();
    excess = await measure(work);
  }
  expectThat(excess === undefined, excess ?? '');
}

/** The CPU time of this thread: a machine that others keep busy does not count. @returns what was too much */
async function measure(work: () => Promise<void>): Promise<string | undefined> {
  const memory = process.memoryUsage();
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.external - memory.heapUsed - memory.external;
  const cpuMs = (user + system) / 1000;
  if (cpuMs > bounds.cpuMs) return `${Math.round(cpuMs)} ms of CPU`;
  return bytes > bounds.bytes ? `${Math.round(bytes / 2 ** 20)} MiB of memory` : undefined;
}
