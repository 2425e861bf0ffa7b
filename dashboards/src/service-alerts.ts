/** What to alert about in the metrics of the service. Grafana and Prometheus get the same rules. */
export interface ServiceAlert {
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
