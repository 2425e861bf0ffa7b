import { createHash } from 'node:crypto';
import type { Side } from '../../contract/documents.ts';

/**
 * Which pairs of ten the other side begins. Each side begins five of ten, and two or three of the first five. These
 * are among the orders that spread what disturbs every second, third, … eighth run most evenly: decision 189.
 */
const evenOrders = ['0001101110', '0011110100', '0001110110', '0011101100'] as const;

/**
 * Which side of a pair runs first. It depends on nothing but the seed, the test and the pair, so that a
 * resumed run goes on in the same order. For every ten pairs one of the orders is drawn, and the side that begins.
 *
 * @param pair from 0; warm-up rounds count down from -1
 */
export function orderPair(seed: number, test: string, pair: number): readonly [Side, Side] {
  const ten = Math.floor(pair / 10);
  const digest = createHash('sha256').update(`${seed}\n${ten}\n${test}`).digest();
  const order = evenOrders[(digest[1] ?? 0) % evenOrders.length] ?? evenOrders[0];
  const isFlipped = order[pair - 10 * ten] === '1';
  const coin = ((digest[0] ?? 0) & 1) === 1;
  return coin === isFlipped ? ['before', 'after'] : ['after', 'before'];
}
