import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { canaries as all, machineSpan } from '../../src/contract/canaries.ts';
import { tagOfAnnotation } from '../../src/store/influx/names.ts';
import { addressWith } from './addresses.ts';
import { begin, markChanges } from './begin.ts';
import { lines, table, width, withoutTime } from './panels.ts';
import { ask, having, influxql, ofLevels } from './targets.ts';
import { anyRepository, anySuite } from './variables.ts';

const cpu = tagOfAnnotation('cpu');
const cores = tagOfAnnotation('cores');
const machines = [`"${cpu}"`, `"${cores}"`];
const where = [
  ...having('repository', 'suite'),
  `"test" = '${machineSpan.test}'`,
  `"span" = '${machineSpan.span}'`,
];

export function canaries(): DashboardBuilder {
  const dashboard = begin({
    name: 'canaries',
    title: 'Perigee: canaries',
    description:
      'Small workloads that never change. When several of them step at once, the machines changed and not your code.',
    from: 'now-90d',
    page: addressWith.home,
    variables: [anyRepository(), anySuite()],
  }).annotation(markChanges('The machines changed', 'orange', [...where, ...ofLevels]));
  for (const { name, title } of all) {
    dashboard.withPanel(
      lines({
        title: `Canary: ${title}`,
        description: `What ${name} took on each kind of machine.`,
        span: width.third,
        height: 7,
        unit: 'ns',
        targets: [
          ask('A', {
            query: influxql({
              select: `median("${name}")`,
              where,
              groupBy: ['time($__interval)', ...machines],
            }),
            alias: `[[tag_${cpu}]], [[tag_${cores}]] CPUs`,
          }),
        ],
      }),
    );
  }
  return dashboard.withPanel(
    table({
      title: 'Kinds of machines',
      description: 'How often each was met, and how fast its processor computes.',
      span: width.third,
      height: 7,
      targets: [
        ask('A', {
          query: influxql({
            select: 'count("cpu.integer") AS "readings", median("cpu.integer") AS "integer CPU"',
            where,
            groupBy: ['"platform"', ...machines],
          }),
          isTable: true,
        }),
      ],
    })
      .withTransformation(withoutTime)
      .overrideByName('integer CPU', [{ id: 'unit', value: 'ns' }]),
  );
}
