/**
 * Addresses of our pages with Grafana's variables in them, as src/web/api/page-addresses.ts writes them: a test
 * compares the two.
 */
const root = '${perigee}';

/** A part of an address from a variable of the dashboard, or from a column of the row: `__value`, `__data.fields.suite`. */
const of = (name: string): string => `\${${name}:percentencode}`;

export const addressWith = {
  home: `${root}/`,
  overview: `${root}/overview?repository=${of('repository')}`,
  machines: `${root}/machines?repository=${of('repository')}`,
  gate: `${root}/gate?repository=${of('repository')}`,
  series: `${root}/series?${['repository', 'suite', 'test', 'span', 'metric']
    .map((name) => `${name}=${of(name)}`)
    .join('&')}`,
  /** The id is the value of the column that the link is on. */
  oneSeries: `${root}/series?repository=${of('__data.fields.repository')}&id=${of('__value.raw')}`,
  /** The run is the value of the column that the link is on. */
  build: ({ repository, suite }: { repository: string; suite: string }): string =>
    `${root}/build?repository=${of(repository)}&suite=${of(suite)}&run=${of('__value.raw')}`,
} as const;
