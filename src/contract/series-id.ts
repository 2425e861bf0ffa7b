import { createHash } from 'node:crypto';
import { type SeriesIdentity, seriesKey } from './series-key.ts';

/** Sixteen characters: the same in every store of a repository and on every page of a build. */
export function seriesId(suite: string, series: SeriesIdentity): string {
  return createHash('sha256')
    .update(`${suite}\u0000${seriesKey(series)}`)
    .digest('base64url')
    .slice(0, 16);
}
