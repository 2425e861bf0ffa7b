import { ApiProblem } from '../../web/api/http/api-problem.ts';
import { isLocal } from '../../web/api/http/is-local.ts';
import { type ExplorerDoor, openExplorer } from '../../web/api/http/open-explorer.ts';
import { seesAll } from '../../web/api/readers/reader.ts';
import { openSignIn } from '../../web/api/readers/sign-in.ts';
import { openProxy } from '../../web/api/readers/trusted-proxy.ts';
import { repeatHourly, type Repetition } from '../../async/repeat.ts';
import { describeReaders } from '../../settings/describe-readers.ts';
import { makeDataFolder } from '../../settings/make-data-folder.ts';
import type { Logger } from '../../logging/logger.ts';
import type { ServiceSettings } from '../../settings/settings.ts';
import type { Part } from './part.ts';

/** The dashboard and its API, for those who may read it. */
export function startExplorer(
  { bot, dashboard, series }: Pick<ServiceSettings, 'bot' | 'dashboard' | 'series'>,
  logger: Logger,
): Part {
  makeDataFolder(dashboard.keptIn);
  const { github, proxy } = dashboard;
  const signIn = github === undefined ? undefined : openSignIn(github, Date.now);
  const isOfProxy = proxy === undefined ? () => false : openProxy(proxy);
  const door = openExplorer({
    store: series.kind === 'sqlite' ? series : { kind: 'influx', settings: series },
    keptIn: dashboard.keptIn,
    ...(bot === undefined ? {} : { ledger: bot.ledgerFile }),
    ...(series.kind === 'influxdb' ? { marksLevels: true } : {}),
    ...(signIn === undefined ? {} : { signIn }),
    report: (error) => logger.log('error', 'the dashboard could not answer', { error }),
    admit: async (request) => {
      if (dashboard.local && isLocal(request)) return seesAll;
      if (isOfProxy(request))
        return { name: `proxy ${String(request.headers[proxy?.header ?? ''])}` };
      const reader = signIn?.findReader(request);
      if (reader !== undefined) return reader;
      if (signIn !== undefined) throw new ApiProblem(401, 'Open /sign-in in a browser.');
      throw new ApiProblem(403, describeDoor(dashboard));
    },
  });
  logger.log('info', 'shows the dashboard', { to: describeReaders(dashboard) });
  const following = series.kind === 'influxdb' ? startFollowing(door, logger) : undefined;
  return {
    findStandstill: () => undefined,
    listObstacles: async () => [],
    measure: async () => undefined,
    answer: door.answer,
    ended: Promise.resolve(),
    close: async () => {
      void following?.close();
      door.close();
    },
  };
}

function describeDoor({ local, proxy }: ServiceSettings['dashboard']): string {
  if (proxy !== undefined) return 'Open it through the proxy that signs you in.';
  return local
    ? 'Open it on the machine of the service, at 127.0.0.1. dashboard.github or dashboard.proxy in perigee-service.yml let others in.'
    : 'dashboard.github, dashboard.proxy or dashboard.local in perigee-service.yml let people in.';
}

/** Grafana shows where levels changed, whether or not our own pages are open. */
function startFollowing(door: Pick<ExplorerDoor, 'follow'>, { log }: Logger): Repetition {
  const words = 'could not work out where levels changed; it retries in an hour';
  return repeatHourly(
    () => door.follow(),
    (error) => log('warn', words, { error }),
  );
}
