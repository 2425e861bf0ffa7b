import { type CanaryName, machineSpan } from '../../src/contract/canaries.ts';
import { measurement, tagOfAnnotation } from '../../src/store/influx/names.ts';
import {
  calculate,
  daySeconds,
  type Rule,
  sources,
  states,
  step,
  type Step,
} from './rule-steps.ts';

/** Canaries that every machine has, and that hardly vary. */
const watched: readonly CanaryName[] = [
  'cpu.integer',
  'cpu.float',
  'memory.latency',
  'process.start',
  'page.fault',
];
/** As the page Machines of the dashboard: fewer may be noise, or a part that wears out. */
const fewest = 3;
/** How far the last day may lie from the two weeks before, as a logarithm: 15%. */
const farthest = 0.14;
const [newDays, allDays] = [1, 15];

/** InfluxQL of a rule names its times: Grafana's macro has those of one query for all. */
function askForCanary(canary: CanaryName, from: string): string {
  const conditions = [
    `"test" = '${machineSpan.test}'`,
    `"span" = '${machineSpan.span}'`,
    from,
  ].join(' AND ');
  const tags = ['cpu', 'cores'].map((name) => `"${tagOfAnnotation(name)}"`).join(', ');
  return `SELECT median("${canary}") FROM "${measurement.points}" WHERE ${conditions} GROUP BY ${tags}`;
}

const lately = `time >= now() - ${newDays}d`;
const earlier = `time >= now() - ${allDays}d AND time < now() - ${newDays}d`;

function askTwice(canary: CanaryName, place: number): Step[] {
  return [
    [`L${place}`, lately],
    [`E${place}`, earlier],
  ].flatMap(([refId = '', from = '']) => {
    const query = askForCanary(canary, from);
    const model = { refId: `${refId}q`, query, rawQuery: true, resultFormat: 'time_series' };
    return [
      step(model.refId, sources.series, model, allDays * daySeconds),
      calculate(refId, { type: 'reduce', expression: model.refId, reducer: 'last' }),
    ];
  });
}

export const machineRule: Rule = {
  uid: 'perigee-machines-changed',
  title: 'The machines changed',
  condition: 'Changed',
  data: [
    ...watched.flatMap(askTwice),
    calculate('Moved', {
      type: 'math',
      expression: watched.map((_, i) => `(abs(log($L${i} / $E${i})) > ${farthest})`).join(' + '),
    }),
    calculate('Changed', {
      type: 'threshold',
      expression: 'Moved',
      conditions: [{ type: 'query', evaluator: { type: 'gt', params: [fewest - 1] } }],
    }),
  ],
  ...states,
  for: '0m',
  annotations: {
    summary:
      'At least three canaries of one kind of machine took 15% more or less in the last day than in the two weeks before. The machines changed, not your code: the page Machines of the dashboard says since when, and what else was different.',
  },
  labels: { severity: 'warning' },
};
