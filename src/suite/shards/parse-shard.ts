import { UserError } from '../../contract/user-error.ts';
import { formatText } from '../format-value.ts';
import { shardsAtMost } from './shard-of.ts';

/** One shard of so many. */
export interface ShardChoice {
  /** From 0. */
  index: number;
  total: number;
}

/**
 * Reads what a person or a workflow says: `2/4` is the second of four.
 * @param where the option or input that it came from
 * @throws UserError when it is not a shard
 */
export function parseShard(text: string, where: string): ShardChoice {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim());
  if (match === null) {
    throw new UserError({
      where,
      seen: `${formatText(text)} is not a shard`,
      expected: 'its number and how many there are, e.g. 2/4 for the second of four',
    });
  }
  return checkShard(Number(match[1]), Number(match[2]), where);
}

/**
 * @param number of the shard, from 1
 * @throws UserError when there is no such shard
 */
export function checkShard(number: number, total: number, where: string): ShardChoice {
  checkTotal(total, where);
  if (Number.isInteger(number) && number >= 1 && number <= total) {
    return { index: number - 1, total };
  }
  throw new UserError({
    where,
    seen: `shard ${number} of ${total}`,
    expected: `a number from 1 to ${total}`,
    remedy: 'shards count from 1',
  });
}

/** @throws UserError when so many shards cannot be */
export function checkTotal(total: number, where: string): number {
  if (Number.isInteger(total) && total >= 1 && total <= shardsAtMost) return total;
  throw new UserError({
    where,
    seen: `${total} shards`,
    expected: `a whole number from 1 to ${shardsAtMost}`,
  });
}
