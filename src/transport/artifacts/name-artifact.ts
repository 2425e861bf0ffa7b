import { createHash } from 'node:crypto';
import type { Shard } from '../../contract/documents.ts';

const longestSuite = 60;
const shape = /^perigee-.{1,80}-shard-([1-9]\d{0,2})-of-([1-9]\d{0,2})-attempt-([1-9]\d{0,8})$/;

/**
 * The name of a shard's artifact: unique for suite, shard and attempt, so that a re-run never meets
 * the name of the run before, and made of letters, digits, dots, underscores and hyphens alone.
 * Shards are counted from 1 in it, as people count.
 */
export function nameArtifact(suite: string, shard: Shard): string {
  return `perigee-${nameSuite(suite)}-shard-${shard.index + 1}-of-${shard.total}-attempt-${shard.attempt}`;
}

/** A name that had to be changed carries a digest: `a/b` and `a b` must not become one. */
export function nameSuite(suite: string): string {
  const safe = suite.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, longestSuite);
  if (safe === suite) return safe;
  const digest = createHash('sha256').update(suite).digest('hex').slice(0, 10);
  return `${safe}-${digest}`;
}

/** The shard that an artifact of this suite says it is from; undefined for any other artifact. */
export function readArtifactName(name: string, suite: string): Shard | undefined {
  const match = shape.exec(name);
  if (match === null) return undefined;
  const shard: Shard = {
    index: Number(match[1]) - 1,
    total: Number(match[2]),
    attempt: Number(match[3]),
  };
  return nameArtifact(suite, shard) === name ? shard : undefined;
}
