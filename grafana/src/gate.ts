import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { measurement } from '../../src/store/influx/names.ts';
import { addressWith } from './addresses.ts';
import { begin } from './begin.ts';
import { alertTable, bars, figure, lines, linkColumn, table, width } from './panels.ts';
import { ask, having, influxql } from './targets.ts';
import { anyRepository, anySuite } from './variables.ts';

const where = having('repository', 'suite');
const from = `"${measurement.gate}"`;
const judged = [...where, `"kind" = 'judged'`, '"same_code" = 0'];
const controls = [...where, `"kind" = 'control'`];
const ofSuite = ['"repository"', '"suite"'];
const suiteAlias = '[[tag_repository]] [[tag_suite]]';
const day = 'time(1d)';

/** What the gate did: its alarms and what became of them, its controls, and what it cost. */
export function gate(): DashboardBuilder {
  const dashboard = begin({
    name: 'gate',
    title: 'Perigee: the gate’s record',
    description:
      'Whether a red check can be believed, whether the gate can fire, and what it costs.',
    from: 'now-30d',
    page: addressWith.home,
    variables: [anyRepository(), anySuite()],
  });
  const figures = [
    ['Builds judged', 'Each run counts.', 'count("red")', judged],
    ['Red', 'Runs that ended red, confirmation included.', 'sum("red")', judged],
    ['Regressions cleared', 'A second run did not confirm them.', 'sum("cleared")', judged],
    ['Regressions confirmed', 'A second run saw them too.', 'sum("confirmed")', judged],
  ] as const;
  for (const [title, description, select, conditions] of figures) {
    const query = influxql({ select, from, where: conditions });
    const targets = [ask('A', { query, alias: title })];
    dashboard.withPanel(figure({ title, description, targets }, 'sum').noValue('0'));
  }
  return dashboard
    .withPanel(
      bars({
        title: 'Builds judged a day',
        description: 'By how they ended.',
        targets: [
          ask('A', {
            query: influxql({
              ...{ select: 'count("red")', from, where: judged },
              groupBy: [day, '"conclusion"'],
            }),
            alias: '[[tag_conclusion]]',
          }),
        ],
      }),
    )
    .withPanel(
      lines({
        title: 'Share of undecided builds',
        description: 'If it grows, the machines got noisier: look at the sources of variability.',
        unit: 'percentunit',
        targets: [
          ask('A', {
            query: influxql({
              ...{ select: 'mean("undecided_build")', from, where: judged },
              groupBy: [day, ...ofSuite],
            }),
            alias: suiteAlias,
          }),
        ],
      }),
    )
    .withPanel(
      lines({
        title: 'What the controls found',
        description:
          'The smallest planted change that turned a test red, and what the weakest test would have shown four times out of five.',
        unit: 'percentunit',
        targets: [
          ask('A', {
            query: influxql({
              ...{ select: 'min("smallest_found")', from, where: controls },
              groupBy: [day, ...ofSuite],
            }),
            alias: `found ${suiteAlias}`,
          }),
          ask('B', {
            query: influxql({
              ...{ select: 'max("smallest_visible")', from, where: controls },
              groupBy: [day, ...ofSuite],
            }),
            alias: `visible ${suiteAlias}`,
          }),
        ],
      }),
    )
    .withPanel(
      bars({
        title: 'Tests that a control asked, and those that turned red',
        description: 'Where they differ the gate did not fire.',
        targets: [
          ask('A', {
            query: influxql({ select: 'sum("asked")', from, where: controls, groupBy: [day] }),
            alias: 'asked',
          }),
          ask('B', {
            query: influxql({ select: 'sum("found")', from, where: controls, groupBy: [day] }),
            alias: 'red',
          }),
        ],
      }),
    )
    .withPanel(
      bars({
        title: 'Time that measuring took',
        description: 'From the first shard of a run to the last, by builds and by controls.',
        unit: 's',
        targets: [
          ask('A', {
            query: influxql({
              ...{ select: 'sum("seconds")', from, where },
              groupBy: [day, '"kind"'],
            }),
            alias: '[[tag_kind]]',
          }),
        ],
      }),
    )
    .withPanel(
      table({
        title: 'Red builds, and those with a second run',
        description: 'The newest first.',
        targets: [
          ask('A', {
            query: influxql({
              select:
                '"repository", "suite", "conclusion", "run", "commit", "red", "cleared", "confirmed"',
              from,
              where: [...judged, '("red" = 1 OR "cleared" > 0 OR "confirmed" > 0)'],
              rest: 'ORDER BY time DESC LIMIT 100',
            }),
            isTable: true,
          }),
        ],
      }).withOverride(
        linkColumn(
          'run',
          'Open the build',
          addressWith.build({
            repository: '__data.fields.repository',
            suite: '__data.fields.suite',
          }),
        ),
      ),
    )
    .withPanel(alertTable(where, width.full));
}
