import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { machineSpan } from '../../src/contract/canaries.ts';
import { byLevels, withdrawn } from '../../src/store/influx/lines-of-marks.ts';
import { annotationPrefix, measurement } from '../../src/store/influx/names.ts';

/** Where a panel asks: data sources that the reader chooses, so that the dashboards fit into any Grafana. */
export const series = { type: 'influxdb', uid: '${series}' } as const;
export const service = { type: 'prometheus', uid: '${service}' } as const;

/** A question in InfluxQL, as the data source of Grafana keeps it: the SDK has no builder for it. */
export interface Question {
  /** With Grafana's macros; variables are quoted by their format, e.g. `${suite:regex}`. */
  query: string;
  /** How a line is called: `$col`, `[[tag_platform]]`. */
  alias?: string;
  /** Rows instead of lines over time. */
  isTable?: boolean;
}

type InfluxTarget = Dataquery & Record<string, unknown>;

export function ask(refId: string, { query, alias = '', isTable }: Question): Builder<Dataquery> {
  const target = {
    refId,
    ...{ datasource: series, query, rawQuery: true },
    ...{ resultFormat: isTable === true ? 'table' : 'time_series', alias },
  };
  return { build: () => asDataquery(target) };
}

/** Events beside the lines: `text` and `tags` are columns of the answer. */
export function askForEvents(query: string): Builder<Dataquery> {
  const columns = { textColumn: 'text', tagsColumn: 'state', titleColumn: '', timeEndColumn: '' };
  const target = {
    ...{ refId: 'Anno', fromAnnotations: true, textEditor: true },
    ...{ datasource: series, query, rawQuery: true, ...columns },
  };
  return { build: () => asDataquery(target) };
}

/** The SDK marks queries with a method, which no JSON has. */
function asDataquery(target: Record<string, unknown>): InfluxTarget {
  return { ...target, _implementsDataqueryVariant: () => undefined };
}

/** A question in PromQL. `legend` has labels as `{{reason}}`. */
export function watch(refId: string, expr: string, legend: string): Builder<Dataquery> {
  return new DataqueryBuilder()
    .refId(refId)
    .datasource(service)
    .expr(expr)
    .legendFormat(legend)
    .format(PromQueryFormat.TimeSeries)
    .range();
}

interface Clauses {
  select: string;
  /** A measurement, or a query in parentheses. */
  from?: string;
  where: readonly string[];
  groupBy?: readonly string[];
  /** Whatever stands behind: order and limit. */
  rest?: string;
}

/** The time that the reader looks at is a condition of every question about a measurement. */
export function influxql({
  select,
  from = `"${measurement.points}"`,
  where,
  groupBy = [],
  rest,
}: Clauses): string {
  return [
    `SELECT ${select} FROM ${from} WHERE ${[...where, '$timeFilter'].join(' AND ')}`,
    ...(groupBy.length === 0 ? [] : [`GROUP BY ${groupBy.join(', ')}`]),
    ...(groupBy.some((one) => one.startsWith('time(')) ? ['fill(none)'] : []),
    ...(rest === undefined ? [] : [rest]),
  ].join(' ');
}

/**
 * Conditions on tags: the value of the variable of the same name, or any of them where there may be several. Only
 * the format `regex` escapes backslashes too, which in a string of InfluxQL would end it early.
 */
export function having(...tags: readonly string[]): string[] {
  return tags.map((tag) => `"${tag}" =~ /^\${${tag}:regex}$/`);
}

/** Canaries lie beside the tests. */
export const noMachine = `"test" != '${machineSpan.test}'`;

/** A change that still is one. */
const stands = `"state" != '${withdrawn}'`;

/** Changes that alerts are about, and those of levels, which may be for the better. */
export const ofAlerts = [`"found_by" != '${byLevels}'`, stands] as const;
export const ofLevels = [`"found_by" = '${byLevels}'`, stands] as const;

/**
 * What keeps the series of a span apart, whatever annotations the suite has, and further tags. A line without an
 * alias names them.
 */
export function ownTags(...further: readonly string[]): string {
  const named = [...further, 'platform', `${annotationPrefix.replace('.', String.raw`\.`)}.*`];
  return `/^(${named.join('|')})$/`;
}

/** So short that it holds one build of a suite, and no longer: InfluxQL cannot group by the very time. */
export const oneBuild = 'time(1s)';
