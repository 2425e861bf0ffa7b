import { Refused, Unavailable } from '../platform-errors.ts';
import type { RestAnswer } from './sender.ts';

/** A token that does not work is for the operator to replace: until then, this often. */
const askAgainMs = 60_000;

/**
 * The JSON of a good answer.
 * @throws Refused, Unavailable
 */
export function readAnswer(service: string, what: string, answer: RestAnswer): unknown {
  const { status, text } = answer;
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new Refused('ci-strange-answer', `${service} answered no JSON for ${what}`, {
        cause,
      });
    }
  }
  const said = `${service} said ${status} for ${what}`;
  if (status === 401) {
    const message = `${said}: the token is invalid or was revoked`;
    throw new Unavailable(message, { retryAfterMs: askAgainMs });
  }
  if (status === 403) throw new Refused('ci-not-allowed', `${said}: the token may not read it`);
  if (status === 404 || status === 410) {
    throw new Refused('ci-not-found', `${said}: it is not there, or the token may not see it`);
  }
  throw new Refused('ci-strange-answer', said);
}
