import type { Placement } from './balance.ts';
import { shardOf } from './shard-of.ts';

/**
 * The pins that bring tests from where they are to where they shall be: one for every test that moves, and
 * one for every pin that names a shard which is no longer there.
 * @param pins of the suite, before
 */
export function planPins(
  pins: ReadonlyMap<string, number>,
  today: Placement,
  placement: Placement,
  total: number,
): Map<string, number> {
  const changed = new Map<string, number>();
  for (const [name, shard] of pins) {
    if (shard >= total) changed.set(name, placement.get(name) ?? shardOf(name, total));
  }
  for (const [name, shard] of placement) {
    if (today.get(name) !== shard) changed.set(name, shard);
  }
  return changed;
}

/** The pins that hold with so many shards; a test whose shard is gone goes where its name says. */
export function keepPins(
  pins: ReadonlyMap<string, number>,
  total: number,
): ReadonlyMap<string, number> {
  return new Map([...pins].filter(([, shard]) => shard < total));
}
