import { cutText } from '../../contract/cut-text.ts';
import { Refused, type RefusedCode, Unavailable } from '../platform-errors.ts';
import type { RestAnswer } from './sender.ts';

/** Credentials that do not work are for the operator to replace: until then, this often. */
const askAgainMs = 60_000;
const longestWords = 200;

/**
 * The JSON of a good answer; undefined where it is empty.
 * @param asker for messages: what the platform knows us by
 * @throws Refused, Unavailable
 */
export function readAnswer(
  service: string,
  what: string,
  answer: RestAnswer,
  asker: 'app' | 'token' = 'token',
): unknown {
  const { status, text } = answer;
  if (status < 200 || status >= 300) throw explainAnswer(service, what, answer, asker);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refused('ci-strange-answer', `${service} answered no JSON for ${what}`, { cause });
  }
}

/** An answer that is none of those that were hoped for. */
export function explainAnswer(
  service: string,
  what: string,
  { status, text }: RestAnswer,
  asker: 'app' | 'token',
): Refused | Unavailable {
  const said = `${service} said ${status} for ${what}`;
  if (status === 401) {
    const key = asker === 'app' ? 'the id or the key of the app' : 'the token';
    const message = `${said}: ${key} is invalid or was revoked`;
    return new Unavailable(message, { retryAfterMs: askAgainMs, status });
  }
  const words = readWords(text);
  if (status === 403) {
    const reason = words === '' ? '' : ` (${words})`;
    return refuse('ci-not-allowed', `${said}: the ${asker} may not do it${reason}`, status);
  }
  if (status === 404 || status === 410) {
    const message = `${said}: it is not there, or the ${asker} may not see it`;
    return refuse('ci-not-found', message, status);
  }
  return refuse('ci-strange-answer', words === '' ? said : `${said}: ${words}`, status);
}

function refuse(code: RefusedCode, message: string, status: number): Refused {
  return new Refused(code, message, { status });
}

/** Its message: one line, in which nothing can be hidden from the reader. */
function readWords(text: string): string {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    // A proxy answers with a page.
    return '';
  }
  if (typeof said !== 'object' || said === null || !('message' in said)) return '';
  const errors: unknown = 'errors' in said ? said.errors : undefined;
  const more = Array.isArray(errors)
    ? `: ${errors.map((each) => JSON.stringify(each)).join(', ')}`
    : '';
  const line = `${String(said.message)}${more}`.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return cutText(line, longestWords);
}
