import { parseHttpDate } from '../../contract/units.ts';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  createTextDecoderCombiner,
  type ResponseStartedFn,
  type SendOptions,
  type Transport,
} from '@influxdata/influxdb-client';
import { StoreUnavailable } from '../series-store.ts';
import type { CardinalityLimits } from '../cardinality-guard.ts';

/** The server read the request and found fault with it. */
export class LinesRefused extends Error {
  override readonly name = 'LinesRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The subject of the request is missing: the bucket, the organisation. An operator can make it. */
export class NotFound extends StoreUnavailable {}

/** A tenth larger than at the usual level, for a third of the work. */
const gzipLevel = 1;
/** Bad lines; too many of them at once; some of them bad. */
const faultStatuses: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Sends what InfluxDB's client asks by the platform's `fetch`: each request once, to the server of the settings
 * and nowhere else. A request fails with LinesRefused for a status that waiting does not change, with the reason
 * of `signal`, and with StoreUnavailable for all else.
 * @param name for messages
 * @param closing ends what is under way, with StoreUnavailable
 */
export function openTransport(
  { url, token, timeoutMs = defaultTimeoutMs }: InfluxSettings,
  name: string,
  { closing, signal }: { closing: AbortSignal; signal: AbortSignal | undefined },
): Transport {
  const root = url.replace(/\/+$/, '');

  return {
    chunkCombiner: createTextDecoderCombiner(),
    send(path, body, options, observer = {}) {
      const started: ResponseStartedFn = (...head) => observer.responseStarted?.(...head);
      void (async () => {
        for await (const part of exchange(path, body, options, started)) observer.next?.(part);
        observer.complete?.();
      })().catch((error: unknown) => observer.error?.(error as Error));
    },
    async request(path, body: unknown, options, responseStarted) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      let type = '';
      const started: ResponseStartedFn = (headers, status) => {
        type = String(headers['content-type']);
        responseStarted?.(headers, status);
      };
      const answer = await readText(exchange(path, text, options, started));
      return type.includes('json') && answer !== '' ? parse(answer) : answer;
    },
    iterate: (path, body: string, options) => exchange(path, body, options),
  };

  async function* exchange(
    path: string,
    body: string,
    options: SendOptions,
    started?: ResponseStartedFn,
  ): AsyncGenerator<Uint8Array> {
    const { gzipThreshold = Infinity, method } = options;
    const isPacked = body.length > gzipThreshold;
    const content = isPacked ? await promisify(gzip)(body, { level: gzipLevel }) : body;
    const headers = {
      ...{ 'content-type': 'application/json; charset=utf-8', ...options.headers },
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      authorization: `Token ${token}`,
    };
    signal?.throwIfAborted();
    const own = watchRequest([closing, ...(signal === undefined ? [] : [signal])], timeoutMs);
    try {
      // A server elsewhere does not get the token, and is not the one in the settings.
      const request = { method, headers, signal: own.signal, redirect: 'manual' } as const;
      const answer = await fetch(
        `${root}${path}`,
        content === '' ? request : { ...request, body: content },
      );
      started?.(Object.fromEntries(answer.headers), answer.status);
      const parts = hearEach(answer.body ?? [], own.hear);
      if (!answer.ok) throw explainAnswer(answer, await readText(parts), name);
      yield* parts;
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof LinesRefused || error instanceof StoreUnavailable
        ? error
        : unavailable(error);
    } finally {
      own.leave();
    }
  }

  function parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw unavailable(error);
    }
  }

  function unavailable(error: unknown): StoreUnavailable {
    return new StoreUnavailable(`${name}: ${describeFailure(error)}`, { cause: error });
  }
}

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

async function* hearEach(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hear: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    hear();
    yield part;
  }
}

async function readText(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read).toString('utf8');
}

/** The error of `fetch` says nothing; its cause names the address and what became of it. */
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
    retryAfterMs,
  });
}

/** Seconds, or a date. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const ms = parseHttpDate(text) - Date.now();
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

export interface InfluxSettings {
  /** Address of the server, e.g. `https://influx.example.com:8086`. */
  url: string;
  token: string;
  organisation: string;
  bucket: string;
  /** How long the server may be silent within a request. */
  timeoutMs?: number;
  limits?: CardinalityLimits;
}

const defaultTimeoutMs = 30_000;

/** The bucket of the medians of days. */
export function dailyBucket(bucket: string): string {
  return `${bucket}_daily`;
}
