/** Addresses of the API, for what reads it. Nothing here needs Node: a browser has it too. */

/** Before every address: its version. */
export const apiRoot = '/api/v1';

/** Filters and pages of a list, as the OpenAPI document names them; what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

const inRepository = (repository: string, rest: string): string =>
  `${apiRoot}/repositories/${encodeURIComponent(repository)}/${rest}`;

/** One function for each operation of schemas/explorer.openapi.json, by its `operationId`. */
export const addressOf = {
  listRepositories: () => `${apiRoot}/repositories`,
  readOverview: (repository: string) => inRepository(repository, 'overview'),
  listSeries: (repository: string, query: Query = {}) =>
    inRepository(repository, `series${write(query)}`),
  readSeries: (repository: string, series: string, query: Query = {}) =>
    inRepository(repository, `series/${series}${write(query)}`),
  listBuilds: (repository: string, query: Query = {}) =>
    inRepository(repository, `builds${write(query)}`),
  readBuild: (repository: string, build: { suite: string; runId: string }, query: Query = {}) => {
    const [suite, run] = [build.suite, build.runId].map(encodeURIComponent);
    return inRepository(repository, `builds/${suite}/${run}${write(query)}`);
  },
  compareCommits: (repository: string, query: Query & { before: string; after: string }) =>
    inRepository(repository, `comparison${write(query)}`),
  readGate: (repository: string, query: Query = {}) =>
    inRepository(repository, `gate${write(query)}`),
  listAlerts: (repository: string, query: Query = {}) =>
    inRepository(repository, `alerts${write(query)}`),
  readMachines: (repository: string, query: Query = {}) =>
    inRepository(repository, `machines${write(query)}`),
} as const;

function write(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
