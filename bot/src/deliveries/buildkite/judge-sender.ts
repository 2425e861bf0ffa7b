import type { IncomingHttpHeaders } from 'node:http';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether the sender of a webhook has the token, as far as its headers say. */
export type Sender =
  | { kind: 'known' }
  /** Its body has to bear it out. */
  | { kind: 'signed'; isBy(body: Buffer): boolean }
  /** `why` is one line for the sender. */
  | { kind: 'refused'; why: string };

/** Recorded signatures expire. Clocks may differ by as much. */
const longestAgeMs = 300_000;

/**
 * Buildkite sends its token in plain text, or signs the time and the body with it.
 * @param nowMs since 1970
 */
export function judgeSender(headers: IncomingHttpHeaders, token: string, nowMs: number): Sender {
  const signed = headers['x-buildkite-signature'];
  if (signed !== undefined) return judgeSignature(String(signed), token, nowMs);
  const sent = headers['x-buildkite-token'];
  if (sent === undefined) {
    return refused('neither X-Buildkite-Token nor X-Buildkite-Signature was sent');
  }
  return isSame(String(sent), token)
    ? { kind: 'known' }
    : refused('X-Buildkite-Token is not bot.buildkite.webhookToken');
}

function judgeSignature(header: string, token: string, nowMs: number): Sender {
  const parts = new Map(
    header.split(',').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim(), value.trim()];
    }),
  );
  const timestamp = parts.get('timestamp') ?? '';
  const signature = parts.get('signature') ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) {
    return refused('X-Buildkite-Signature is not timestamp=…,signature=…');
  }
  if (Math.abs(nowMs - Number(timestamp) * 1000) > longestAgeMs) {
    return refused('it was signed more than five minutes from now: replayed, or a clock is wrong');
  }
  return {
    kind: 'signed',
    isBy: (body) => {
      const hmac = createHmac('sha256', token).update(`${timestamp}.`).update(body);
      return isSame(signature, hmac.digest('hex'));
    },
  };
}

function refused(why: string): Sender {
  return { kind: 'refused', why };
}

/** Takes as long for what is nearly right as for what is all wrong, whatever their lengths. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
