import { stringify } from 'yaml';
import { greenControl, silentControl } from './control-rules.ts';
import { machineRule } from './machine-rule.ts';
import { calculate, type Rule, sources, states, step } from './rule-steps.ts';
import { type ServiceAlert, serviceAlerts } from './service-alerts.ts';

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

/** `PerigeeDeadLetters` → `perigee-dead-letters`. */
function nameRule(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

function isAbove(limit: number): object {
  return { type: 'query', evaluator: { type: 'gt', params: [limit] } };
}
