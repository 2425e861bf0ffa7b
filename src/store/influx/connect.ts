import { HttpError, InfluxDB, setLogger } from '@influxdata/influxdb-client';
import { StoreUnavailable } from '../series-store.ts';
import { type InfluxSettings, openTransport } from './transport.ts';

/** InfluxDB's own client, which sends by our transport: nothing is buffered, tried again or printed. */
export interface Connection {
  readonly name: string;
  readonly settings: InfluxSettings;
  /**
   * @returns the client, whose requests end with the signal
   * @throws from its requests: LinesRefused for a status that waiting does not change; StoreUnavailable for all else
   */
  client(signal?: AbortSignal): InfluxDB;
  /**
   * @param lines of the line protocol, with times in nanoseconds
   * @throws LinesRefused when the lines, or some of them, are at fault; StoreUnavailable for all else
   */
  write(lines: string[], signal: AbortSignal): Promise<void>;
  /** Ends what is under way; its callers hear StoreUnavailable. */
  close(): void;
}

export function connect(settings: InfluxSettings): Connection {
  const { url, organisation, bucket } = settings;
  const name = `InfluxDB bucket ${bucket} at ${new URL(url).host}`;
  const closing = new AbortController();
  // Every failure reaches its caller. The client would print it too.
  setLogger({ error: () => undefined, warn: () => undefined });
  const client = (signal?: AbortSignal): InfluxDB => {
    const transport = openTransport(settings, name, { closing: closing.signal, signal });
    return new InfluxDB({ url, transport });
  };

  return {
    ...{ name, settings, client },
    async write(lines, signal) {
      const batch = client(signal).getWriteApi(organisation, bucket, 'ns', {
        // Only `close` sends: a batch that sends itself when it is full drops its errors.
        ...{ batchSize: lines.length + 1, maxBatchBytes: Infinity, flushInterval: 0 },
        ...{ maxRetries: 0, gzipThreshold: 0 },
        writeFailed: (error) => Promise.reject(toldBy(error)),
      });
      batch.writeRecords(lines);
      await batch.close();
    },
    close: () => closing.abort(),
  };

  /** The client itself refuses an answer that is no 204. */
  function toldBy(error: Error): Error {
    if (!(error instanceof HttpError)) return error;
    return new StoreUnavailable(`${name}: ${error.message}`, { cause: error });
  }
}
