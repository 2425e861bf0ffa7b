import { stringify } from 'yaml';
import { type CanaryName, machineSpan } from '../../src/contract/canaries.ts';
import { measurement, tagOfAnnotation } from '../../src/series/influx/names.ts';
import { type ServiceAlert, serviceAlerts } from './service-alerts.ts';

/** What the data sources are called where Grafana is provisioned: a rule cannot choose. */
const sources = { series: 'perigee', service: 'perigee-metrics', expressions: '__expr__' } as const;
const daySeconds = 86_400;

interface Step {
  refId: string;
  datasourceUid: string;
  relativeTimeRange: { from: number; to: number };
  model: Record<string, unknown>;
}

interface Rule {
  uid: string;
  title: string;
  /** The step that decides. */
  condition: string;
  data: Step[];
  noDataState: 'OK';
  execErrState: 'Error';
  for: string;
  annotations: Record<string, string>;
  labels: Record<string, string>;
}

/** The rules as a file of Grafana's provisioning. */
export function renderGrafanaRules(): string {
  const rules = [...serviceAlerts.map(describeServiceRule), machineRule];
  const group = { orgId: 1, name: 'perigee', folder: 'Perigee', interval: '1m', rules };
  return `${banner}${stringify({ apiVersion: 1, groups: [group] }, { lineWidth: 0 })}`;
}

/** The rules about metrics as a file of Prometheus, for those who alert from there. */
export function renderPrometheusRules(): string {
  const rules = serviceAlerts.map(({ above, expr, name, severity, summary, ...rule }) => ({
    alert: name,
    expr: `${expr} > ${above}`,
    for: rule.for,
    labels: { severity },
    annotations: { title: rule.title, summary },
  }));
  return `${banner}${stringify({ groups: [{ name: 'perigee', rules }] }, { lineWidth: 0 })}`;
}

const banner = '# Generated from dashboards/src/ by `npm run generate`. Do not edit.\n';

function describeServiceRule({ above, expr, name, severity, ...rule }: ServiceAlert): Rule {
  const model = { refId: 'A', expr, instant: true, range: false, editorMode: 'code' };
  return {
    ...{ uid: nameRule(name), title: rule.title, condition: 'B' },
    data: [
      step('A', sources.service, model, 600),
      calculate('B', { type: 'threshold', expression: 'A', conditions: [isAbove(above)] }),
    ],
    ...states,
    for: rule.for,
    annotations: { summary: rule.summary },
    labels: { severity },
  };
}

const states = { noDataState: 'OK', execErrState: 'Error' } as const;

/** `PerigeeDeadLetters` → `perigee-dead-letters`. */
function nameRule(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

function step(
  refId: string,
  datasourceUid: string,
  model: Record<string, unknown>,
  fromSeconds: number,
): Step {
  return { refId, datasourceUid, relativeTimeRange: { from: fromSeconds, to: 0 }, model };
}

function calculate(refId: string, model: Record<string, unknown>): Step {
  const datasource = { type: sources.expressions, uid: sources.expressions };
  return step(refId, sources.expressions, { refId, datasource, ...model }, 0);
}

function isAbove(limit: number): object {
  return { type: 'query', evaluator: { type: 'gt', params: [limit] } };
}

/** Canaries that every machine has, and that hardly vary. */
const watched: readonly CanaryName[] = [
  'cpu.integer',
  'cpu.float',
  'memory.latency',
  'process.start',
  'page.fault',
];
/** As `perigee store machine`: fewer may be noise, or a part that wears out. */
const fewest = 3;
/** How far the last day may lie from the two weeks before, as a logarithm: 15%. */
const farthest = 0.14;
const [newDays, allDays] = [1, 15];

/** InfluxQL of a rule names its times: Grafana's macro has those of one query for all. */
export function askForCanary(canary: CanaryName, from: string): string {
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

const machineRule: Rule = {
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
      conditions: [isAbove(fewest - 1)],
    }),
  ],
  ...states,
  for: '0m',
  annotations: {
    summary:
      'At least three canaries of one kind of machine took 15% more or less in the last day than in the two weeks before. The machines changed, not your code: run perigee store machine for since when, and what else was different.',
  },
  labels: { severity: 'warning' },
};
