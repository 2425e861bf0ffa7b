import { setTimeout as pause } from 'node:timers/promises';
import { type Aggregation, startAggregation } from './aggregate/run-aggregation.ts';
import { openArtifacts } from './backends/open-artifacts.ts';
import { openEvents } from './backends/open-events.ts';
import { openSeries } from './backends/open-series.ts';
import { type HealthServer, startHealthServer } from './operations/health-server.ts';
import { createLogger } from '../operations/logger.ts';
import { createMetricRegistry } from '../operations/metrics.ts';
import { createServiceMetrics } from './operations/service-metrics.ts';
import type { ServiceSettings } from '../gate/service-settings/settings.ts';
import { startUpkeep } from './operations/upkeep.ts';

const longestPingMs = 5_000;
const longestCloseMs = 5_000;

/**
 * Runs the service until `stop` is aborted; then it finishes what is in work, for as long as the grace
 * period lasts. What is left comes again at the next start.
 * @throws when the event log cannot be read on; UserError for settings that cannot be right
 */
export async function serve(
  settings: ServiceSettings,
  stop: AbortSignal,
  write: (line: string) => void,
): Promise<void> {
  const { logLevel: level, secrets, limits } = settings;
  const logger = createLogger({ level, secrets, write, nowMs: Date.now });
  const registry = createMetricRegistry();
  const metrics = createServiceMetrics(registry);
  const store = openSeries(settings.series);
  const { queue, source } = openEvents(settings.events);
  const abandon = new AbortController();
  let health: HealthServer | undefined;
  let upkeep: { close(): void } | undefined;
  let aggregation: Aggregation | undefined;
  try {
    const ports = {
      ...openArtifacts(settings.artifacts),
      ...{ source, store, logger, metrics },
      ...{ log: queue.log, deadLetters: queue.deadLetters },
      ...{ nowMs: Date.now, clockMs: () => performance.now(), chance: Math.random },
    };
    const signals = { stop, abandon: abandon.signal };
    const started = startAggregation(ports, limits, signals);
    aggregation = started;
    health = await startHealthServer(settings.listen, {
      findStandstill: started.findStandstill,
      listObstacles: () => listObstacles(started, (signal) => store.ping(signal)),
      renderMetrics: async () => {
        metrics.residentMemory.set(process.memoryUsage.rss());
        await started.measure().catch(() => metrics.retries.add(1, { of: 'lag' }));
        return registry.render();
      },
    });
    upkeep = startUpkeep(store, logger);
    logger.log('info', 'serves', {
      role: 'aggregate',
      at: health.url,
      events: source.name,
      series: store.name,
    });
    stop.addEventListener('abort', () => {
      logger.log('info', 'stops when what is in work is done', { graceMs: settings.graceMs });
      setTimeout(
        () => abandon.abort(new Error('the grace period is over')),
        settings.graceMs,
      ).unref();
    });
    await started.ended;
    logger.log('info', 'has stopped');
  } finally {
    upkeep?.close();
    await health?.close();
    // Where it did not come to its end, it ends now.
    abandon.abort(new Error('the service ends'));
    await Promise.race([
      Promise.allSettled([aggregation?.ended]).then(() =>
        Promise.allSettled([queue.close(), store.close()]),
      ),
      pause(longestCloseMs, undefined, { ref: false }),
    ]);
  }
}

async function listObstacles(
  aggregation: Aggregation,
  ping: (signal: AbortSignal) => Promise<void>,
): Promise<string[]> {
  const say = (what: string) => (error: unknown) =>
    `${what}: ${error instanceof Error ? error.message : String(error)}`;
  const found = await Promise.all([
    ping(AbortSignal.timeout(longestPingMs)).then(() => undefined, say('series')),
    aggregation.measure().then(() => undefined, say('events')),
  ]);
  return found.filter((each) => each !== undefined);
}
