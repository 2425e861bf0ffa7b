import { Refused, type RefusedCode, Unavailable } from '../../../src/transport/platform-errors.ts';
import { describeFailure } from '../../../src/transport/rest/sender.ts';
import { readRetryAfterMs } from '../../../src/transport/rest/rate-limit.ts';

/** An answer of GitHub that is none of those that were hoped for. */
export interface BadAnswer {
  status: number;
  headers: Headers;
  /** What it says in words. */
  message: string;
  /** Asked for a token of an installation, before the request itself. */
  isAboutToken: boolean;
}

/** A key that does not work is for the operator to replace: until then, this often. */
const askAgainMs = 60_000;
const longestWords = 200;

/** @param what that was asked for, e.g. "run 812 of acme/sync" */
export function explainAnswer(what: string, answer: BadAnswer): Refused | Unavailable {
  const { status, headers, isAboutToken } = answer;
  if (status >= 500) {
    const retryAfterMs = readRetryAfterMs(headers);
    return new Unavailable(`GitHub is out of order (${status})`, {
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  const said = `GitHub said ${status} for ${isAboutToken ? 'a token of the installation' : what}`;
  if (status === 401) {
    const message = `${said}: the id or the key of the app is invalid or was revoked`;
    return new Unavailable(message, { retryAfterMs: askAgainMs, status });
  }
  const code = isAboutToken ? 'ci-not-allowed' : codeOf(status);
  return new Refused(code, `${said}: ${findReason(answer)}`, {
    ...{ status, isOfInstallation: isAboutToken },
  });
}

function codeOf(status: number): RefusedCode {
  if (status === 403) return 'ci-not-allowed';
  return status === 404 || status === 410 ? 'ci-not-found' : 'ci-strange-answer';
}

function findReason({ status, message, isAboutToken }: BadAnswer): string {
  if (isAboutToken) return 'the app is not installed there any more, or is suspended';
  if (status === 403) return `the app may not do it (${shorten(message)})`;
  if (status === 404 || status === 410) return 'it is not there, or the app may not see it';
  return shorten(message);
}

/** @param cause what the client says is behind it */
export function explainSilence(cause: unknown): Unavailable {
  return new Unavailable(`GitHub did not answer: ${describeFailure(cause)}`);
}

/** One line, and not for the reader to hide anything in. */
function shorten(words: string): string {
  const line = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > longestWords ? `${line.slice(0, longestWords)}…` : line;
}
