import type { Counter, Gauge, Histogram, MetricRegistry } from '../../src/logging/metrics.ts';

/** The metrics of the bot. docs/service-reference.md lists them. */
export interface BotMetrics {
  /** By `outcome`: taken, not-for-us, unreadable, refused, log-down. */
  webhooks: Counter;
  deadLetters: Counter;
  /** By `outcome`: done, later, refused, defect. */
  looks: Counter;
  /** By `outcome`, as the looks. */
  commands: Counter;
  sweeps: Counter;
  /** By `of`: pull request, author. */
  overBudget: Counter;
  redelivered: Counter;
  waiting: Gauge;
  putOff: Gauge;
  lag: Gauge;
  delay: Histogram;
}

const delayBounds = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300, 1800];

export function createBotMetrics({ counter, gauge, histogram }: MetricRegistry): BotMetrics {
  return {
    webhooks: counter('perigee_bot_webhooks_total', 'Webhooks that came, by what became of them.'),
    deadLetters: counter(
      'perigee_bot_dead_letters_total',
      'Webhooks and messages that became dead letters, by reason.',
    ),
    looks: counter('perigee_bot_looks_total', 'Looks at pull requests and commits, by outcome.'),
    commands: counter('perigee_bot_commands_total', 'Comments and buttons, by outcome.'),
    overBudget: counter(
      'perigee_bot_over_budget_total',
      'Hours in which one pull request or author spent its budget.',
    ),
    sweeps: counter('perigee_bot_sweeps_total', 'Sweeps over all repositories, by outcome.'),
    redelivered: counter(
      'perigee_bot_redelivered_total',
      'Webhooks that the bot asked GitHub to redeliver.',
    ),
    waiting: gauge('perigee_bot_waiting', 'Pull requests and commits that wait to be looked at.'),
    putOff: gauge(
      'perigee_bot_put_off',
      'Looks that an outage has put off for more than half a minute.',
    ),
    lag: gauge('perigee_bot_lag_messages', 'Messages in the log of deliveries that are not done.'),
    delay: histogram(
      'perigee_bot_delivery_seconds',
      'From a webhook until all that it led to was done.',
      delayBounds,
    ),
  };
}
