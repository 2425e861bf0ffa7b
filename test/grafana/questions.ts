import { readFileSync } from 'node:fs';

/** What a dashboard asks of a data source: of a panel, or for its annotations. */
export interface Asked {
  dashboard: string;
  panel: string;
  refId: string;
  /** InfluxQL or PromQL, with variables and macros. */
  query: string;
}

export interface AskedVariable {
  dashboard: string;
  name: string;
  query: string;
  /** Values that it does not match are no choice. */
  pattern: RegExp | undefined;
}

interface Target {
  refId: string;
  query?: string;
  expr?: string;
}

interface DashboardFile {
  title: string;
  templating: {
    list: { name: string; type: string; query: string | { query: string }; regex?: string }[];
  };
  annotations: { list?: { name: string; target?: Target }[] };
  panels: { title: string; targets?: Target[] }[];
}

export const dashboardNames = [
  'overview',
  'series',
  'variability',
  'canaries',
  'ingestion',
  'gate',
] as const;

export function readDashboard(name: string): DashboardFile {
  return JSON.parse(readFileSync(`grafana/dashboards/${name}.json`, 'utf8')) as DashboardFile;
}

/** Of all dashboards that ask one kind of data source. */
export function listQuestions(language: 'query' | 'expr'): Asked[] {
  return dashboardNames.flatMap((dashboard) => {
    const { annotations, panels } = readDashboard(dashboard);
    const targets = [
      ...panels.flatMap(({ title, targets: own = [] }) => own.map((one) => ({ title, ...one }))),
      ...(annotations.list ?? []).flatMap(({ name, target }) =>
        target === undefined ? [] : [{ title: `annotation: ${name}`, ...target }],
      ),
    ];
    return targets.flatMap(({ title, refId, ...one }) => {
      const query = one[language];
      return query === undefined ? [] : [{ dashboard, panel: title, refId, query }];
    });
  });
}

export function listVariables(): AskedVariable[] {
  return dashboardNames.flatMap((dashboard) =>
    readDashboard(dashboard)
      .templating.list.filter(({ type }) => type === 'query')
      .map(({ name, query, regex = '' }) => ({
        ...{ dashboard, name },
        query: typeof query === 'string' ? query : query.query,
        pattern: regex === '' ? undefined : new RegExp(regex.replaceAll(/^\/|\/$/g, '')),
      })),
  );
}

export function nameQuestion({ dashboard, panel, refId }: Asked): string {
  return `${dashboard} / ${panel} / ${refId}`;
}
