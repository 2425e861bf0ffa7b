import type { Random } from '../../src/stats/random.ts';

/** A place where text or bytes from outside are parsed, matched or rendered: see docs/threat-model.md. */
export interface Entry {
  name: string;
  /** Of the inputs of a short run, where each takes long to draw. */
  share: number;
  /** Draws one input and prepares it. What it does is not measured; `show` is for a person who repeats it. */
  draw(random: Random): Prepared;
}

export interface Prepared {
  /** Calls the real function and judges its answer. @throws for everything that is no answer and no refusal */
  run(): void | Promise<void>;
  show(): string;
}

export interface EntryParts<Input> {
  name: string;
  share?: number;
  draw(random: Random): Input;
  /** @throws Broken where the answer does harm */
  run(input: Input): void | Promise<void>;
  /** Errors that are an answer: of these classes, and no others. */
  refusals?: readonly (abstract new (...facts: never[]) => Error)[];
}

/** The answer of a function breaks what docs/threat-model.md promises. */
export class Broken extends Error {}

export function expectThat(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Broken(otherwise);
}

const longestShown = 2_000;
/** A refusal is read by a person, in a comment or a terminal. */
const longestRefusal = 20_000;

export function describeEntry<Input>(parts: EntryParts<Input>): Entry {
  const { name, share = 1, draw, run, refusals = [] } = parts;
  return {
    name,
    share,
    draw: (random) => {
      const input = draw(random);
      return {
        run: async () => {
          try {
            await run(input);
          } catch (error) {
            const isRefusal = refusals.some((each) => error instanceof each);
            if (!isRefusal) throw error;
            const { message } = error as Error;
            expectThat(
              message.length <= longestRefusal,
              `a refusal of ${message.length} characters`,
            );
          }
        },
        show: () => showInput(input),
      };
    },
  };
}

function showInput(input: unknown): string {
  if (Buffer.isBuffer(input))
    return `${input.length} bytes ${input.toString('base64').slice(0, longestShown)}`;
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return `${text.length} characters ${JSON.stringify(text.slice(0, longestShown))}`;
}
