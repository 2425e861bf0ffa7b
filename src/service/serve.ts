import { setTimeout as pause } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { repeatHourly, type Repetition } from '../async/repeat.ts';
import { openWorkMarks, type WorkMarks } from '../async/work-marks.ts';
import { openReaders } from '../settings/readers/open-readers.ts';
import type { ServiceSettings, LogSettings, AggregationLimits } from '../settings/settings.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { createMetricRegistry } from '../logging/metrics.ts';
import { openArtifacts } from './backends/open-artifacts.ts';
import { openPlatforms } from './backends/open-platforms.ts';
import { openSeries } from './backends/open-series.ts';
import { type HealthServer, startHealthServer } from './operations/health-server.ts';
import { createServiceMetrics } from './operations/service-metrics.ts';
import { allEnded, findObstacle, type Part } from './parts/part.ts';
import { startBot } from './parts/start-bot.ts';
import { startExplorer } from './parts/start-explorer.ts';
import { chooseDuties, type Role } from './roles.ts';
import { dirname } from 'node:path';
import { makeDataFolder } from '../settings/make-data-folder.ts';
import { nameGroups } from '../settings/name-groups.ts';
import type { EventQueue, EventSource } from '../transport/eventlog/event-log.ts';
import { openKafkaQueue } from '../transport/eventlog/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../transport/eventlog/sqlite/sqlite-queue.ts';
import type { SeriesStore } from '../store/series-store.ts';
import { startAggregation } from './aggregate/run-aggregation.ts';
import type { AggregationPorts } from './aggregate/ports.ts';

const longestPingMs = 5_000;
const longestCloseMs = 5_000;

/**
 * Runs the service until `stop` is aborted; then it finishes what is in work, for as long as the grace
 * period lasts. What is left comes again at the next start.
 * @throws when the event log cannot be read on; UserError for settings that cannot be right
 */
export async function serve(
  settings: ServiceSettings,
  role: Role,
  stop: AbortSignal,
  write: (line: string) => void,
): Promise<void> {
  const { logLevel: level, secrets, limits, graceMs } = settings;
  const duties = chooseDuties(role, settings);
  const logger = createLogger({ level, secrets, write, nowMs: Date.now });
  for (const what of settings.warnings) logger.log('warn', 'a setting is not read', { what });
  const registry = createMetricRegistry();
  const metrics = createServiceMetrics(registry);
  const store = openSeries(settings.series);
  const builds = openLog(settings.events);
  // Those of a part that only takes webhooks are never asked, and start no process.
  const readers = openReaders(getHeapStatistics().heap_size_limit);
  const usesStore = duties.aggregates || duties.bot?.report === true;
  const ping = (): Promise<void> => store.ping(AbortSignal.timeout(longestPingMs));
  const abandon = new AbortController();
  const platforms = openPlatforms(settings, abandon.signal);
  const artifacts = openArtifacts(settings.artifacts, platforms);
  const signals = { stop, abandon: abandon.signal };
  const parts: Part[] = [];
  let health: HealthServer | undefined;
  let upkeep: Repetition | undefined;
  let marks: WorkMarks | undefined;
  let isStarting = true;
  const startGrace = (): void => {
    logger.log('info', 'stops after the work in progress', { graceMs });
    setTimeout(() => abandon.abort(new Error('the grace period is over')), graceMs).unref();
  };
  if (stop.aborted) startGrace();
  else stop.addEventListener('abort', startGrace, { once: true });
  try {
    // A process without its port takes no work: another process may have both.
    health = await startHealthServer(settings.listen, {
      isStarting: () => isStarting,
      findStandstill: () => parts.map((part) => part.findStandstill()).find((line) => line),
      listObstacles: async () =>
        isStarting ? ['it starts'] : listObstacles(parts, usesStore ? ping : async () => undefined),
      measure: async () => {
        await Promise.all(parts.map((part) => part.measure()));
      },
      renderMetrics: () => {
        metrics.residentMemory.set(process.memoryUsage.rss());
        return registry.render();
      },
      answer: async (request, response) => {
        for (const part of parts) if (await part.answer?.(request, response)) return true;
        return false;
      },
    });
    if (duties.aggregates) {
      marks = openWorkMarks(settings.marksFolder, Date.now, (why) =>
        logger.log('error', 'cannot note what is in work', { why }),
      );
      const ports = {
        ...artifacts,
        ...{ source: openSource(builds, settings.events), store, logger, metrics },
        ...{ log: builds.log, deadLetters: builds.deadLetters },
        ...{ nowMs: Date.now, clockMs: () => performance.now(), chance: Math.random },
        ...{ readers, marks },
      };
      parts.push(startAggregating(ports, limits, signals));
      upkeep = startUpkeep(store, logger);
    }
    if (duties.bot !== undefined && settings.bot !== undefined && platforms.bot !== undefined) {
      const context = {
        ...artifacts,
        ...{
          github: platforms.bot,
          builds,
          deliveries: openLog(settings.deliveries),
          store,
          readers,
          logger,
          metrics: registry,
        },
        ...{
          settings: { ...settings.bot, ...duties.bot, ...nameDashboard(settings) },
          nowMs: Date.now,
        },
      };
      parts.push(await startBot(context, signals));
    }
    // Last, since every address that no other part has is one of its pages.
    if (settings.dashboard.isEnabled && usesStore) parts.push(startExplorer(settings, logger));
    isStarting = false;
    logger.log('info', 'serves', {
      ...{ role, at: health.url, bot: duties.bot !== undefined },
      ...{ events: builds.log.name, series: store.name },
    });
    await allEnded(parts);
    logger.log('info', 'has stopped');
  } finally {
    // Work that cannot be ended is not waited for.
    void upkeep?.close();
    readers.close();
    marks?.close();
    await health?.close();
    // Unfinished work ends now.
    abandon.abort(new Error('the service ends'));
    await Promise.race([
      Promise.allSettled(parts.map(({ ended }) => ended))
        .then(() => Promise.allSettled(parts.map((part) => part.close())))
        .then(() => Promise.allSettled([builds.close(), store.close()])),
      pause(longestCloseMs, undefined, { ref: false }),
    ]);
  }
}

