/** Why GitHub did not do what it was asked. Never thrown: what a job may do is part of its result. */
export interface Refusal {
  kind:
    /** The token may not: that of a fork, of a schedule without permissions, of a locked conversation. */
    | 'not-allowed'
    /** Too much text, or text that GitHub does not take. */
    | 'not-accepted'
    /** Overloaded, rate limited or not reached: another try may help. */
    | 'not-now';
  /** One sentence for a person, without its full stop. */
  why: string;
  /** What GitHub asks to wait. */
  waitMs?: number;
}

interface Answered {
  /** false: the connection failed. */
  isAnswer: boolean;
  status: number;
  message: string;
  headers: Record<string, unknown>;
}

/**
 * Reads an error of the client.
 * @throws the error itself when it is a defect: neither an answer nor a connection that failed
 */
export function readRefusal(error: unknown): Refusal {
  const answer = readAnswer(error);
  const { status, message, headers } = answer;
  const words = shorten(message);
  if (!answer.isAnswer) return { kind: 'not-now', why: `GitHub did not answer (${words})` };
  const said = `GitHub said ${status}: ${words}`;
  if (isRateLimit(answer)) {
    const seconds = Number(headers['retry-after']);
    const waitMs = Number.isFinite(seconds) ? { waitMs: seconds * 1000 } : {};
    return { kind: 'not-now', why: `too many requests (${said})`, ...waitMs };
  }
  if (status === 401) return { kind: 'not-allowed', why: `the token is not valid (${said})` };
  if (status === 403 || status === 404 || status === 410) {
    return { kind: 'not-allowed', why: `this job may not do that (${said})` };
  }
  if (status >= 500) return { kind: 'not-now', why: said };
  return { kind: 'not-accepted', why: said };
}

/** GitHub answers 403 for a limit too; then it names the limit in a header or in words. */
function isRateLimit({ status, message, headers }: Answered): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return (
    headers['x-ratelimit-remaining'] === '0' ||
    headers['retry-after'] !== undefined ||
    /rate limit/i.test(message)
  );
}

function readAnswer(error: unknown): Answered {
  if (!(error instanceof Error) || !('status' in error)) throw error;
  const { status, message } = error;
  const response: unknown = 'response' in error ? error.response : undefined;
  const isAnswer = typeof response === 'object' && response !== null && 'headers' in response;
  const headers: unknown = isAnswer ? response.headers : undefined;
  return {
    isAnswer,
    status: typeof status === 'number' ? status : 500,
    message,
    headers: typeof headers === 'object' && headers !== null ? { ...headers } : {},
  };
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}
