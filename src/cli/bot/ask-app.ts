import { exitCode, UserError } from '../../contract/user-error.ts';
import { openGithub } from '../../transport/github/open-github.ts';
import type { DataOf, EntryOf } from '../../transport/github/routes.ts';
import { Refused, Unavailable, unlessMissing } from '../../transport/platform-errors.ts';
import { readApiUrl } from '../../transport/rest/api-url.ts';
import type { Fields } from '../../transport/rest/fields.ts';
import { readRights, type Rights } from './read-rights.ts';

export interface AppAccess {
  appId: number;
  /** PEM. */
  privateKey: string;
  apiUrl: string;
}

/** An app as GitHub has registered it. */
export interface RegisteredApp {
  name: string;
  url: string;
  /** The page to change its permissions and events; undefined if GitHub did not say who owns it. */
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
  /** The page on which its owner accepts new permissions. */
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

const mostPages = 20;
const deliveriesShown = 30;

/**
 * Asks GitHub, as the app itself, what it knows of the app.
 * @throws UserError when the key is none, or not this app's, or GitHub does not answer
 */
export async function askApp(access: AppAccess): Promise<RegisteredApp> {
  const { appId, privateKey } = access;
  const apiUrl = readApiUrl(access.apiUrl);
  const github = openGithub({ apiUrl, credentials: { appId: String(appId), privateKey } });
  try {
    const app = await unlessMissing(
      github.ask({ what: 'the app' }, ({ rest }) => rest.apps.getAuthenticated()).then(readApp),
    );
    if (app === undefined) throw refuseKey(appId, apiUrl, 404);
    const webhook = await unlessMissing(
      github
        .ask({ what: 'the webhook of the app' }, ({ rest }) => rest.apps.getWebhookConfigForApp())
        .then(readHook),
    );
    const deliveries = await unlessMissing(
      github.ask({ what: 'the deliveries of the app' }, ({ rest }) =>
        rest.apps.listWebhookDeliveries({ per_page: deliveriesShown }),
      ),
    );
    const installations = await github.list(
      { what: 'the installations of the app' },
      { mostPages, isCut: true },
      (octokit, { page, per_page }) =>
        octokit.paginate.iterator(octokit.rest.apps.listInstallations, { page, per_page }),
    );
    return {
      ...app,
      webhook: webhook ?? noWebhook,
      installations: installations.map(readInstallation),
      deliveries: (deliveries?.items() ?? []).map(readDelivery),
    };
  } catch (cause) {
    if (!(cause instanceof Unavailable || cause instanceof Refused)) throw cause;
    if (cause.status === 401) throw refuseKey(appId, apiUrl, cause.status);
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
const noWebhook: RegisteredApp['webhook'] = { isJson: true, hasSecret: false, isSecure: true };

type App = DataOf<'GET /app'>;

function readApp(app: Fields<App>) {
  const owner = app.optionalText('owner.login');
  const url = app.link('html_url') ?? app.text('html_url');
  const settingsUrl = readSettingsUrl(app, url, owner);
  return {
    name: app.text('name'),
    url,
    owner,
    settingsUrl,
    rights: readRights(app),
  };
}

function readSettingsUrl(
  app: Fields<App>,
  url: string,
  owner: string | undefined,
): string | undefined {
  const slug = app.optionalText('slug');
  if (owner === undefined || slug === undefined || !URL.canParse(url)) return undefined;
  const isOrganization = app.optionalText('owner.type') === 'Organization';
  const place = isOrganization ? `/organizations/${encodeURIComponent(owner)}` : '';
  return `${new URL(url).origin}${place}/settings/apps/${encodeURIComponent(slug)}/permissions`;
}

function readHook(hook: Fields<DataOf<'GET /app/hook/config'>>): RegisteredApp['webhook'] {
  const url = hook.link('url');
  return {
    url,
    isJson: hook.optionalText('content_type') !== 'form',
    hasSecret: hook.optionalText('secret') !== undefined,
    isSecure:
      (hook.optionalText('insecure_ssl') ?? String(hook.optionalWhole('insecure_ssl') ?? 0)) !==
      '1',
  };
}

function readInstallation(fields: Fields<EntryOf<'GET /app/installations'>>): Installation {
  return {
    account: fields.optionalText('account.login') ?? fields.optionalText('account.slug') ?? '?',
    url: fields.link('html_url') ?? '',
    isSuspended: fields.optionalText('suspended_at') !== undefined,
    rights: readRights(fields),
  };
}

function readDelivery(fields: Fields<EntryOf<'GET /app/hook/deliveries'>>): WebhookDelivery {
  const at = fields.instant('delivered_at');
  return {
    event: fields.optionalText('event') ?? '?',
    status: fields.optionalWhole('status_code') ?? 0,
    at,
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
