import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { StoreUnavailable } from '../series-store.ts';
import { defaultTimeoutMs, type InfluxSettings } from './influx-settings.ts';

/** The requests that we make of InfluxDB, each as the server answers it: nothing is buffered or tried again. */
export interface Connection {
  readonly name: string;
  readonly settings: InfluxSettings;
  /**
   * @param lines of the line protocol, with times in nanoseconds
   * @throws LinesRefused when the lines, or some of them, are at fault; StoreUnavailable for all else
   */
  write(lines: string, signal: AbortSignal): Promise<void>;
  /** @throws LinesRefused for a status that waiting does not change; StoreUnavailable for all else */
  request(path: string, request: InfluxRequest): Promise<unknown>;
  /** Ends what is under way; its callers hear StoreUnavailable. */
  close(): void;
}

export interface InfluxRequest {
  method: 'GET' | 'POST' | 'PATCH';
  /** A text is sent as it is, all else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** The server read the request and found fault with it. */
export class LinesRefused extends Error {
  override readonly name = 'LinesRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What the request is about is not there: the bucket, the organisation. An operator can make it. */
export class NotFound extends StoreUnavailable {}

/** A tenth larger than at the usual level, for a third of the work. */
const gzipLevel = 1;
/** Bad lines; too many of them at once; some of them bad. */
const faultStatuses: ReadonlySet<number> = new Set([400, 413, 422]);

export function connect(settings: InfluxSettings): Connection {
  const { url, token, organisation, bucket, timeoutMs = defaultTimeoutMs } = settings;
  const name = `InfluxDB bucket ${bucket} at ${new URL(url).host}`;
  const root = url.replace(/\/+$/, '');
  const target = new URLSearchParams({ org: organisation, bucket, precision: 'ns' });
  const closing = new AbortController();

  return { name, settings, write, request, close: () => closing.abort() };

  async function write(lines: string, signal: AbortSignal): Promise<void> {
    const packed = await promisify(gzip)(lines, { level: gzipLevel });
    const headers = { 'content-type': textType, 'content-encoding': 'gzip' };
    await send(`/api/v2/write?${target}`, { method: 'POST', body: packed, headers }, signal);
  }

  async function request(path: string, one: InfluxRequest): Promise<unknown> {
    const { method, body, headers, signal } = one;
    const isText = typeof body === 'string';
    const content = isText || body === undefined ? body : JSON.stringify(body);
    const type = isText ? textType : 'application/json';
    const init = { method, headers: { 'content-type': type, ...headers } };
    return send(path, content === undefined ? init : { ...init, body: content }, signal);
  }

  async function send(path: string, init: Sent, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const own = watchRequest(
      [closing.signal, ...(signal === undefined ? [] : [signal])],
      timeoutMs,
    );
    const headers = { ...init.headers, authorization: `Token ${token}` };
    try {
      // A server elsewhere does not get the token, and is not the one in the settings.
      const options = { ...init, headers, signal: own.signal, redirect: 'manual' } as const;
      const answer = await fetch(`${root}${path}`, options);
      const text = await readAnswer(answer, own.hear);
      if (!answer.ok) throw explainAnswer(answer, text, name);
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      return isJson && text !== '' ? (JSON.parse(text) as unknown) : text;
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof LinesRefused || error instanceof StoreUnavailable
        ? error
        : new StoreUnavailable(`${name}: ${describeFailure(error)}`, { cause: error });
    } finally {
      own.leave();
    }
  }
}

const textType = 'text/plain; charset=utf-8';

type Sent = Pick<RequestInit, 'method' | 'body'> & { headers: Readonly<Record<string, string>> };

/**
 * A signal for one request, which ends it where one of the others does, or where the server is silent too long.
 * Signals that live as long as the service must not hold what was sent: `leave` takes the listeners off again.
 */
function watchRequest(
  signals: readonly AbortSignal[],
  timeoutMs: number,
): { signal: AbortSignal; hear(): void; leave(): void } {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const seconds = timeoutMs / 1000;
  const silence = new Error(`timed out: the server said nothing for ${seconds} s`);
  const timer = setTimeout(() => controller.abort(silence), timeoutMs);
  for (const signal of signals) {
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  }
  return {
    signal: controller.signal,
    hear: () => void timer.refresh(),
    leave: () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
    },
  };
}

async function readAnswer({ body }: Response, hear: () => void): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body ?? []) {
    hear();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** What `fetch` throws says nothing; its cause names the address and what became of it. */
function describeFailure(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  return cause instanceof Error && cause.message !== '' ? cause.message : 'no answer';
}

function explainAnswer(
  { status, statusText, headers }: Response,
  body: string,
  name: string,
): Error {
  const message = describeAnswer(body, statusText);
  if (faultStatuses.has(status)) return new LinesRefused(status, message);
  if (status === 404) return new NotFound(`${name}: ${message}`);
  const retryAfterMs = readRetryAfter(headers.get('retry-after'));
  return new StoreUnavailable(`${name}: ${status} ${message}`, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Seconds, or a date. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

const longestMessage = 300;

function describeAnswer(body: string, statusText: string): string {
  const line = (readMessage(body) ?? body).replaceAll(/\s+/g, ' ').trim().slice(0, longestMessage);
  return line === '' ? statusText || 'without a word' : line;
}

function readMessage(body: string): string | undefined {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: unknown };
    return [message, error].find((one) => typeof one === 'string');
  } catch {
    return undefined;
  }
}
