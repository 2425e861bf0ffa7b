import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { addressWith } from './addresses.ts';
import { begin } from './begin.ts';
import { figure, lines, width } from './panels.ts';
import { watch } from './targets.ts';

const isOfService = true;
const perSecond = (name: string, by: string): string =>
  `sum by (${by}) (rate(${name}[$__rate_interval]))`;
const quantile = (share: number, name: string): string =>
  `histogram_quantile(${share}, sum by (le) (rate(${name}_bucket[$__rate_interval])))`;

/** What `/metrics` of `perigee serve` says, of all its processes together. */
export function ingestion(): DashboardBuilder {
  const dashboard = begin({
    ...{ name: 'ingestion', title: 'Perigee: ingestion health', isOfService },
    description:
      'Whether what the CI measures reaches the store and the pull requests, and how soon.',
    from: 'now-6h',
    page: addressWith.home,
    variables: [],
  });
  const figures = [
    ['Lag', 'Messages in the log that are not done.', 'short', 'sum(perigee_lag_messages)'],
    [
      'Oldest message not done',
      'Beyond the deadline of two hours something is stuck.',
      's',
      'max(perigee_oldest_unprocessed_seconds)',
    ],
    [
      'Dead letters',
      'Since the processes started: perigee queue ls shows them, and why.',
      'short',
      'sum(perigee_dead_letters_total) + (sum(perigee_bot_dead_letters_total) or vector(0))',
    ],
    [
      'Put off by an outage',
      'Looks at pull requests that wait because GitHub or the CI does not answer.',
      'short',
      'sum(perigee_bot_put_off) or vector(0)',
    ],
  ] as const;
  for (const [title, description, unit, expr] of figures) {
    const targets = [watch('A', expr, title)];
    dashboard.withPanel(figure({ title, description, unit, targets, isOfService }));
  }
  const panels = [
    {
      title: 'Events read',
      description: 'Messages of the log a second, and those that repeated something known.',
      unit: 'cps',
      targets: [
        watch('A', perSecond('perigee_events_received_total', 'job'), 'read'),
        watch('B', perSecond('perigee_events_known_total', 'job'), 'known'),
      ],
    },
    {
      title: 'Builds stored',
      description: 'Whole ones at once, the others at their deadline.',
      unit: 'cps',
      targets: [watch('A', perSecond('perigee_builds_written_total', 'whole'), 'whole: {{whole}}')],
    },
    {
      title: 'Points stored and refused',
      description: 'The store never takes those that it refused; they are dead letters.',
      unit: 'cps',
      targets: [
        watch('A', perSecond('perigee_points_written_total', 'job'), 'stored'),
        watch('B', perSecond('perigee_points_refused_total', 'job'), 'refused'),
      ],
    },
    {
      title: 'From the last event until it can be queried',
      description:
        'Half of the builds are faster than the lower line, 19 of 20 than the upper one.',
      unit: 's',
      targets: [
        watch('A', quantile(0.5, 'perigee_event_to_stored_seconds'), 'half'),
        watch('B', quantile(0.95, 'perigee_event_to_stored_seconds'), '95%'),
      ],
    },
    {
      title: 'Waiting',
      description: 'Builds that wait for shards or for the store, and their messages.',
      unit: 'short',
      targets: [
        watch('A', 'sum(perigee_builds_pending)', 'builds'),
        watch('B', 'sum(perigee_events_held)', 'messages held'),
        watch('C', 'sum(perigee_lag_messages)', 'messages not done'),
      ],
    },
    {
      title: 'Age of what waits',
      description: 'The oldest message, and the build that has waited longest.',
      unit: 's',
      targets: [
        watch('A', 'max(perigee_oldest_unprocessed_seconds)', 'message'),
        watch('B', 'max(perigee_oldest_pending_seconds)', 'build'),
      ],
    },
    {
      title: 'Dead letters by reason',
      description: 'Since the processes started.',
      unit: 'short',
      targets: [
        watch('A', 'sum by (reason) (perigee_dead_letters_total)', '{{reason}}'),
        watch('B', 'sum by (reason) (perigee_bot_dead_letters_total)', 'bot: {{reason}}'),
      ],
    },
    {
      title: 'Retries',
      description: 'By what failed, and restarts of a reader that had silently stopped.',
      unit: 'cps',
      targets: [
        watch('A', perSecond('perigee_retries_total', 'of'), '{{of}}'),
        watch('B', perSecond('perigee_source_restarts_total', 'job'), 'restarts'),
      ],
    },
    {
      title: 'Webhooks',
      description: 'What became of them at the door.',
      unit: 'cps',
      targets: [watch('A', perSecond('perigee_bot_webhooks_total', 'outcome'), '{{outcome}}')],
    },
    {
      title: 'Looks and commands of the bot',
      description: 'Those that end with a defect are worth a report.',
      unit: 'cps',
      targets: [
        watch('A', perSecond('perigee_bot_looks_total', 'outcome'), 'looks: {{outcome}}'),
        watch('B', perSecond('perigee_bot_commands_total', 'outcome'), 'commands: {{outcome}}'),
      ],
    },
    {
      title: 'From a webhook until all is done',
      description: 'Half are faster than the lower line, 19 of 20 than the upper one.',
      unit: 's',
      targets: [
        watch('A', quantile(0.5, 'perigee_bot_delivery_seconds'), 'half'),
        watch('B', quantile(0.95, 'perigee_bot_delivery_seconds'), '95%'),
      ],
    },
    {
      title: 'The bot waits',
      description: 'Looks that wait, those put off, and messages of the log that are not done.',
      unit: 'short',
      targets: [
        watch('A', 'sum(perigee_bot_waiting)', 'looks'),
        watch('B', 'sum(perigee_bot_put_off)', 'put off'),
        watch('C', 'sum(perigee_bot_lag_messages)', 'messages'),
      ],
    },
    {
      title: 'Budgets, sweeps, webhooks asked for again',
      description: 'Pull requests and authors that spent their budget; what the hourly sweep did.',
      unit: 'short',
      targets: [
        watch('A', 'sum by (of) (perigee_bot_over_budget_total)', 'over budget: {{of}}'),
        watch('B', 'sum by (outcome) (perigee_bot_sweeps_total)', 'sweeps: {{outcome}}'),
        watch('C', 'sum(perigee_bot_redelivered_total)', 'asked for again'),
      ],
    },
    {
      title: 'Memory',
      description: 'Resident, of each process.',
      unit: 'bytes',
      targets: [watch('A', 'process_resident_memory_bytes{job="perigee"}', '{{instance}}')],
    },
  ];
  for (const panel of panels) {
    dashboard.withPanel(lines({ ...panel, span: width.half, height: 8, isOfService }));
  }
  return dashboard;
}
