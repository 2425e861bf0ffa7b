/** Addresses of the pages of the dashboard, for what links to them. They stay: people keep them. */
import type { Query } from './addresses.ts';

/** The parts of a link to a series beside its name. */
export interface SeriesView {
  /** The build to look at, such as that of a pull request. */
  run?: string;
  /** The commit to look at, and the first and the last one that the chart shows. */
  at?: string;
  from?: string;
  to?: string;
  scale?: 'log';
  /** Ids of series that are drawn beside it, with commas between them. */
  with?: string;
}

/** Everything is in the query, since proxies refuse or decode an escaped slash in a path. */
export const linkTo = {
  home: () => '/',
  overview: (repository: string) => write('/overview', { repository }),
  series: (repository: string, query: Query = {}) => write('/series', { repository, ...query }),
  oneSeries: (repository: string, id: string, view: SeriesView = {}) =>
    write('/series', { repository, id, ...view }),
  builds: (repository: string, query: Query = {}) => write('/builds', { repository, ...query }),
  build: (repository: string, build: { suite: string; runId: string }) =>
    write('/build', { repository, suite: build.suite, run: build.runId }),
  compare: (repository: string, query: Query = {}) => write('/compare', { repository, ...query }),
  budgets: (repository: string) => write('/budgets', { repository }),
  machines: (repository: string) => write('/machines', { repository }),
  gate: (repository: string) => write('/gate', { repository }),
  /** Set if `perigee open` shows runs of its machine. */
  report: (run: string) => write('/report', { run }),
} as const;

function write(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return `${path}?${new URLSearchParams(given).toString().replaceAll('%2F', '/')}`;
}
