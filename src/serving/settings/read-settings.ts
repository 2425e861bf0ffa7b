import { join } from 'node:path';
import { UserError } from '../../contract/user-error.ts';
import type { Environment } from './environment.ts';
import { findUnknownVariables } from './find-unknown-variables.ts';
import { readBot } from './read-bot.ts';
import { nameData, readConfig } from './read-config.ts';
import { readDurationMs } from './read-duration.ts';
import { readEvents } from './read-events.ts';
import { readArtifacts, readSeries } from './read-stores.ts';
import type { ServiceSettings } from './settings.ts';

/**
 * Reads all that a service runs by: the file, the environment over it, and the secrets that they name.
 * @param file that was asked for; without one `perigee-service.yml`, if it is there
 * @throws UserError for whatever is wrong, with its place
 */
export function readSettings(file: string | undefined, environment: Environment): ServiceSettings {
  const value = readConfig(file, environment);
  const data = nameData(value);
  const secrets: string[] = [];
  const keep = (secret: string): string => {
    secrets.push(secret);
    return secret;
  };
  const bot = readBot(value, data, environment, keep);
  const { deadline = '2h', quiet = '1m', gracePeriod = '20s', ...rest } = value.aggregation ?? {};
  return {
    listen: readAddress(value.listen ?? '127.0.0.1:9464'),
    logLevel: value.logLevel ?? 'info',
    ...readEvents(value.events, data, environment, keep),
    series: readSeries(value.series, data, environment, keep),
    artifacts: readArtifacts(value.artifacts, data, environment, keep, bot),
    limits: {
      deadlineMs: readDurationMs(deadline, 'aggregation.deadline'),
      quietMs: readDurationMs(quiet, 'aggregation.quiet'),
      workers: rest.workers ?? 4,
      maxHeldEvents: rest.maxHeldEvents ?? 50_000,
      maxBytesInWork: rest.maxBytesInWork ?? 4_194_304,
      maxBuildBytes: rest.maxBuildBytes ?? 67_108_864,
    },
    marksFolder: join(data, 'builds-in-work'),
    graceMs: readDurationMs(gracePeriod, 'aggregation.gracePeriod'),
    ...(bot === undefined ? {} : { bot }),
    secrets: [...new Set(secrets)],
    warnings: findUnknownVariables(environment, value),
  };
}

/** `host:port`; an IPv6 address stands in brackets. */
function readAddress(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':');
  const port = Number(text.slice(colon + 1));
  const host = text.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  if (port <= 65_535) return { host, port };
  throw new UserError({ where: 'listen', seen: `port ${port}`, expected: 'at most 65535' });
}
