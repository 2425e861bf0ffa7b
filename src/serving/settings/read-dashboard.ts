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
  const { enabled = true, github, local = bot === undefined, proxy } = dashboard;
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
