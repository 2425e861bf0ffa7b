import { createHash } from 'node:crypto';
import type { Side } from '../../contract/documents.ts';

/**
 * Which side of a pair runs first. It depends on nothing but the seed, the test and the pair, so that a
 * resumed run goes on in the same order. Pairs 2k and 2k+1 take opposite orders and a coin decides which
 * comes first: neither side gains from its place, and nothing periodic can fall into step.
 *
 * @param pair from 0; warm-up rounds count down from -1
 */
export function orderPair(seed: number, test: string, pair: number): readonly [Side, Side] {
  const block = Math.floor(pair / 2);
  const digest = createHash('sha256').update(`${seed}\n${block}\n${test}`).digest();
  const coin = (digest[0] ?? 0) & 1;
  return (coin ^ (pair & 1)) === 0 ? ['before', 'after'] : ['after', 'before'];
}
