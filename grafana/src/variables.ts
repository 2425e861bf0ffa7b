import {
  ConstantVariableBuilder,
  CustomVariableBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { measurement, pointFields } from '../../src/store/influx/names.ts';
import { canaries, cpuLimit } from '../../src/contract/canaries.ts';
import { having, noMachine, series } from './targets.ts';

/** The data source with the series: InfluxQL, whatever the version of InfluxDB is. */
export const seriesSource = () =>
  new DatasourceVariableBuilder('series').label('Series').type('influxdb').regex('');

export const serviceSource = () =>
  new DatasourceVariableBuilder('service').label('Metrics').type('prometheus').regex('');

/** For the links back: where people reach the pages of `perigee serve`. */
export const publicAddress = (address: string) =>
  // A constant: a link to a dashboard must not say where its links lead.
  new ConstantVariableBuilder('perigee').label('Perigee').value(address);

/** Values of a tag, as they are when the dashboard is opened. */
function pick(name: string, label: string, query: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .label(label)
    .datasource(series)
    .query({ refId: 'Variable', query, rawQuery: true })
    .refresh(VariableRefresh.OnDashboardLoad)
    .sort(VariableSort.AlphabeticalAsc)
    .regex('');
}

function listTag(tag: string, from: string, where: readonly string[] = []): string {
  const condition = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
  return `SHOW TAG VALUES FROM "${from}" WITH KEY = "${tag}"${condition}`;
}

const withAll = (variable: QueryVariableBuilder) =>
  variable.multi(true).includeAll(true).allValue('.*').current({ text: 'All', value: '$__all' });

export const anyRepository = () =>
  withAll(pick('repository', 'Repository', listTag('repository', measurement.builds)));

export const anySuite = () => withAll(pick('suite', 'Suite', listTag('suite', measurement.builds)));

export const oneRepository = () =>
  pick('repository', 'Repository', listTag('repository', measurement.builds));

export const oneSuite = () =>
  pick('suite', 'Suite', listTag('suite', measurement.builds, having('repository')));

export const oneTest = () => {
  const where = [...having('repository', 'suite'), noMachine];
  return pick('test', 'Test', listTag('test', measurement.spans, where));
};

export const oneSpan = () => {
  const where = having('repository', 'suite', 'test');
  return pick('span', 'Span', listTag('span', measurement.spans, where));
};

export const anyPlatform = () => {
  const where = having('repository', 'suite', 'test', 'span');
  return withAll(pick('platform', 'Platform', listTag('platform', measurement.spans, where)));
};

/** InfluxDB lists fields of all points together, those of the machines among them. */
export const oneMetric = (name: string, label: string, value: string) => {
  const others = [...pointFields, ...canaries.map((canary) => canary.name), cpuLimit];
  const pattern = others.map((one) => one.replaceAll('.', String.raw`\.`)).join('|');
  return pick(name, label, `SHOW FIELD KEYS FROM "${measurement.points}"`)
    .regex(`/^(?!(?:${pattern})$).*$/`)
    .current({ text: value, value });
};

export const side = () =>
  new CustomVariableBuilder('side')
    .label('Side')
    .values('after,before')
    .current({ text: 'after', value: 'after' });

/** Of the commit that was measured; those of pull requests are no history. */
export const branchKind = () =>
  new CustomVariableBuilder('branch_kind')
    .label('Branch')
    .values('default,release,pull-request,merge-queue,other')
    .current({ text: 'default', value: 'default' })
    .multi(true)
    .includeAll(true)
    .allValue('.*');
