import { createHash } from 'node:crypto';
import { type SeriesIdentity, seriesKey } from '../../contract/series-key.ts';

/** Sixteen characters: the same series has the same id in every store of its repository. */
export function seriesId(suite: string, series: SeriesIdentity): string {
  return createHash('sha256')
    .update(`${suite}\u0000${seriesKey(series)}`)
    .digest('base64url')
    .slice(0, 16);
}
