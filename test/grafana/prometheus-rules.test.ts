import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { serviceAlerts } from '../../grafana/src/alert-rules.ts';
import { missingForPrometheus, runPromtool } from '../servers/prometheus.ts';

const missing = missingForPrometheus();
// promtool may be missing on a laptop, which is told so; CI never skips it.
const testRules = test.skipIf(missing !== undefined && process.env['CI'] === undefined);

interface Case {
  /** Series by name, one value a minute in the notation of promtool; `up` is there by itself. */
  series: Readonly<Record<string, string>>;
  minute: number;
  firing: readonly string[];
}

/** The values of an hour and a half in which nothing happens. */
const calm = {
  perigee_dead_letters_total: '0x90',
  perigee_bot_dead_letters_total: '0x90',
  perigee_oldest_unprocessed_seconds: '20x90',
  perigee_bot_put_off: '0x90',
} as const;

const names = ['PerigeeDown', 'PerigeeDeadLetters', 'PerigeeLag', 'PerigeeBotLag'];

const cases: Readonly<Record<string, Case>> = {
  'nothing fires while nothing happens': { series: calm, minute: 80, firing: [] },
  'nothing fires without a bot': {
    series: { ...calm, perigee_bot_put_off: '_x90', perigee_bot_dead_letters_total: '_x90' },
    ...{ minute: 80, firing: [] },
  },
  'the first dead letter of a process fires, though its counter had no labels before': {
    series: {
      ...calm,
      perigee_dead_letters_total: '0x70 _x20',
      'perigee_dead_letters_total{reason="event"}': '_x70 1x20',
    },
    ...{ minute: 75, firing: ['PerigeeDeadLetters'] },
  },
  'a dead letter after a new start fires': {
    series: { ...calm, 'perigee_dead_letters_total{reason="event"}': '7x70 0x3 1x20' },
    ...{ minute: 80, firing: ['PerigeeDeadLetters'] },
  },
  'a webhook that became a dead letter fires': {
    series: { ...calm, 'perigee_bot_dead_letters_total{reason="unreadable"}': '3x60 4x30' },
    ...{ minute: 65, firing: ['PerigeeDeadLetters'] },
  },
  'dead letters of hours ago fire no more': {
    series: { ...calm, 'perigee_dead_letters_total{reason="event"}': '7x90' },
    ...{ minute: 85, firing: [] },
  },
  'an event that waits for hours fires after ten minutes': {
    series: { ...calm, perigee_oldest_unprocessed_seconds: '12000x90' },
    ...{ minute: 15, firing: ['PerigeeLag'] },
  },
  'an event that waits until the deadline of its build fires nothing': {
    series: { ...calm, perigee_oldest_unprocessed_seconds: '7300x90' },
    ...{ minute: 60, firing: [] },
  },
  'looks that an outage puts off fire after half an hour': {
    series: { ...calm, perigee_bot_put_off: '0x10 3x80' },
    ...{ minute: 45, firing: ['PerigeeBotLag'] },
  },
  'one process of two that does not answer fires': {
    series: { ...calm, 'up{job="perigee",instance="b"}': '1x10 0x80' },
    ...{ minute: 20, firing: ['PerigeeDown'] },
  },
};

testRules('the cases name every rule', () => {
  expect(serviceAlerts.map(({ name }) => name)).toEqual(names);
});

testRules('promtool takes the scrape configuration with its rules', () => {
  expect(runPromtool('check', 'config', 'grafana/prometheus.yml')).toMatchObject({ isRight: true });
});

testRules.for(Object.entries(cases))('%s', ([, { firing, minute, series }]) => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-rules-'));
  try {
    const up = { 'up{job="perigee",instance="a"}': '1x90' };
    const input = Object.entries({ ...up, ...series }).map(([name, values]) => ({
      series: name.includes('{') ? name : `${name}{job="perigee"}`,
      values,
    }));
    const wanted = names.map((name) => ({
      expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
      eval_time: `${minute}m`,
      exp_samples: [{ labels: '{}', value: firing.includes(name) ? 1 : 0 }],
    }));
    const file = join(folder, 'test.yml');
    const text = {
      rule_files: [resolve('grafana/prometheus-rules.yml')],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: input, promql_expr_test: wanted }],
    };
    writeFileSync(file, JSON.stringify(text));
    expect(runPromtool('test', 'rules', file)).toMatchObject({ isRight: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
