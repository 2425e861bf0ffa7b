import { ApiProblem } from '../../explorer/door/api-problem.ts';
import { isLocal } from '../../explorer/door/is-local.ts';
import { type ExplorerDoor, openExplorer } from '../../explorer/door/open-explorer.ts';
import { makeDataFolder } from '../../serving/make-data-folder.ts';
import type { Logger } from '../../operations/logger.ts';
import type { ServiceSettings } from '../../serving/settings/settings.ts';
import type { Part } from './part.ts';

/** The dashboard and its API, for those who may read it. */
export function startExplorer(
  { dashboard, series }: Pick<ServiceSettings, 'dashboard' | 'series'>,
  logger: Logger,
): Part {
  makeDataFolder(dashboard.keptIn);
  const door = openExplorer({
    store: series.kind === 'sqlite' ? series : { kind: 'influx', settings: series },
    keptIn: dashboard.keptIn,
    ...(series.kind === 'influxdb' ? { marksLevels: true } : {}),
    report: (error) => logger.log('error', 'the dashboard could not answer', { error }),
    admit: async (request) => {
      if (dashboard.local && isLocal(request)) return;
      const remedy = dashboard.local
        ? 'Open it on the machine of the service, at 127.0.0.1.'
        : 'dashboard.local in perigee-service.yml opens it to programs on its machine.';
      throw new ApiProblem(403, remedy);
    },
  });
  const following = series.kind === 'influxdb' ? startFollowing(door, logger) : undefined;
  return {
    findStandstill: () => undefined,
    listObstacles: async () => [],
    measure: async () => undefined,
    answer: door.answer,
    ended: Promise.resolve(),
    close: async () => {
      following?.close();
      door.close();
    },
  };
}

const everyMs = 3_600_000;
const firstMs = 60_000;

/** Grafana shows where levels changed, whether or not anybody looks at our own pages. */
function startFollowing(door: Pick<ExplorerDoor, 'follow'>, { log }: Logger): { close(): void } {
  const follow = (): void => {
    door.follow().catch((error: unknown) => {
      log('warn', 'could not work out where levels changed; it retries in an hour', { error });
    });
  };
  const first = setTimeout(follow, firstMs);
  const timer = setInterval(follow, everyMs);
  return {
    close: () => {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
