import { stringify } from 'yaml';
import { measurement } from '../../src/store/influx/names.ts';
import { machineRule } from './machine-rule.ts';
import {
  calculate,
  type Rule,
  sources,
  states,
  step,
  daySeconds,
  type Step,
} from './rule-steps.ts';

/** The rules as a file of Grafana's provisioning. */
export function renderGrafanaRules(): string {
  const rules = [
    ...serviceAlerts.map(describeServiceRule),
    machineRule,
    greenControl,
    silentControl,
  ];
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

const banner = '# Generated from grafana/src/ by `npm run generate`. Do not edit.\n';

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

/** `PerigeeDeadLetters` → `perigee-dead-letters`. */
function nameRule(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

function isAbove(limit: number): object {
  return { type: 'query', evaluator: { type: 'gt', params: [limit] } };
}

const twoWeeks = 14;
const controls = `"kind" = 'control'`;
const bySuite = '"repository", "suite"';

function askForControls(select: string, conditions: string, groupBy: string): Step[] {
  const query = `SELECT ${select} FROM "${measurement.gate}" WHERE ${controls} AND ${conditions} GROUP BY ${groupBy}`;
  const model = { refId: 'A', query, rawQuery: true, resultFormat: 'time_series' };
  return [
    step('A', sources.series, model, twoWeeks * daySeconds),
    calculate('Newest', { type: 'reduce', expression: 'A', reducer: 'last' }),
    calculate('Failed', {
      type: 'threshold',
      expression: 'Newest',
      conditions: [{ type: 'query', evaluator: { type: 'lt', params: [0.01] } }],
    }),
  ];
}

const greenControl: Rule = {
  uid: 'perigee-control-green',
  title: 'The gate did not fire',
  condition: 'Failed',
  data: askForControls('last("proven")', 'time >= now() - 7d', bySuite),
  ...states,
  for: '0m',
  annotations: {
    summary:
      'The newest positive control planted a slowdown and a test stayed green: a red check is not to be expected from a real one either. Run perigee control, and look at the sources of variability.',
  },
  labels: { severity: 'critical' },
};

/** Whole days, and today as far as it goes: a control of each night is in two of them at any time. */
const silentDays = 3;

const silentControl: Rule = {
  uid: 'perigee-control-silent',
  title: 'No control for two days',
  condition: 'Failed',
  data: askForControls(
    `moving_average(count("proven"), ${silentDays})`,
    `time >= now() - ${twoWeeks}d`,
    `time(1d), ${bySuite} fill(0)`,
  ),
  ...states,
  for: '0m',
  annotations: {
    summary:
      'A suite that had a positive control within two weeks has had none yesterday, the day before, or today. Look at the nightly workflow: a schedule may be switched off.',
  },
  labels: { severity: 'warning' },
};

/** What to alert about in the metrics of the service. Grafana and Prometheus get the same rules. */
interface ServiceAlert {
  /** In Prometheus; a part of its id in Grafana. */
  name: string;
  title: string;
  /** PromQL: it fires while this is above `above`. */
  expr: string;
  above: number;
  /** How long it has to be so. */
  for: string;
  severity: 'critical' | 'warning';
  /** What is wrong, and what to do. */
  summary: string;
}

/**
 * How many within an hour. A counter has no labels before it first moves, so Prometheus sees no increase in its first
 * step; and a process that started again counts from 0.
 */
function newOf(counter: string): string {
  const [now, before] = [`sum(${counter})`, `sum(${counter} offset 1h)`];
  const more = `${now} - ${before} > 0`;
  const increase = `sum(increase(${counter}[1h])) > 0`;
  return `(${more} or ${increase} or ${now} unless ${before} or vector(0))`;
}

export const serviceAlerts: readonly ServiceAlert[] = [
  {
    name: 'PerigeeDown',
    title: 'Perigee does not answer',
    expr: 'sum(up{job="perigee"} == bool 0)',
    above: 0,
    for: '5m',
    severity: 'critical',
    summary:
      'A process of perigee serve has not answered for five minutes. Nothing is lost: events wait in their log. Start it again.',
  },
  {
    name: 'PerigeeDeadLetters',
    title: 'New dead letters',
    expr: `${newOf('perigee_dead_letters_total')} + ${newOf('perigee_bot_dead_letters_total')}`,
    above: 0,
    for: '0m',
    severity: 'warning',
    summary:
      'No retry can process some events or webhooks. Run perigee queue ls for the reasons, remove the cause, then perigee queue replay.',
  },
  {
    name: 'PerigeeLag',
    title: 'Events wait too long',
    expr: 'max(perigee_oldest_unprocessed_seconds)',
    above: 3 * 60 * 60,
    for: '10m',
    severity: 'warning',
    summary:
      'An event has waited for more than three hours; a build is stored at its deadline of two, with or without all of its shards. Look at /readyz and the log of the service.',
  },
  {
    name: 'PerigeeBotLag',
    title: 'Pull requests wait for the bot',
    expr: 'max(perigee_bot_put_off)',
    above: 0,
    for: '30m',
    severity: 'warning',
    summary:
      'GitHub or the CI has not answered the bot for half an hour, so checks are late. It retries by itself; look at /readyz.',
  },
];
