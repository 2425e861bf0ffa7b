import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { measurement } from '../../src/store/influx/names.ts';
import { alertTable, bars, changeTable, figure, linkColumn, table, width } from './panels.ts';
import { addressWith } from './addresses.ts';
import { begin } from './begin.ts';
import { ask, having, influxql, noMachine } from './targets.ts';
import { anyRepository, anySuite } from './variables.ts';

const where = having('repository', 'suite');
const ofCode = [...where, noMachine];
const builds = `"${measurement.builds}"`;

export function overview(): DashboardBuilder {
  return begin({
    name: 'overview',
    title: 'Perigee: overview',
    description: 'What was measured, where it came from, and what changed last.',
    from: 'now-30d',
    page: addressWith.home,
    variables: [anyRepository(), anySuite()],
  })
    .withPanel(
      figure(
        {
          title: 'Builds stored',
          description: 'In the time that is shown.',
          targets: [
            ask('A', {
              query: influxql({ select: 'count("complete")', from: builds, where }),
              alias: 'builds',
            }),
          ],
        },
        'sum',
      ),
    )
    .withPanel(
      figure(
        {
          title: 'Incomplete builds',
          description: 'Stored at their deadline without all of their shards.',
          targets: [
            ask('A', {
              query: influxql({
                select: 'count("complete")',
                from: builds,
                where: [...where, '"complete" = 0'],
              }),
              alias: 'incomplete',
            }),
          ],
        },
        'sum',
      ).noValue('0'),
    )
    .withPanel(
      figure(
        {
          title: 'Spans followed',
          description: 'Combinations of test, span, annotations and platform that were measured.',
          targets: [
            ask('A', {
              query: influxql({
                select: 'count("metrics")',
                from: `(${influxql({
                  select: 'last("metrics") AS "metrics"',
                  from: `"${measurement.spans}"`,
                  where: ofCode,
                  groupBy: ['*'],
                })})`,
                where: [],
              }),
              alias: 'spans',
            }),
          ],
        },
        'sum',
      ),
    )
    .withPanel(
      figure(
        {
          title: 'Repeats measured',
          description: 'Each is one run of one span, on either side.',
          targets: [
            ask('A', {
              query: influxql({ select: 'count("build")', where: ofCode }),
              alias: 'repeats',
            }),
          ],
        },
        'sum',
      ),
    )
    .withPanel(
      bars({
        title: 'Builds a day',
        description: 'By the kind of branch that was measured.',
        targets: [
          ask('A', {
            query: influxql({
              select: 'count("complete")',
              from: builds,
              where,
              groupBy: ['time(1d)', '"branch_kind"'],
            }),
            alias: '[[tag_branch_kind]]',
          }),
        ],
      }),
    )
    .withPanel(
      bars({
        title: 'Spans a day',
        description: 'How many spans each suite measured. A fall means that tests vanished.',
        targets: [
          ask('A', {
            query: influxql({
              select: 'count("metrics")',
              from: `"${measurement.spans}"`,
              where: ofCode,
              groupBy: ['time(1d)', '"suite"'],
            }),
            alias: '[[tag_suite]]',
          }),
        ],
      }),
    )
    .withPanel(
      table({
        title: 'Newest builds',
        description: 'What the CI said of them. The id leads to the page of the build.',
        span: width.full,
        targets: [
          ask('A', {
            query: influxql({
              select:
                '"repository", "suite", "branch_kind", "id", "branch", "pull_request", "author", "commit", "complete", "link"',
              from: builds,
              where,
              rest: 'ORDER BY time DESC LIMIT 50',
            }),
            isTable: true,
          }),
        ],
      })
        .withOverride(
          linkColumn(
            'id',
            'Open the build',
            addressWith.build({
              repository: '__data.fields.repository',
              suite: '__data.fields.suite',
            }),
          ),
        )
        .withOverride(linkColumn('link', 'Open in the CI', '${__value.raw}')),
    )
    .withPanel(changeTable(ofCode, width.full))
    .withPanel(alertTable(where, width.full));
}
