import { join } from 'node:path';
import type { ServiceConfig } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import type { Environment } from './environment.ts';
import { readSecret } from './read-secret.ts';
import type { BotAccount, DashboardSettings } from './settings.ts';

/** @throws UserError for people who are to sign in where there is no app, or no address for them */
export function readDashboard(
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
export function warnOfLocal({ dashboard = {} }: Pick<ServiceConfig, 'dashboard'>): string[] {
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
