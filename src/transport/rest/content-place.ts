import { Refused } from '../platform-errors.ts';

/** Content can be fetched there without a token, for about a minute. */
export type ContentPlace = { kind: 'at'; url: URL } | { kind: 'gone' };

/**
 * The place of content, by an answer.
 * @param location as the answer has it
 * @throws Refused
 */
export function readPlace(
  service: string,
  what: string,
  location: string | null | undefined,
  asked: URL,
): ContentPlace {
  const text = location ?? '';
  const url = text !== '' && URL.canParse(text, asked) ? new URL(text, asked) : undefined;
  // An attacker on the way to the API could send us anywhere; on the way to storage too.
  if (url !== undefined && isSafePlace(url, asked)) return { kind: 'at', url };
  throw new Refused('ci-strange-answer', `${service} did not say where ${what} lies`);
}
/**
 * An attacker on the way could replace what is fetched. Loopback is exempt, which is where tests have their servers.
 * @param from where the address came from, or the address itself where that is not known
 */
export function isSafePlace({ protocol, hostname }: URL, from: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && isLoopback(hostname) && isLoopback(from.hostname);
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
