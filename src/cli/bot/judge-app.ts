import type { Installation, RegisteredApp, WebhookDelivery } from './ask-app.ts';
import { webhookPath } from './manifest.ts';
import { findMissing, type Rights } from './read-rights.ts';

/** One thing that was checked, and its faults. */
export interface Finding {
  /** `hint`: the bot works, and leaves something out. */
  kind: 'right' | 'hint' | 'wrong';
  /** One line. */
  what: string;
  /** The remedies, one line each; empty if all is right. */
  remedies: readonly string[];
}

/**
 * Whether an app is all that the bot needs.
 * @param publicUrl of the service, where the settings name one
 */
export function judgeApp(app: RegisteredApp, publicUrl: string | undefined): Finding[] {
  const { installations, deliveries } = app;
  return [
    judgeOwnRights(app),
    judgeWebhook(app, publicUrl),
    ...(installations.length === 0
      ? [wrong('it is installed nowhere', [`install it: ${app.url}/installations/new`])]
      : installations.map(judgeInstallation)),
    ...(deliveries.length === 0 ? [] : [judgeDeliveries(deliveries)]),
  ];
}

function judgeOwnRights({ rights, settingsUrl, url }: RegisteredApp): Finding {
  const place = `change that at ${settingsUrl ?? `the settings of ${url}`}`;
  return judgeRights(
    'it asks for all that is needed',
    'it asks for less than is needed',
    place,
    rights,
  );
}

function judgeInstallation({ account, url, isSuspended, rights }: Installation): Finding {
  const what = `installed for ${account}`;
  if (isSuspended) return wrong(`${what}, and suspended`, [`lift that at ${url}`]);
  return judgeRights(what, `${what}, with less than is needed`, `accept that at ${url}`, rights);
}

function judgeRights(good: string, bad: string, place: string, rights: Rights): Finding {
  const { needed, wanted } = findMissing(rights);
  if (needed.length > 0) return wrong(bad, [...needed, ...wanted, place]);
  if (wanted.length > 0) return { kind: 'hint', what: good, remedies: [...wanted, place] };
  return right(good);
}

function judgeWebhook({ webhook }: RegisteredApp, publicUrl: string | undefined): Finding {
  const { url, isJson, hasSecret, isSecure } = webhook;
  if (url === undefined) return wrong('it has no webhook', ['switch it on and give its address']);
  const faults = [
    ...(isJson ? [] : ['its content type has to be application/json']),
    ...(hasSecret ? [] : ['it has no secret: every delivery would be refused']),
    ...(isSecure ? [] : ['its certificate is not verified: switch SSL verification on']),
  ];
  const what = `webhooks go to ${url}`;
  if (faults.length > 0) return wrong(what, faults);
  const own = publicUrl === undefined ? url : `${publicUrl.replace(/\/+$/, '')}${webhookPath}`;
  if (own === url) return right(what);
  return { kind: 'hint', what, remedies: [`not to ${own}: correct only with a relay`] };
}

/** The newest counts: what failed before may be fixed since. */
function judgeDeliveries(deliveries: readonly WebhookDelivery[]): Finding {
  const taken = deliveries.filter(({ status }) => isTaken(status)).length;
  const what = `${taken} of the last ${deliveries.length} deliveries were taken`;
  const [newest] = deliveries;
  if (newest === undefined || isTaken(newest.status)) return right(what);
  const { event, at = 'at an unknown time', status } = newest;
  const answered = status === 0 ? 'not answered' : `answered with ${status}`;
  return wrong(`${what}; the newest (${event}, ${at}) was ${answered}`, [explainStatus(status)]);
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

function explainStatus(status: number): string {
  if (status === 400) return 'this secret is not that of the app: set the same in both';
  if (status === 404) return 'the address leads to something else than the service';
  if (status === 503) return 'the service could not store it: check its logs';
  return 'GitHub does not reach the service: look at its address, and whether it runs';
}

function right(what: string): Finding {
  return { kind: 'right', what, remedies: [] };
}

function wrong(what: string, remedies: readonly string[]): Finding {
  return { kind: 'wrong', what, remedies };
}
