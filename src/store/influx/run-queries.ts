import { StoreUnavailable } from '../series-store.ts';
import type { Connection } from './connect.ts';
import { LinesRefused } from './transport.ts';

/** Rows that share their tags. */
export interface Group {
  tags: Readonly<Record<string, string>>;
  rows: Row[];
}

/** Column → value; `time` in milliseconds since 1970. */
export type Row = Readonly<Record<string, string | number | null>>;

interface Answer {
  results?: {
    error?: string;
    series?: {
      tags?: Record<string, string>;
      columns: string[];
      values?: (string | number | null)[][];
      partial?: boolean;
    }[];
  }[];
}

/**
 * Runs queries of InfluxQL, one after the other in one request.
 * @param bucket instead of the one that points are in
 * @returns of each query its groups
 * @throws StoreUnavailable when there is no whole answer
 */
export async function runQueries(
  connection: Connection,
  queries: readonly string[],
  options: { bucket?: string; signal?: AbortSignal } = {},
): Promise<Group[][]> {
  if (queries.length === 0) return [];
  // InfluxQL calls a bucket `a/b` the retention policy b of the database a.
  const [database = '', policy] = (options.bucket ?? connection.settings.bucket).split('/');
  const target = new URLSearchParams({ db: database, epoch: 'ms' });
  if (policy !== undefined) target.set('rp', policy);
  const answer = await ask(connection, `/query?${target}`, queries, options.signal);
  const { results = [] } = answer;
  const failure = results.find(({ error }) => error !== undefined)?.error;
  if (failure !== undefined) throw new StoreUnavailable(`${connection.name}: ${failure}`);
  if (results.length !== queries.length) {
    throw new StoreUnavailable(`${connection.name}: the answer to a query is not whole`);
  }
  return results.map(({ series = [] }) =>
    series.map(({ tags = {}, columns, values = [], partial }) => {
      if (partial === true) {
        throw new StoreUnavailable(`${connection.name}: the answer to a query was cut`);
      }
      return { tags, rows: values.map((row) => readRow(columns, row)) };
    }),
  );
}

async function ask(
  connection: Connection,
  path: string,
  queries: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const body = new URLSearchParams({ q: queries.join('; ') }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  try {
    const { transport } = connection.client(signal);
    const answer: unknown = await transport.request(path, body, { method: 'POST', headers });
    if (typeof answer === 'object' && answer !== null) return answer;
    throw new StoreUnavailable(`${connection.name}: the answer to a query is no JSON`);
  } catch (error) {
    if (!(error instanceof LinesRefused)) throw error;
    throw new Error(`${connection.name} does not understand a query: ${error.message}`, {
      cause: error,
    });
  }
}

function readRow(columns: readonly string[], values: readonly (string | number | null)[]): Row {
  return Object.fromEntries(columns.map((column, place) => [column, values[place] ?? null]));
}

export function readText(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

export function readNumber(row: Row, column: string): number | undefined {
  const value = row[column];
  return typeof value === 'number' ? value : undefined;
}
