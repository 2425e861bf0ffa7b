import { parseHttpDate } from '../../contract/units.ts';

/** How long to wait where a platform says that it is too much and not for how long; then twice that. */
const firstWaitMs = 60_000;
const longestGuessMs = 15 * 60_000;
/** GitHub's window is an hour; after two hours we ask again in any case. */
const longestWaitMs = 2 * 60 * 60_000;

/** The window says how many requests are left, and when there are more. */
interface Window {
  left: string;
  readResetMs(headers: Headers): number | undefined;
}

/** Limits of GitHub; at Buildkite those of an organisation and of the token's user. */
const windows: readonly Window[] = [
  { left: 'x-ratelimit-remaining', readResetMs: readResetOfGithub },
  { left: 'ratelimit-remaining', readResetMs: (all) => readMs(all, 'ratelimit-reset') },
  { left: 'ratelimit-user-remaining', readResetMs: (all) => readMs(all, 'ratelimit-user-reset') },
];

export interface LimitAnswer {
  status: number;
  headers: Headers;
  /** The start of the body. */
  text: string;
}

/**
 * How long no further request may be sent; undefined where nothing is limited.
 *
 * GitHub answers 403 or 429 for its hourly limit (`x-ratelimit-remaining: 0`, `x-ratelimit-reset` in
 * seconds since 1970) and for its secondary limits (`retry-after` in seconds, or words alone).
 * Buildkite answers 429 (`ratelimit-reset` in seconds from now, and `ratelimit-user-reset`). The answer that
 * takes the last request of a window is a good one, and says by its headers that the next will not be.
 * @param earlier limits in a row that did not say how long
 */
export function readLimitMs(answer: LimitAnswer, earlier: number): number | undefined {
  const { headers } = answer;
  const exhausted = windows.filter(({ left }) => readSeconds(headers, left) === 0);
  if (exhausted.length === 0 && !isLimited(answer)) return undefined;
  const asked = readRetryAfterMs(headers) ?? readLastResetMs(headers, exhausted);
  if (asked !== undefined) return Math.min(asked, longestWaitMs);
  return isLimited(answer) ? Math.min(firstWaitMs * 2 ** earlier, longestGuessMs) : undefined;
}

/** Whether it was refused for a limit: the same request is welcome later. */
export function isLimited({ status, headers, text }: LimitAnswer): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return (
    headers.get('x-ratelimit-remaining') === '0' ||
    headers.has('retry-after') ||
    /rate limit|abuse detection/i.test(text)
  );
}

/** `Retry-After`, which is in seconds or a date. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const seconds = readSeconds(headers, 'retry-after');
  if (seconds !== undefined) return seconds * 1000;
  const until = parseHttpDate(headers.get('retry-after') ?? '');
  const from = Date.parse(headers.get('date') ?? '');
  return Number.isFinite(until - from) ? Math.max(0, until - from) : undefined;
}

/** When the last of several exhausted windows resets. */
function readLastResetMs(headers: Headers, exhausted: readonly Window[]): number | undefined {
  const resets = exhausted.flatMap((each) => each.readResetMs(headers) ?? []);
  return resets.length === 0 ? undefined : Math.max(...resets);
}

/** By the server's clock alone: ours may be wrong. */
function readResetOfGithub(headers: Headers): number | undefined {
  const reset = readSeconds(headers, 'x-ratelimit-reset');
  const now = Date.parse(headers.get('date') ?? '');
  if (reset === undefined || !Number.isFinite(now)) return undefined;
  // The header of the time has no fractions of a second.
  return Math.max(0, reset * 1000 - now) + 1000;
}

function readMs(headers: Headers, name: string): number | undefined {
  const seconds = readSeconds(headers, name);
  return seconds === undefined ? undefined : seconds * 1000;
}

function readSeconds(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
