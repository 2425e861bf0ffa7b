import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { addressWith } from './addresses.ts';
import { begin } from './begin.ts';
import { lines, scatter, table, unitsOfMetrics, width, withoutTime } from './panels.ts';
import { ask, having, influxql, noMachine, oneBuild, ownTags } from './targets.ts';
import {
  anyPlatform,
  branchKind,
  oneMetric,
  oneRepository,
  oneSpan,
  oneSuite,
  oneTest,
} from './variables.ts';

const suite = [...having('repository', 'suite', 'branch_kind'), `"side" = 'after'`, noMachine];
const span = [...suite, ...having('test', 'span', 'platform')];
const metric = '${metric:doublequote}';
const other = '${other:doublequote}';
const interval = 'time($__interval)';
const range = `(max(${metric}) - min(${metric})) / median(${metric})`;
const cov = `stddev(${metric}) / mean(${metric})`;

/** A figure of each build, before anything is said over several of them. */
const ofBuilds = (figure: string, where: readonly string[], tags: readonly string[]): string =>
  `(${influxql({ select: `${figure} AS "figure"`, where, groupBy: [oneBuild, ...tags] })})`;

export function variability(): DashboardBuilder {
  const tags = [ownTags('test', 'span')];
  return begin({
    name: 'variability',
    title: 'Perigee: sources of variability',
    description:
      'How far repeats of one build lie apart, which metric goes with it, and how far builds lie apart.',
    from: 'now-30d',
    page: addressWith.series,
    variables: [
      ...[oneRepository(), oneSuite(), oneMetric('metric', 'Metric', 'latency'), branchKind()],
      ...[oneTest(), oneSpan(), anyPlatform()],
      oneMetric('other', 'Against', 'context_switches.involuntary'),
    ],
  })
    .withPanel(
      lines({
        title: 'Range of the repeats of a build',
        description:
          'The largest less the smallest, as a share of the median; the median over the builds of an interval. Under 5% a test is quiet.',
        unit: 'percentunit',
        targets: [
          ask('A', {
            query: influxql({
              select: 'median("figure")',
              from: ofBuilds(range, suite, tags),
              where: [],
              groupBy: [interval, ...tags],
            }),
          }),
        ],
      }),
    )
    .withPanel(
      lines({
        title: 'Coefficient of variation of a build',
        description: 'Standard deviation of the repeats as a share of their mean.',
        unit: 'percentunit',
        targets: [
          ask('A', {
            query: influxql({
              select: 'median("figure")',
              from: ofBuilds(cov, suite, tags),
              where: [],
              groupBy: [interval, ...tags],
            }),
          }),
        ],
      }),
    )
    .withPanel(
      table({
        title: 'Noisiest spans, within a build',
        description: 'Median and worst range of the repeats over all builds that are shown.',
        targets: [
          ask('A', {
            query: influxql({
              select: 'median("figure") AS "median range", max("figure") AS "worst range"',
              from: ofBuilds(range, suite, tags),
              where: [],
              groupBy: tags,
            }),
            isTable: true,
          }),
        ],
      })
        .unit('percentunit')
        .withTransformation(withoutTime)
        .sortBy([{ build: () => ({ displayName: 'median range', desc: true }) }]),
    )
    .withPanel(
      table({
        title: 'Noisiest spans, between builds',
        description:
          'Standard deviation of the medians of builds as a share of their mean: machines, and changes of the code.',
        targets: [
          ask('A', {
            query: influxql({
              select:
                'stddev("figure") / mean("figure") AS "between builds", count("figure") AS "builds"',
              from: ofBuilds(`median(${metric})`, suite, tags),
              where: [],
              groupBy: tags,
            }),
            isTable: true,
          }),
        ],
      })
        .withTransformation(withoutTime)
        .overrideByName('between builds', [{ id: 'unit', value: 'percentunit' }])
        .sortBy([{ build: () => ({ displayName: 'between builds', desc: true }) }]),
    )
    .withPanel(
      scatter({
        title: 'Which metric goes with it',
        description:
          'Each point is a repeat. A line or a cloud that leans says that the metric below goes with what varies: choose it above.',
        targets: [
          ask('A', {
            query: influxql({ select: `${other}, ${metric}`, where: span }),
            isTable: true,
          }),
        ],
      }).overrides([...unitsOfMetrics]),
    )
    .withPanel(
      lines({
        title: 'Repeats that the verdict set aside',
        description: 'Counts over an interval, beside all repeats.',
        span: width.half,
        targets: [
          ask('A', {
            query: influxql({
              select: `count(${metric})`,
              where: [...suite, '"outliers" =~ / ${metric:regex} /'],
              groupBy: [interval],
            }),
            alias: 'set aside',
          }),
          ask('B', {
            query: influxql({ select: `count(${metric})`, where: suite, groupBy: [interval] }),
            alias: 'all',
          }),
        ],
      }),
    );
}
