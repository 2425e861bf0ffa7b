import { UserError } from '../../src/contract/user-error.ts';

export interface Input {
  /** As in action.yml. */
  name: string;
  /** Trimmed. */
  text: string;
}

/** An error that a workflow's author can act on. */
export function refuseInput({ name, text }: Input, expected: string, remedy?: string): UserError {
  return new UserError({
    where: `input ${name}`,
    seen: text === '' ? 'it is empty' : JSON.stringify(text.slice(0, 200)),
    expected,
    ...(remedy === undefined ? {} : { remedy }),
  });
}

/** @param least the smallest and, with `most`, the largest that makes sense */
export function readCount(input: Input, least: number, most: number): number {
  const count = /^\d{1,9}$/.test(input.text) ? Number(input.text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw refuseInput(input, `a whole number from ${least} to ${most}`);
}

/** @param absent what an empty text stands for */
export function readOneOf<Choice extends string>(
  input: Input,
  choices: readonly Choice[],
  absent: Choice,
): Choice {
  if (input.text === '') return absent;
  const chosen = choices.find((choice) => choice === input.text);
  if (chosen !== undefined) return chosen;
  throw refuseInput(input, `one of ${choices.join(', ')}`);
}

/** What YAML 1.2 calls a truth value, as GitHub's own actions take it. */
export function readSwitch(input: Input, absent: boolean): boolean {
  if (input.text === '') return absent;
  if (/^(true|True|TRUE)$/.test(input.text)) return true;
  if (/^(false|False|FALSE)$/.test(input.text)) return false;
  throw refuseInput(input, 'true or false');
}

/**
 * Both are given or have their defaults of 1 from action.yml. An empty one is an expression of the
 * workflow that came out empty, and every job would measure the same shard.
 * @returns the index counted from 0
 */
export function readShard(shard: Input, total: Input): { index: number; total: number } {
  const remedy = 'write shard: ${{ matrix.shard }} and the number of shards as shard-total';
  for (const input of [shard, total]) {
    if (input.text === '')
      throw refuseInput(input, 'a number; an expression came out empty', remedy);
  }
  const count = readCount(total, 1, 256);
  if (shard.text === '0') {
    throw refuseInput(
      shard,
      `shards are counted from 1: 1 to ${count}`,
      'matrix: shard: [1, 2, …]',
    );
  }
  return { index: readCount(shard, 1, count) - 1, total: count };
}

export function refuseLines(input: Input): Input {
  if (!/\p{Cc}/u.test(input.text)) return input;
  throw refuseInput(input, 'one line of text');
}
