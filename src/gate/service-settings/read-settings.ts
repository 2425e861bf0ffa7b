import { existsSync, readFileSync } from 'node:fs';
import type { ServiceConfig } from '../../contract/documents.ts';
import { explainSchemaErrors } from '../../contract/schema-errors.ts';
import { UserError, type UserErrorFacts } from '../../contract/user-error.ts';
import { listAllSchemaErrors } from '../../contract/validate.ts';
import { parseSettings } from '../../suite/parse-settings.ts';
import { type Environment, overlayEnvironment } from './environment.ts';
import { readBot } from './read-bot.ts';
import { readDurationMs } from './read-duration.ts';
import { readEvents } from './read-events.ts';
import { readArtifacts, readSeries } from './read-stores.ts';
import type { ServiceSettings } from './settings.ts';

export const usualFile = 'perigee-service.yml';
const mostErrorsShown = 10;

/**
 * Reads all that a service runs by: the file, the environment over it, and the secrets that they name.
 * @param file that was asked for; without one `perigee-service.yml`, if it is there
 * @throws UserError for whatever is wrong, with its place
 */
export function readSettings(file: string | undefined, environment: Environment): ServiceSettings {
  const { value, origins } = overlayEnvironment(readFile(file), environment);
  checkOverlaid(value, origins);
  const data = value.data ?? 'perigee-data';
  const secrets: string[] = [];
  const keep = (secret: string): string => {
    secrets.push(secret);
    return secret;
  };
  const bot = readBot(value.bot, data, environment, keep);
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
    graceMs: readDurationMs(gracePeriod, 'aggregation.gracePeriod'),
    ...(bot === undefined ? {} : { bot }),
    secrets: [...new Set(secrets)],
  };
}

function readFile(asked: string | undefined): ServiceConfig {
  const file = asked ?? usualFile;
  if (asked === undefined && !existsSync(file)) return { version: 1 };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new UserError({
      where: file,
      seen: `the file cannot be read (${code})`,
      expected: 'settings of the service, as docs/service.md shows them',
      remedy: 'check the path, or leave --config out for the embedded defaults',
      cause,
    });
  }
  return parseSettings(text, file);
}

/** The file was right, so whatever is wrong now came from the environment. */
function checkOverlaid(value: ServiceConfig, origins: ReadonlyMap<string, string>): void {
  const faults = explainSchemaErrors(listAllSchemaErrors('service', value), mostErrorsShown);
  const [first, ...others] = faults.map(({ place, seen, expected }): UserErrorFacts => {
    const names = [...origins].filter(([at]) => at.startsWith(place) || place.startsWith(at));
    const where = names.map(([, name]) => name).join(', ');
    return {
      where: where === '' ? place.slice(1).replaceAll('/', '.') : where,
      ...{ seen, expected },
      remedy: 'correct the environment of the service',
    };
  });
  if (first !== undefined) throw new UserError({ ...first, others });
}

/** `host:port`; an IPv6 address stands in brackets. */
function readAddress(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':');
  const port = Number(text.slice(colon + 1));
  const host = text.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  if (port <= 65_535) return { host, port };
  throw new UserError({ where: 'listen', seen: `port ${port}`, expected: 'at most 65535' });
}
