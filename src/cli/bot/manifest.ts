import { UserError } from '../../contract/user-error.ts';
import { type Level, neededEvents, neededPermissions } from './app-rights.ts';

/** The manifest from which GitHub makes an app. */
export interface Manifest {
  name: string;
  url: string;
  description: string;
  /** False: it can be installed on the account that owns it, and nowhere else. */
  public: boolean;
  hook_attributes: { url: string; active: true };
  redirect_url: string;
  default_permissions: Record<string, Level>;
  default_events: string[];
}

/** The path at which the service takes webhooks. */
export const webhookPath = '/api/github/webhooks';
/** GitHub takes no longer name of an app. */
const longestName = 34;

export interface ManifestFacts {
  name: string;
  webhookUrl: string;
  publicUrl?: string;
  redirectUrl: string;
}

/** @throws UserError for a name that GitHub would refuse */
export function describeApp({ name, webhookUrl, publicUrl, redirectUrl }: ManifestFacts): Manifest {
  if (name.trim() === '' || name.length > longestName) {
    throw new UserError({
      where: '--name',
      seen: `a name of ${name.length} characters`,
      expected: `1 to ${longestName}, the longest that GitHub accepts`,
    });
  }
  return {
    name,
    url: publicUrl ?? new URL(webhookUrl).origin,
    description: 'Catches performance regressions before they are merged.',
    public: false,
    hook_attributes: { url: webhookUrl, active: true },
    redirect_url: redirectUrl,
    default_permissions: Object.fromEntries(
      neededPermissions.map(({ name: permission, level }) => [permission, level]),
    ),
    default_events: neededEvents.map(({ name: event }) => event),
  };
}

/**
 * The address that GitHub is to send to. An address without a path is that of the service itself.
 * @throws UserError when GitHub could not reach it
 */
export function readWebhookUrl(text: string | undefined): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw refuse(text === undefined ? 'it is not given' : `${escapeText(text)} is no address`);
  }
  if (/^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(url.hostname)) {
    throw refuse(`${escapeText(url.href)} is this machine, which GitHub cannot reach`);
  }
  return url.pathname === '/' ? `${url.origin}${webhookPath}` : url.href;
}

/**
 * The address at which people reach the service: as asked, else that of its webhooks when they come to it directly.
 * @throws UserError
 */
export function readPublicUrl(text: string | undefined, webhookUrl: string): string | undefined {
  if (text === undefined) return guessPublicUrl(webhookUrl);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === '' && url.search === '' && url.hash === '';
  if (isPlain && /^https?:$/.test(url.protocol)) {
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  }
  throw new UserError({
    where: '--public-url',
    seen: `${escapeText(text)} is not a valid address for links`,
    expected: 'for example https://perigee.example.com',
  });
}

function guessPublicUrl(webhookUrl: string): string | undefined {
  return webhookUrl.endsWith(webhookPath) ? webhookUrl.slice(0, -webhookPath.length) : undefined;
}

function refuse(seen: string): UserError {
  return new UserError({
    where: '--webhook-url',
    seen,
    expected: 'where GitHub reaches the service, for example https://perigee.example.com',
    remedy: 'docs/bot.md says how a relay does it for a trial',
  });
}

function escapeText(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
