import type { Counter, Gauge, Histogram, MetricRegistry } from '../../logging/metrics.ts';

/** The metrics of the service. docs/service-reference.md lists them. */
export interface ServiceMetrics {
  eventsReceived: Counter;
  eventsKnown: Counter;
  eventsUnread: Counter;
  deadLetters: Counter;
  buildsWritten: Counter;
  pointsWritten: Counter;
  pointsRefused: Counter;
  retries: Counter;
  sourceRestarts: Counter;
  buildsPending: Gauge;
  eventsHeld: Gauge;
  oldestPending: Gauge;
  lag: Gauge;
  oldestUnprocessed: Gauge;
  residentMemory: Gauge;
  delay: Histogram;
}

const delayBounds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200];

export function createServiceMetrics({
  counter,
  gauge,
  histogram,
}: MetricRegistry): ServiceMetrics {
  return {
    eventsReceived: counter('perigee_events_received_total', 'Messages read from the event log.'),
    eventsKnown: counter('perigee_events_known_total', 'Messages that repeated something known.'),
    eventsUnread: counter(
      'perigee_events_unread_total',
      'Messages that the log deleted before they were read.',
    ),
    deadLetters: counter('perigee_dead_letters_total', 'Dead letters, by reason.'),
    buildsWritten: counter('perigee_builds_written_total', 'Builds written, whole or not.'),
    pointsWritten: counter('perigee_points_written_total', 'Points that the store acknowledged.'),
    pointsRefused: counter(
      'perigee_points_refused_total',
      'Points that the store refused permanently.',
    ),
    retries: counter('perigee_retries_total', 'Retries, by what failed.'),
    sourceRestarts: counter(
      'perigee_source_restarts_total',
      'Restarts of an event log reader that had silently stopped.',
    ),
    buildsPending: gauge('perigee_builds_pending', 'Builds that wait for shards or to be written.'),
    eventsHeld: gauge('perigee_events_held', 'Messages whose build is not written yet.'),
    oldestPending: gauge('perigee_oldest_pending_seconds', 'How long the oldest build is pending.'),
    lag: gauge('perigee_lag_messages', 'Messages in the log that are not done.'),
    oldestUnprocessed: gauge(
      'perigee_oldest_unprocessed_seconds',
      'Age of the oldest message in the log that is not done.',
    ),
    residentMemory: gauge('process_resident_memory_bytes', 'Memory of this process.'),
    delay: histogram(
      'perigee_event_to_stored_seconds',
      'From the last event of a build in the log until its points can be queried.',
      delayBounds,
    ),
  };
}
