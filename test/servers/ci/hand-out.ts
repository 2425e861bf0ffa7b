import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../listen.ts';

/** A token of the API has no business at the storage. @returns one sentence for each that was sent */
export function listSecrets(headers: IncomingHttpHeaders): string[] {
  const sent = ['authorization', 'cookie'].filter((name) => headers[name] !== undefined);
  return sent.map((name) => `${name} was sent to the storage`);
}

/** Whoever has the address may read. */
export function handOut(url: URL, content: Buffer | undefined): Answer {
  const isSigned = url.searchParams.get('sig') === 'signed';
  if (content === undefined || !isSigned) return { status: 403, body: 'AuthenticationFailed' };
  return { status: 200, bytes: content };
}
