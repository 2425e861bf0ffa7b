/** How Grafana's provisioning writes a rule. */

/** What the data sources are called where Grafana is provisioned: a rule cannot choose. */
export const sources = {
  series: 'perigee',
  service: 'perigee-metrics',
  expressions: '__expr__',
} as const;
export const daySeconds = 86_400;

export interface Step {
  refId: string;
  datasourceUid: string;
  relativeTimeRange: { from: number; to: number };
  model: Record<string, unknown>;
}

export interface Rule {
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

export const states = { noDataState: 'OK', execErrState: 'Error' } as const;

export function step(
  refId: string,
  datasourceUid: string,
  model: Record<string, unknown>,
  fromSeconds: number,
): Step {
  return { refId, datasourceUid, relativeTimeRange: { from: fromSeconds, to: 0 }, model };
}

export function calculate(refId: string, model: Record<string, unknown>): Step {
  const datasource = { type: sources.expressions, uid: sources.expressions };
  return step(refId, sources.expressions, { refId, datasource, ...model }, 0);
}
