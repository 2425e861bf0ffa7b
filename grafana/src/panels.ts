import {
  GraphDrawStyle,
  StackingMode,
  TableCellDisplayMode,
  VisibilityMode,
} from '@grafana/grafana-foundation-sdk/common';
import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import {
  type DynamicConfigValue,
  type MatcherConfig,
  DashboardLinkBuilder,
  DashboardLinkType,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as SpreadBuilder } from '@grafana/grafana-foundation-sdk/histogram';
import { PanelBuilder as LinesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import {
  PanelBuilder as ScatterBuilder,
  SeriesMapping,
  XYShowMode,
} from '@grafana/grafana-foundation-sdk/xychart';
import { builtInMetrics } from '../../src/contract/metrics.ts';
import { measurement } from '../../src/store/influx/names.ts';
import { addressWith } from './addresses.ts';
import { ask, influxql, ofAlerts, ofLevels, series, service } from './targets.ts';

type Targets = readonly Builder<Dataquery>[];

/** Of the 24 columns that a dashboard has. */
export const width = { full: 24, half: 12, third: 8, quarter: 6 } as const;

interface Frame {
  title: string;
  /** What it shows, for a person who sees it for the first time. */
  description: string;
  targets: Targets;
  span?: number;
  height?: number;
  unit?: string;
  /** Metrics of the service instead of series. */
  isOfService?: boolean;
}

interface AnyPanel<Self> {
  title(title: string): Self;
  description(description: string): Self;
  datasource(source: { type: string; uid: string }): Self;
  targets(targets: Builder<Dataquery>[]): Self;
  span(columns: number): Self;
  height(rows: number): Self;
}

function frame<Panel extends AnyPanel<Panel>>(panel: Panel, of: Frame, rows: number): Panel {
  const { title, description, targets, span = width.half, height = rows } = of;
  return panel
    .title(title)
    .description(description)
    .datasource(of.isOfService === true ? service : series)
    .targets([...targets])
    .span(span)
    .height(height);
}

/** Lines over time, one point for each build or interval. */
export function lines(of: Frame): LinesBuilder {
  const panel = frame(new LinesBuilder(), of, 9)
    .showPoints(VisibilityMode.Auto)
    .spanNulls(true)
    .lineWidth(1)
    .fillOpacity(0);
  return of.unit === undefined ? panel : panel.unit(of.unit);
}

export function bars(of: Frame): LinesBuilder {
  return lines(of)
    .drawStyle(GraphDrawStyle.Bars)
    .fillOpacity(70)
    .stacking({ build: () => ({ mode: StackingMode.Normal, group: 'A' }) });
}

/** How often values occur. */
export function spread(of: Frame): SpreadBuilder {
  return frame(new SpreadBuilder(), of, 9).combine(true);
}

/** A point for each row: the first number across, the second up. */
export function scatter(of: Frame): ScatterBuilder {
  return frame(new ScatterBuilder(), of, 10)
    .mapping(SeriesMapping.Auto)
    .show(XYShowMode.Points)
    .withTransformation(withoutTime);
}

export function table(of: Frame): TableBuilder {
  return frame(new TableBuilder(), of, 10)
    .filterable(true)
    .cellOptions({ type: TableCellDisplayMode.Auto });
}

/** What made series worse, one row for each series that an alert is about. */
export function alertTable(where: readonly string[], span: number): TableBuilder {
  return table({
    title: 'Alerts',
    description: 'Where series got worse, and what people say of it. The newest first.',
    span,
    targets: [
      ask('A', {
        query: influxql({
          select:
            '"repository", "suite", "number", "state", "change", "test", "span", "metric", "platform", "commit", "said"',
          from: `"${measurement.changes}"`,
          where: [...where, ...ofAlerts],
          rest: 'ORDER BY time DESC LIMIT 100',
        }),
        isTable: true,
      }),
    ],
  }).overrideByName('change', [{ id: 'unit', value: 'percentunit' }]);
}

/** Where levels changed, for the better or the worse. */
export function changeTable(where: readonly string[], span: number): TableBuilder {
  return table({
    title: 'Changes of levels',
    description: 'Change points of all series, of every metric. The newest first.',
    span,
    targets: [
      ask('A', {
        query: influxql({
          select:
            '"repository", "suite", "state", "change", "confidence", "test", "span", "metric", "platform", "commit", "series"',
          from: `"${measurement.changes}"`,
          where: [...where, ...ofLevels],
          rest: 'ORDER BY time DESC LIMIT 100',
        }),
        isTable: true,
      }),
    ],
  })
    .overrideByName('change', [{ id: 'unit', value: 'percentunit' }])
    .overrideByName('confidence', [{ id: 'unit', value: 'percentunit' }])
    .withOverride(linkColumn('series', 'Open the series', addressWith.oneSeries));
}

export function figure(of: Frame, reduce: 'lastNotNull' | 'sum' = 'lastNotNull'): StatBuilder {
  const panel = frame(new StatBuilder(), { span: width.quarter, ...of }, 4).reduceOptions({
    build: () => ({ calcs: [reduce], fields: '', values: false }),
  });
  return of.unit === undefined ? panel : panel.unit(of.unit);
}

/** A line without an alias is called `perigee.latency { platform: linux-x64 }`. */
export const withoutMeasurement = {
  id: 'renameByRegex',
  options: { regex: String.raw`^${measurement.points}\.(.*)$`, renamePattern: '$1' },
};

/** InfluxQL gives every row a time, also where it is of none. */
export const withoutTime = { id: 'organize', options: { excludeByName: { Time: true } } };

interface Override {
  matcher: MatcherConfig;
  properties: DynamicConfigValue[];
}

const grafanaUnits: Readonly<Record<string, string>> = { ns: 'ns', bytes: 'bytes', count: 'short' };

/** Units of the metrics that Perigee measures itself: lines and columns begin with the name of theirs. */
export const unitsOfMetrics: readonly Override[] = ['ns', 'bytes', 'count'].map((unit) => {
  const names = builtInMetrics.filter((metric) => metric.unit === unit).map(({ name }) => name);
  const pattern = names.map((name) => name.replaceAll('.', String.raw`\.`)).join('|');
  return {
    matcher: { id: 'byRegexp', options: `/^(?:${pattern})(?: |$)/` },
    properties: [{ id: 'unit', value: grafanaUnits[unit] }],
  };
});

/** What a query gives looks like this, whatever its lines are called. */
export function ofQuery(refId: string, properties: DynamicConfigValue[]): Override {
  return { matcher: { id: 'byFrameRefID', options: refId }, properties };
}

/** Values of a column lead to an address, in which \${__value.raw} and other columns stand as Grafana writes them. */
export function linkColumn(column: string, title: string, url: string): Override {
  const link = new DashboardLinkBuilder(title)
    .type(DashboardLinkType.Link)
    .url(url)
    .targetBlank(true)
    .build();
  const { title: name, url: address, targetBlank } = link;
  return {
    matcher: { id: 'byName', options: column },
    properties: [{ id: 'links', value: [{ title: name, url: address, targetBlank }] }],
  };
}
