import type { InfluxSettings } from '../../src/store/influx/transport.ts';

/** Rows of an answer that share their tags; the first column is the time. */
export interface Rows {
  tags: Readonly<Record<string, string>>;
  rows: readonly (readonly (string | number | null)[])[];
}

interface Answer {
  error?: string;
  results?: {
    error?: string;
    series?: { tags?: Record<string, string>; values?: (string | number | null)[][] }[];
  }[];
}

/** One query of InfluxQL, as Grafana's data source posts it. @throws Error with what the server says */
export async function askInflux(
  { url, token, bucket }: InfluxSettings,
  query: string,
): Promise<Rows[]> {
  // A token is a password, whoever asks.
  const account = token.includes(':') ? token : `anybody:${token}`;
  const basic = Buffer.from(account).toString('base64');
  const target = new URLSearchParams({ db: bucket, epoch: 'ms' });
  const answer = await fetch(`${url}/query?${target}`, {
    method: 'POST',
    body: new URLSearchParams({ q: query }),
    headers: { authorization: `Basic ${basic}` },
  });
  const { error, results: [result] = [] } = (await answer.json()) as Answer;
  const failure = error ?? result?.error;
  if (failure !== undefined) throw new Error(`${failure}\n${query}`);
  return (result?.series ?? []).map(({ tags = {}, values = [] }) => ({ tags, rows: values }));
}
