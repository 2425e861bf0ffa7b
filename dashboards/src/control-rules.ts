import { measurement } from '../../src/series/influx/names.ts';
import {
  calculate,
  daySeconds,
  type Rule,
  sources,
  states,
  step,
  type Step,
} from './rule-steps.ts';

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

export const greenControl: Rule = {
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

export const silentControl: Rule = {
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
