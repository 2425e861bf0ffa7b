import type { IncomingMessage } from 'node:http';

/** Bytes of bodies that are being read at the same time: anybody can send one, signed or not. */
export interface BodyBudget {
  /** @returns false when there is no room now */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createBodyBudget(total: number): BodyBudget {
  let taken = 0;
  return {
    take: (bytes) => {
      if (taken + bytes > total) return false;
      taken += bytes;
      return true;
    },
    give: (bytes) => {
      taken -= bytes;
    },
  };
}

export type Body = { kind: 'body'; text: string } | { kind: 'too-large' } | { kind: 'no-room' };

/**
 * Reads what was sent, as UTF-8. What is too large is not read to its end.
 * @throws when the connection is cut
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  budget: BodyBudget,
): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { kind: 'too-large' };
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    const room = bytes + chunk.length <= maxBytes && budget.take(chunk.length);
    if (!room) {
      request.pause();
      resolve({ kind: bytes + chunk.length > maxBytes ? 'too-large' : 'no-room' });
      return;
    }
    bytes += chunk.length;
    chunks.push(chunk);
  });
  request.once('end', () =>
    resolve({ kind: 'body', text: Buffer.concat(chunks).toString('utf8') }),
  );
  request.once('error', reject);
  request.once('close', () => reject(new Error('the connection was cut')));
  return promise.finally(() => budget.give(bytes));
}
