import { GraphDrawStyle } from '@grafana/grafana-foundation-sdk/common';
import type {
  AnnotationQueryBuilder,
  DashboardBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { addressWith } from './addresses.ts';
import { begin, markChanges } from './begin.ts';
import {
  lines,
  linkColumn,
  ofQuery,
  spread,
  table,
  unitsOfMetrics,
  width,
  withoutMeasurement,
} from './panels.ts';
import { ask, having, influxql, ofAlerts, ofLevels, ownTags } from './targets.ts';
import {
  anyPlatform,
  branchKind,
  oneMetric,
  oneRepository,
  oneSpan,
  oneSuite,
  oneTest,
  side,
} from './variables.ts';

const span = [...having('repository', 'suite', 'test', 'span', 'platform', 'branch_kind')];
const ofSide = [...span, ...having('side')];
const metric = '${metric:doublequote}';
const interval = 'time($__interval)';
const isOutlier = String.raw`"outliers" =~ / ${'$'}{metric:regex} /`;

export function series(): DashboardBuilder {
  return begin({
    name: 'series',
    title: 'Perigee: series',
    description:
      'One series over its builds: every repeat, what the verdict set aside, and where the level changed.',
    from: 'now-90d',
    page: addressWith.series,
    variables: [
      ...[
        oneRepository(),
        oneSuite(),
        oneTest(),
        oneSpan(),
        oneMetric('metric', 'Metric', 'latency'),
      ],
      ...[anyPlatform(), branchKind(), side()],
    ],
  })
    .annotation(mark('Where the level changed', 'orange', ofLevels))
    .annotation(mark('Alerts', 'red', [...ofAlerts, `"state" != 'noise'`]))
    .withPanel(
      lines({
        title: 'Level, repeats and outliers',
        description:
          'The line is the median of all repeats of a build; if you look at a long time, of all builds of an interval. Points are single repeats; those in red did not count in the verdict.',
        span: width.full,
        height: 14,
        targets: [
          ask('A', {
            query: influxql({
              select: `median(${metric}) AS ${metric}`,
              where: ofSide,
              groupBy: [interval, ownTags()],
            }),
          }),
          ask('B', {
            query: influxql({ select: metric, where: ofSide, groupBy: [ownTags('repeat')] }),
          }),
          ask('C', {
            query: influxql({
              select: metric,
              where: [...ofSide, isOutlier],
              groupBy: [ownTags('repeat')],
            }),
          }),
        ],
      })
        .withTransformation(withoutMeasurement)
        .overrides([
          ...unitsOfMetrics,
          ofQuery('A', [{ id: 'custom.lineWidth', value: 2 }]),
          ofQuery('B', points('text', 3)),
          ofQuery('C', points('red', 7)),
        ]),
    )
    .withPanel(
      lines({
        title: 'Before and after',
        description:
          'Both sides of each build, measured on one machine. Where they part, the change did it; where both move, the machine did.',
        targets: ['before', 'after'].map((one, i) =>
          ask(i === 0 ? 'A' : 'B', {
            query: influxql({
              select: `median(${metric}) AS ${metric}`,
              where: [...span, `"side" = '${one}'`],
              groupBy: [interval, ownTags('side')],
            }),
          }),
        ),
      })
        .withTransformation(withoutMeasurement)
        .overrides([...unitsOfMetrics]),
    )
    .withPanel(
      spread({
        title: 'Distribution of the repeats',
        description: 'Two hills are two ways that the test can go.',
        targets: [ask('A', { query: influxql({ select: metric, where: ofSide }), alias: '$col' })],
      }).overrides([...unitsOfMetrics]),
    )
    .withPanel(
      table({
        title: 'Repeats',
        description: 'The newest first, with the metrics that the verdict set aside.',
        span: width.full,
        targets: [
          ask('A', {
            query: influxql({
              select: `${metric}, "build", "commit", "side", "repeat", "platform", "branch_kind", "outliers"`,
              where: span,
              rest: 'ORDER BY time DESC LIMIT 500',
            }),
            isTable: true,
          }),
        ],
      })
        .overrides([...unitsOfMetrics])
        .withOverride(
          linkColumn(
            'build',
            'Open the build',
            addressWith.build({ repository: 'repository', suite: 'suite' }),
          ),
        ),
    );
}

function points(color: string, size: number) {
  return [
    { id: 'custom.drawStyle', value: GraphDrawStyle.Points },
    { id: 'custom.pointSize', value: size },
    { id: 'color', value: { mode: 'fixed', fixedColor: color } },
    { id: 'custom.hideFrom', value: { legend: true, tooltip: false, viz: false } },
  ];
}

function mark(name: string, color: string, where: readonly string[]): AnnotationQueryBuilder {
  return markChanges(name, color, [
    ...having('repository', 'suite', 'test', 'span', 'metric', 'platform'),
    ...where,
  ]);
}
