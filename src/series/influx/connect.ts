import { HttpError, InfluxDB, setLogger } from '@influxdata/influxdb-client';
import { StoreUnavailable } from '../series-store.ts';
import { defaultTimeoutMs, type InfluxSettings } from './influx-settings.ts';
import { muteUrlParse } from './mute-url-parse.ts';

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
  /** Only lines may be: a server takes a compressed query for an empty one. */
  isCompressed?: boolean;
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

const gzipFromBytes = 1_000;
/** Bad lines; too many of them at once; some of them bad. */
const faultStatuses: ReadonlySet<number> = new Set([400, 413, 422]);

export function connect(settings: InfluxSettings): Connection {
  // The client prints failures by itself otherwise; they are told by who called.
  setLogger({ error: () => undefined, warn: () => undefined });
  const { url, token, organisation, bucket } = settings;
  const timeout = settings.timeoutMs ?? defaultTimeoutMs;
  const { transport } = muteUrlParse(() => new InfluxDB({ url, token, timeout }));
  const { host } = new URL(url);
  const name = `InfluxDB bucket ${bucket} at ${host}`;
  const target = new URLSearchParams({ org: organisation, bucket, precision: 'ns' });
  const closing = new AbortController();

  return { name, settings, write, request, close: () => closing.abort() };

  async function write(lines: string, signal: AbortSignal): Promise<void> {
    await request(`/api/v2/write?${target}`, {
      method: 'POST',
      body: lines,
      isCompressed: true,
      signal,
    });
  }

  async function request(path: string, one: InfluxRequest): Promise<unknown> {
    const { method, body = '', signal, headers = {} } = one;
    signal?.throwIfAborted();
    const own = followSignals([closing.signal, ...(signal === undefined ? [] : [signal])]);
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
    const options = {
      method,
      headers: { 'content-type': type, ...headers },
      ...(one.isCompressed === true ? { gzipThreshold: gzipFromBytes } : {}),
      signal: own.signal,
    };
    try {
      return (await transport.request(path, body, options)) as unknown;
    } catch (error) {
      own.end();
      signal?.throwIfAborted();
      throw explain(error, name);
    } finally {
      own.leave();
    }
  }
}

/**
 * A signal for one request. The client never takes its listener off again, and that holds the body: on a
 * signal that lives as long as the service every batch that was ever written would stay in memory.
 *
 * After its timeout the client lets go of a request that still has its connection and its body; both are
 * there until the server closes them, and keep the process from ending. `end` takes them away.
 */
function followSignals(signals: readonly AbortSignal[]): {
  signal: AbortSignal;
  leave(): void;
  end(): void;
} {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  for (const signal of signals) {
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  }
  return {
    signal: controller.signal,
    leave: () => {
      for (const signal of signals) signal.removeEventListener('abort', end);
    },
    end,
  };
}

function explain(error: unknown, name: string): Error {
  if (!(error instanceof HttpError)) {
    const why = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    return new StoreUnavailable(`${name}: ${why}`, { cause: error });
  }
  const message = describeAnswer(error);
  if (faultStatuses.has(error.statusCode)) return new LinesRefused(error.statusCode, message);
  if (error.statusCode === 404) return new NotFound(`${name}: ${message}`, { cause: error });
  const retryAfterMs = readRetryAfter(error.headers?.['retry-after']);
  return new StoreUnavailable(`${name}: ${error.statusCode} ${message}`, {
    cause: error,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Seconds, or a date; the client takes the seconds for milliseconds. */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text === '') return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

const longestMessage = 300;

function describeAnswer({ body, statusMessage }: HttpError): string {
  const text = readMessage(body ?? '') ?? body ?? '';
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, longestMessage);
  return line === '' ? (statusMessage ?? 'without a word') : line;
}

function readMessage(body: string): string | undefined {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: unknown };
    return [message, error].find((one) => typeof one === 'string');
  } catch {
    return undefined;
  }
}
