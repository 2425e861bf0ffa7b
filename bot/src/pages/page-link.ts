import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RunKey } from '../ledger/ledger.ts';

/** Where the report pages lie below the public address: `/reports/<key>/<run>`. */
export const pagesPath = '/reports/';

export interface PageLinks {
  /** Path of the page of a run. Whoever has it may read it: nobody can guess another one. */
  make(key: RunKey): string;
  /** @returns undefined for every address that was not made here */
  read(path: string): RunKey | undefined;
}

/** Of the HMAC: 128 bits. */
const macLength = 22;

/** @param secret that nobody else has; the links change with it */
export function createPageLinks(secret: string): PageLinks {
  // A secret for each use, so that no answer for one says anything about another.
  const own = createHmac('sha256', secret).update('perigee report pages').digest();
  const sign = ({ repositoryId, suite, runId }: RunKey): string =>
    createHmac('sha256', own)
      .update(JSON.stringify([repositoryId, suite, runId]))
      .digest('base64url')
      .slice(0, macLength);
  return {
    make: (key) => {
      const what = JSON.stringify([key.repositoryId, key.suite]);
      const name = Buffer.from(what).toString('base64url');
      return `${pagesPath}${name}.${sign(key)}/${key.runId}`;
    },
    read: (path) => {
      const match = /^\/reports\/([\w-]{1,2000})\.([\w-]{22})\/(\d{1,15})$/.exec(path);
      const [, name = '', mac = '', runId = ''] = match ?? [];
      const key = readName(name, Number(runId));
      if (key === undefined) return undefined;
      return timingSafeEqual(Buffer.from(sign(key)), Buffer.from(mac)) ? key : undefined;
    },
  };
}

function readName(name: string, runId: number): RunKey | undefined {
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
