import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  type VariableModel,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { measurement } from '../../src/store/influx/names.ts';
import { askForEvents, influxql, series } from './targets.ts';
import { publicAddress, seriesSource, serviceSource } from './variables.ts';

interface Beginning {
  /** Of its file and in its address. */
  name: string;
  title: string;
  description: string;
  from: string;
  variables: readonly Builder<VariableModel>[];
  /** The page of ours that shows the same. */
  page: string;
  /** Asks for metrics of the service instead of series. */
  isOfService?: boolean;
}

/** Where `perigee serve` listens by itself. */
const defaultAddress = 'http://localhost:9464';
const tag = 'perigee';

/** What all dashboards have: the data source, the address of our pages, and the way to the others. */
export function begin(of: Beginning): DashboardBuilder {
  const dashboard = new DashboardBuilder(of.title)
    .uid(`perigee-${of.name}`)
    .description(of.description)
    .tags([tag])
    .time({ from: of.from, to: 'now' })
    .timezone('browser')
    .tooltip(DashboardCursorSync.Crosshair)
    .readonly()
    .refresh(of.isOfService === true ? '1m' : '')
    .withVariable(of.isOfService === true ? serviceSource() : seriesSource())
    .withVariable(publicAddress(defaultAddress))
    .link(
      new DashboardLinkBuilder('Perigee')
        .type(DashboardLinkType.Dashboards)
        .tags([tag])
        .asDropdown(true)
        .includeVars(true)
        .keepTime(true),
    )
    .link(
      new DashboardLinkBuilder('Pages of Perigee')
        .type(DashboardLinkType.Link)
        .icon('external link')
        .url(of.page)
        .targetBlank(true),
    );
  for (const variable of of.variables) dashboard.withVariable(variable);
  return dashboard;
}

/** Changes that the store has marks of, as events beside all panels of a dashboard. */
export function markChanges(
  name: string,
  color: string,
  where: readonly string[],
): AnnotationQueryBuilder {
  const from = `"${measurement.changes}"`;
  return new AnnotationQueryBuilder()
    .name(name)
    .datasource(series)
    .enable(true)
    .iconColor(color)
    .target(askForEvents(influxql({ select: '"text", "state"', from, where })));
}
