import { exitCode, UserError } from '../../contract/user-error.ts';
import { readKey, signJwt } from '../../transport/github/app-token.ts';
import { readApiUrl } from '../../transport/rest/api-url.ts';
import { Refused, Unavailable } from '../../transport/platform-errors.ts';
import { type Fields, readFields } from '../../transport/rest/fields.ts';
import { readAnswer } from '../../transport/rest/read-answer.ts';
import { createSender } from '../../transport/rest/sender.ts';
import { readRights, type Rights } from './read-rights.ts';

export interface AppAccess {
  appId: number;
  /** PEM. */
  privateKey: string;
  apiUrl: string;
}

/** What GitHub has registered of an app. */
export interface RegisteredApp {
  name: string;
  url: string;
  /** Where its permissions and events can be changed; undefined where GitHub did not say who owns it. */
  settingsUrl?: string;
  owner?: string;
  rights: Rights;
  webhook: { url?: string; isJson: boolean; hasSecret: boolean; isSecure: boolean };
  installations: Installation[];
  /** The newest, at most 30. */
  deliveries: WebhookDelivery[];
}

export interface Installation {
  account: string;
  /** Where its owner accepts new permissions. */
  url: string;
  isSuspended: boolean;
  rights: Rights;
}

export interface WebhookDelivery {
  event: string;
  /** RFC 3339 in UTC; undefined where GitHub wrote something else. */
  at?: string;
  /** 0 where nothing answered. */
  status: number;
}

const headers = {
  accept: 'application/vnd.github+json',
  'user-agent': 'perigee',
  'x-github-api-version': '2022-11-28',
};
const perPage = 100;
const mostPages = 20;
const deliveriesShown = 30;

/**
 * Asks GitHub, as the app itself, what it knows of the app.
 * @throws UserError when the key is none, or not this app's, or GitHub does not answer
 */
export async function askApp(access: AppAccess): Promise<RegisteredApp> {
  const apiUrl = readApiUrl(access.apiUrl);
  const key = readKey(access.privateKey);
  const sender = createSender({ service: 'GitHub', headers });
  const { signal } = new AbortController();
  const ask = async (path: string, what: string): Promise<Fields> => {
    const header = `Bearer ${signJwt(String(access.appId), key, Date.now())}`;
    const authorization = { header, account: 'app' };
    const url = new URL(`${apiUrl}${path}`);
    const answer = await sender.send({ method: 'GET', url, authorization, signal });
    if (answer.status === 401 || (answer.status === 404 && path === '/app')) {
      throw refuseKey(access.appId, apiUrl, answer.status);
    }
    return readFields(readAnswer('GitHub', what, answer), `GitHub’s answer about ${what}`);
  };
  try {
    const app = await ask('/app', 'the app');
    const hook = await ask('/app/hook/config', 'the webhook of the app').catch(takeAsNone);
    const path = `/app/hook/deliveries?per_page=${deliveriesShown}`;
    const deliveries = await ask(path, 'the deliveries of the app').catch(takeAsNone);
    return {
      ...readApp(app),
      webhook: readHook(hook),
      installations: await listInstallations(ask),
      deliveries: deliveries.list('').map(readDelivery),
    };
  } catch (cause) {
    if (!(cause instanceof Unavailable || cause instanceof Refused)) throw cause;
    throw new UserError({
      where: apiUrl,
      seen: cause.message,
      expected: 'an answer of GitHub about the app',
      remedy: 'check the address of the API (bot.apiUrl, or PERIGEE_BOT_API_URL), and try again',
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  }
}

/** An app whose webhook was never switched on has none to tell of. */
function takeAsNone(error: unknown): Fields {
  if (error instanceof Refused && error.code === 'ci-not-found') return readFields({}, '');
  throw error;
}

async function listInstallations(
  ask: (path: string, what: string) => Promise<Fields>,
): Promise<Installation[]> {
  const all: Installation[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const path = `/app/installations?per_page=${perPage}&page=${page}`;
    const found = (await ask(path, 'the installations of the app')).list('');
    all.push(...found.map(readInstallation));
    if (found.length < perPage) break;
  }
  return all;
}

function readApp(app: Fields) {
  const owner = app.optionalText('owner.login');
  const url = app.link('html_url') ?? app.text('html_url');
  const settingsUrl = readSettingsUrl(app, url, owner);
  return {
    name: app.text('name'),
    url,
    ...(owner === undefined ? {} : { owner }),
    ...(settingsUrl === undefined ? {} : { settingsUrl }),
    rights: readRights(app),
  };
}

function readSettingsUrl(app: Fields, url: string, owner: string | undefined): string | undefined {
  const slug = app.optionalText('slug');
  if (owner === undefined || slug === undefined || !URL.canParse(url)) return undefined;
  const isOrganization = app.optionalText('owner.type') === 'Organization';
  const place = isOrganization ? `/organizations/${encodeURIComponent(owner)}` : '';
  return `${new URL(url).origin}${place}/settings/apps/${encodeURIComponent(slug)}/permissions`;
}

function readHook(hook: Fields): RegisteredApp['webhook'] {
  const url = hook.link('url');
  return {
    ...(url === undefined ? {} : { url }),
    isJson: hook.optionalText('content_type') !== 'form',
    hasSecret: hook.optionalText('secret') !== undefined,
    isSecure:
      (hook.optionalText('insecure_ssl') ?? String(hook.optionalWhole('insecure_ssl') ?? 0)) !==
      '1',
  };
}

function readInstallation(fields: Fields): Installation {
  return {
    account: fields.optionalText('account.login') ?? fields.optionalText('account.slug') ?? '?',
    url: fields.link('html_url') ?? '',
    isSuspended: fields.optionalText('suspended_at') !== undefined,
    rights: readRights(fields),
  };
}

function readDelivery(fields: Fields): WebhookDelivery {
  const at = fields.instant('delivered_at');
  return {
    event: fields.optionalText('event') ?? '?',
    status: fields.optionalWhole('status_code') ?? 0,
    ...(at === undefined ? {} : { at }),
  };
}

function refuseKey(appId: number, where: string, status: number): UserError {
  return new UserError({
    where,
    seen: `GitHub said ${status}: the key does not belong to app ${appId}, or was revoked`,
    expected: 'the id of the app, and a private key of it',
    remedy:
      'look both up in the settings of the app on GitHub; the clock of this machine has to be right too',
  });
}
