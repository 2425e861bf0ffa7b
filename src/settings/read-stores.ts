import { join } from 'node:path';
import type {
  ServiceArtifacts,
  ServiceBuildkite,
  ServiceGithub,
  ServiceSeries,
} from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { defaultLimits } from '../store/cardinality-guard.ts';
import { checkToken } from '../transport/rest/plain-token.ts';
import type { Environment } from './environment.ts';
import { readSecret } from './read-secret.ts';
import type { BotAccount, ServiceSettings } from './settings.ts';

type Keep = (secret: string) => string;

/** The target of points: a file, or InfluxDB if it is set. */
export function readSeries(
  { file, influxdb, limits: asked = {} }: ServiceSeries = {},
  data: string,
  environment: Environment,
  keep: Keep,
): ServiceSettings['series'] {
  const limits = { ...defaultLimits, ...asked };
  if (influxdb === undefined) {
    return { kind: 'sqlite', file: file ?? join(data, 'series.sqlite'), limits };
  }
  if (file !== undefined) {
    throw new UserError({
      where: 'series',
      seen: 'a file and InfluxDB',
      expected: 'one store of series',
      remedy: 'remove series.file (PERIGEE_SERIES_FILE) or series.influxdb (PERIGEE_INFLUXDB_URL)',
    });
  }
  const token = keep(readSecret(influxdb.token, 'series.influxdb.token', environment));
  return { kind: 'influxdb', ...influxdb, token, limits };
}

/**
 * The places of shards' results. The directory is always there; platforms if they are set. The app of the bot serves
 * for GitHub unless something else is set.
 */
export function readArtifacts(
  { directory, github, buildkite }: ServiceArtifacts = {},
  data: string,
  environment: Environment,
  keep: Keep,
  bot?: BotAccount,
): ServiceSettings['artifacts'] {
  const onGithub = github ?? (bot && {});
  return {
    directory: directory ?? join(data, 'artifacts'),
    ownsDirectory: directory === undefined,
    github: onGithub && readGithub(onGithub, environment, keep, bot),
    buildkite: buildkite && readBuildkite(buildkite, environment, keep),
  };
}

export function readBuildkite(
  { token, ...rest }: ServiceBuildkite,
  environment: Environment,
  keep: Keep,
): NonNullable<ServiceSettings['artifacts']['buildkite']> {
  const place = 'artifacts.buildkite.token';
  return { ...rest, token: keep(checkToken(readSecret(token, place, environment), place)) };
}

function readGithub(
  { token, app, ...rest }: ServiceGithub,
  environment: Environment,
  keep: Keep,
  bot?: BotAccount,
): ServiceSettings['artifacts']['github'] {
  const place = 'artifacts.github';
  if (token === undefined && app === undefined && bot !== undefined) {
    const { appId, privateKey, apiUrl } = bot;
    return { apiUrl, ...rest, credentials: { appId: String(appId), privateKey } };
  }
  if (token !== undefined && app === undefined) {
    return {
      ...rest,
      credentials: { token: keep(readSecret(token, `${place}.token`, environment)) },
    };
  }
  if (app !== undefined && token === undefined) {
    const privateKey = keep(readSecret(app.privateKey, `${place}.app.privateKey`, environment));
    return { ...rest, credentials: { appId: String(app.id), privateKey } };
  }
  throw new UserError({
    where: place,
    seen: token === undefined ? 'neither a token nor an app' : 'a token and an app',
    expected: 'one of them',
    remedy: `set ${place}.token, or ${place}.app with id and privateKey`,
  });
}
