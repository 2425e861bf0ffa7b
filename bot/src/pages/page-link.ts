import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RunKey } from '../ledger/ledger.ts';

/** The path of report pages below the public address: `/reports/<key>/<run>`. */
export const pagesPath = '/reports/';

export interface PageLinks {
  /** Path of the page of a run. Anyone with the path may read it: another one cannot be guessed. */
  make(key: RunKey): string;
  /** @returns undefined for every address that was not made here */
  read(path: string): RunKey | undefined;
}

/** Length of the HMAC: 128 bits. */
const macLength = 22;
/** Each character that may stand in one, escaped. */
const longestPath = 7_000;

/** @param secret known to this service alone; the links change with it */
export function createPageLinks(secret: string): PageLinks {
  // A secret for each use, so that no answer for one says anything about another.
  const own = createHmac('sha256', secret).update('perigee report pages').digest();
  const sign = ({ repositoryId, suite, runId }: RunKey): string =>
    createHmac('sha256', own)
      // The number of a run of GitHub is signed as one: links of before there were others stay good.
      .update(JSON.stringify([repositoryId, suite, isNumber(runId) ? Number(runId) : runId]))
      .digest('base64url')
      .slice(0, macLength);
  return {
    make: (key) => {
      const what = JSON.stringify([key.repositoryId, key.suite]);
      const name = Buffer.from(what).toString('base64url');
      // The slashes of a build's name stay: servers in front of us refuse addresses with %2F, or decode it.
      const run = key.runId.split('/').map(encodeURIComponent).join('/');
      return `${pagesPath}${name}.${sign(key)}/${run}`;
    },
    read: (path) => {
      if (path.length > longestPath) return undefined;
      const match = /^\/reports\/([\w-]{1,2000})\.([\w-]{22})\/([\w/-]{1,250})$/.exec(decode(path));
      const [, name = '', mac = '', runId = ''] = match ?? [];
      const key = readName(name, runId);
      if (key === undefined) return undefined;
      return timingSafeEqual(Buffer.from(sign(key)), Buffer.from(mac)) ? key : undefined;
    },
  };
}

function isNumber(runId: string): boolean {
  return /^[1-9]\d{0,14}$/.test(runId);
}

/**
 * Any character may come escaped: writers of Markdown do it to `_`, and servers in front of us to others.
 * @returns the path as it was made; empty where it cannot be decoded
 */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

function readName(name: string, runId: string): RunKey | undefined {
  try {
    const value = JSON.parse(Buffer.from(name, 'base64url').toString('utf8')) as unknown;
    if (!Array.isArray(value)) return undefined;
    const [repositoryId, suite] = value as unknown[];
    if (typeof repositoryId !== 'number' || typeof suite !== 'string') return undefined;
    return { repositoryId, suite, runId };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
