import { join } from 'node:path';
import type { ServiceConfig } from '../contract/documents.ts';
import { parseDurationNs } from '../contract/units.ts';
import { UserError } from '../contract/user-error.ts';
import { nearestName } from '../suite/nearest-name.ts';
import { type Environment, variables } from './environment.ts';
import { readBot } from './read-bot.ts';
import { nameData, readConfig } from './read-config.ts';
import { readEvents } from './read-events.ts';
import { readSecret } from './read-secret.ts';
import { readArtifacts, readSeries } from './read-stores.ts';
import type { ServiceSettings, BotAccount, DashboardSettings } from './settings.ts';

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
    dashboard: readDashboard(value, data, environment, keep, bot),
    marksFolder: join(data, 'builds-in-work'),
    graceMs: readDurationMs(gracePeriod, 'aggregation.gracePeriod'),
    ...(bot === undefined ? {} : { bot }),
    secrets: [...new Set(secrets)],
    warnings: [...findUnknownVariables(environment, value), ...warnOfLocal(value)],
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

/** @param where for messages, e.g. `aggregation.deadline` */
function readDurationMs(text: string, where: string): number {
  const ms = (parseDurationNs(text) ?? Number.NaN) / 1e6;
  const aWeekMs = 7 * 24 * 3_600_000;
  if (ms >= 1 && ms <= aWeekMs) return ms;
  throw new UserError({ where, seen: text, expected: 'from 1ms to 168h' });
}

const prefix = 'PERIGEE_';
/** A service that a test starts has those of the test; bin/run-on-node.mjs sets the last one. */
const others = ['HOME', 'SOCKET', 'SPAN', 'COUNTED', 'PROCESSES', 'LAYOUT', 'CALLER'].map(
  (name) => `PERIGEE_${name}`,
);
/** Kubernetes sets these for a service that is called perigee. */
const ofKubernetes = /^PERIGEE_(SERVICE_(HOST|PORT\w*)|PORT(_\d+_\w+)?)$/;

/**
 * One line on each variable that looks like a setting and is none: a mistyped one would be left out in silence.
 * @param config whose secrets may lie in variables of any name
 */
function findUnknownVariables(environment: Environment, config: ServiceConfig): string[] {
  const known = variables.flatMap(({ name, form }) =>
    form === 'secret' ? [name, `${name}_FILE`] : [name],
  );
  const ours = new Set([...known, ...others, ...listSecretVariables(config)]);
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !ours.has(name) && !ofKubernetes.test(name))
    .toSorted()
    .map((name) => {
      const meant = nearestName(
        name.slice(prefix.length),
        known.map((one) => one.slice(prefix.length)),
      );
      const hint = meant === undefined ? '' : `; did you mean ${prefix}${meant}?`;
      return `${name} is no setting, and nothing reads it${hint}`;
    });
}

/** The names below each `env` of the settings: nothing but secrets has one. */
function listSecretVariables(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]: [string, unknown]) =>
    key === 'env' && typeof below === 'string' ? [below] : listSecretVariables(below),
  );
}

/** @throws UserError for people who are to sign in where there is no app, or no address for them */
function readDashboard(
  { dashboard = {} }: Pick<ServiceConfig, 'dashboard'>,
  data: string,
  environment: Environment,
  keep: (secret: string) => string,
  bot: BotAccount | undefined,
): DashboardSettings {
  const { enabled = true, github, proxy } = dashboard;
  const { local = bot === undefined && !isPublic(dashboard) } = dashboard;
  // Without the slash that people end it with.
  const url = dashboard.url?.replace(/\/+$/, '');
  const settings = { isEnabled: enabled, local, keptIn: join(data, 'dashboard') };
  return {
    ...settings,
    ...(url === undefined ? {} : { url }),
    ...(proxy === undefined ? {} : { proxy: { ...proxy, header: proxy.header.toLowerCase() } }),
    ...(github === undefined ? {} : { github: { ...readClient(), ...findAddresses(bot, url) } }),
  };

  function readClient() {
    const { clientId = '', clientSecret = {} } = github ?? {};
    const place = 'dashboard.github.clientSecret';
    return { clientId, clientSecret: keep(readSecret(clientSecret, place, environment)) };
  }
}

/** A proxy on this machine may pass on what strangers ask without a mark of it. */
function isPublic({ proxy, url }: NonNullable<ServiceConfig['dashboard']>): boolean {
  return proxy !== undefined || url !== undefined;
}

/** One line if programs on this machine need no sign-in where a proxy may be one of them. */
function warnOfLocal({ dashboard = {} }: Pick<ServiceConfig, 'dashboard'>): string[] {
  if (dashboard.local !== true || !isPublic(dashboard)) return [];
  const other = dashboard.proxy === undefined ? 'dashboard.url' : 'dashboard.proxy';
  return [
    `dashboard.local is true beside ${other}: a proxy on this machine that sends Host 127.0.0.1 and no X-Forwarded-For shows everything to everybody; leave dashboard.local out`,
  ];
}

function findAddresses(
  bot: BotAccount | undefined,
  url = bot?.publicUrl,
): { apiUrl: string; publicUrl: string } {
  if (bot !== undefined && url !== undefined) return { apiUrl: bot.apiUrl, publicUrl: url };
  throw new UserError({
    where: 'dashboard.github',
    seen: bot === undefined ? 'no bot' : 'neither dashboard.url nor bot.publicUrl',
    expected: 'the GitHub App that people sign in with, and where they reach this service',
    remedy: 'set bot with bot.publicUrl, or leave dashboard.github out',
  });
}