function nameDashboard({ dashboard }: ServiceSettings): { dashboardUrl?: string } {
  const { isEnabled, url } = dashboard;
  return isEnabled && url !== undefined ? { dashboardUrl: url } : {};
}

async function listObstacles(parts: readonly Part[], ping: () => Promise<void>): Promise<string[]> {
  const found = await Promise.all([
    findObstacle('series', ping),
    ...parts.map((part) => part.listObstacles()),
  ]);
  return found.flat().filter((each) => each !== undefined);
}

/** A log of events: a file, or a topic of Kafka. */
function openLog(settings: LogSettings): EventQueue {
  if (settings.kind === 'kafka') return openKafkaQueue(settings.settings);
  makeDataFolder(dirname(settings.file));
  return openSqliteQueue({ file: settings.file });
}

/** As a member of the group that aggregates. */
function openSource(queue: EventQueue, settings: LogSettings): EventSource {
  return queue.openSource(settings.kind === 'kafka' ? settings.group : nameGroups().aggregate);
}

function startUpkeep(store: Pick<SeriesStore, 'maintain'>, { log }: Logger): Repetition {
  return repeatHourly(
    () => store.maintain(Date.now()),
    (error) => log('warn', 'the store could not clean up; it retries in an hour', { error }),
  );
}

/** Most lines about unreachable artifacts: more say nothing new. */
const mostLines = 5;

function startAggregating(
  ports: AggregationPorts,
  limits: AggregationLimits,
  signals: { stop: AbortSignal; abandon: AbortSignal },
): Part {
  const { metrics } = ports;
  const aggregation = startAggregation(ports, limits, signals);
  // Those that wait for it must go on waiting.
  aggregation.ended.catch(() => undefined);
  return {
    findStandstill: aggregation.findStandstill,
    listObstacles: async () => {
      const obstacle = await findObstacle('events', aggregation.measure);
      const away = aggregation.listAway().slice(0, mostLines);
      return [
        ...(obstacle === undefined ? [] : [obstacle]),
        ...aggregation.listStuck().map((why) => `events: ${why}`),
        ...away.map((why) => `artifacts: ${why}`),
      ];
    },
    measure: () => aggregation.measure().catch(() => metrics.retries.add(1, { of: 'lag' })),
    ended: aggregation.ended,
    close: async () => undefined,
  };
}
