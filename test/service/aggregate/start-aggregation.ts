import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import type { SeriesStore } from '../../../src/store/series-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import type { AggregationLimits } from '../../../src/settings/settings.ts';
import type { AggregationPorts } from '../../../src/service/aggregate/ports.ts';
import { startAggregation } from '../../../src/service/aggregate/run-aggregation.ts';
import { openArtifacts } from '../../../src/service/backends/open-artifacts.ts';
import { createMetricRegistry } from '../../../src/logging/metrics.ts';
import {
  createServiceMetrics,
  type ServiceMetrics,
} from '../../../src/service/operations/service-metrics.ts';
import type { EventQueue } from '../../../src/transport/eventlog/event-log.ts';
import { openSqliteQueue } from '../../../src/transport/eventlog/sqlite/sqlite-queue.ts';

/** An aggregation in this process, on files of its own. */
export interface RunningAggregation {
  artifacts: string;
  queue: EventQueue;
  store: SeriesStore;
  metrics: ServiceMetrics;
  /** What it logged, as `message` and facts. */
  lines: { message: string; facts: Record<string, unknown> }[];
  append(...events: BuildEvent[]): Promise<void>;
  /** Resolves when the condition holds. @throws when it does not in time */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Resolves when every event is done. */
  untilDone(): Promise<void>;
  /** The artifacts that it waits for. */
  listAway(): string[];
  /** What it has told, in order. */
  readonly told: readonly BuildEvent[];
  stop(): Promise<void>;
}

export const usualLimits: AggregationLimits = {
  ...{ deadlineMs: 60_000, quietMs: 30_000, workers: 4 },
  ...{ maxHeldEvents: 1_000, maxBytesInWork: 1e7, maxBuildBytes: 1e7 },
};

export interface StartOptions {
  limits?: Partial<AggregationLimits>;
  ports?: Partial<AggregationPorts>;
  /** Stands in for the store, in front of a real one. */
  wrap?: (store: SeriesStore) => Partial<SeriesStore>;
}

/** Only a test that fails waits for so long, however busy the machine is. */
const longestWaitMs = 150_000;

/** Its clock goes ten times as fast: for tests that would only wait for its pauses between tries. */
export const hurried = { clockMs: (): number => 10 * performance.now() };

export function startHere({ limits, ports, wrap }: StartOptions = {}): RunningAggregation {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-aggregation-'));
  const artifacts = join(folder, 'artifacts');
  const queue = openSqliteQueue({ file: join(folder, 'events.sqlite'), times: { pollMs: 20 } });
  const store = openSqliteStore({ file: join(folder, 'series.sqlite') });
  const metrics = createServiceMetrics(createMetricRegistry());
  const lines: RunningAggregation['lines'] = [];
  const stop = new AbortController();
  const source = queue.openSource('aggregate');
  const told: BuildEvent[] = [];
  const aggregation = startAggregation(
    {
      ...openArtifacts({ directory: artifacts }),
      ...{ source, metrics, deadLetters: queue.deadLetters },
      log: {
        name: 'told',
        append: async (event) => {
          told.push(event);
        },
      },
      store: { ...store, ...wrap?.(store) },
      logger: { log: (_level, message, facts = {}) => void lines.push({ message, facts }) },
      readers: readHere,
      ...{ nowMs: Date.now, clockMs: () => performance.now(), chance: () => 0 },
      ...ports,
    },
    { ...usualLimits, ...limits },
    { stop: stop.signal, abandon: new AbortController().signal },
  );
  const until: RunningAggregation['until'] = async (condition) => {
    const deadline = performance.now() + longestWaitMs;
    while (!(await condition())) {
      if (performance.now() > deadline) throw new Error(`waited in vain: ${JSON.stringify(lines)}`);
      await pause(10);
    }
  };
  return {
    ...{ artifacts, queue, store, metrics, lines, until, told },
    append: async (...events) => {
      for (const event of events) await queue.log.append(event, stop.signal);
    },
    untilDone: () =>
      until(async () => {
        await aggregation.measure();
        return metrics.lag.value() === 0 && metrics.eventsHeld.value() === 0;
      }),
    listAway: () => aggregation.listAway(),
    stop: async () => {
      stop.abort(new Error('the test is over'));
      await aggregation.ended;
      await queue.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
