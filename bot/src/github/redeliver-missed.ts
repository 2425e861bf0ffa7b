import type { EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import { unlessMissing } from '../../../src/transport/platform-errors.ts';

interface HookDelivery {
  id: number;
  guid: string;
  atMs: number;
  isTaken: boolean;
}

/** GitHub keeps three days of them. */
const mostPages = 500;

/** A day of sweeps. With a wrong secret nothing is ever taken, and each hour would ask for all before it too. */
const mostAsked = 24;

/** How often each delivery that keeps failing was requested. */
export type AskedBefore = Map<string, number>;

/**
 * Asks GitHub to redeliver what was never acknowledged, not even in an earlier redelivery.
 * @param before is kept up to date
 * @returns how many deliveries were asked for
 */
export async function redeliverMissed(
  api: GithubClient,
  before: AskedBefore,
  sinceMs: number,
): Promise<number> {
  const deliveries = await listDeliveries(api, sinceMs);
  const taken = new Set(deliveries.filter(({ isTaken }) => isTaken).map(({ guid }) => guid));
  const missed = new Map<string, HookDelivery>();
  for (const delivery of deliveries) {
    // Newest first: the first of them that is seen.
    if (!taken.has(delivery.guid) && !missed.has(delivery.guid)) {
      missed.set(delivery.guid, delivery);
    }
  }
  for (const guid of before.keys()) if (!missed.has(guid)) before.delete(guid);
  let asked = 0;
  // In the order in which they happened.
  for (const { guid, id } of [...missed.values()].reverse()) {
    const times = before.get(guid) ?? 0;
    if (times >= mostAsked) continue;
    before.set(guid, times + 1);
    const question = { what: `delivery ${id}` };
    // One that is too old by now is not in the way of the others.
    const answer = api
      .write(question, ({ rest }) => rest.apps.redeliverWebhookDelivery({ delivery_id: id }))
      .then(() => true);
    if ((await unlessMissing(answer, [400, 404, 422])) === true) asked += 1;
  }
  return asked;
}

/** Newest first. */
async function listDeliveries(api: GithubClient, sinceMs: number): Promise<HookDelivery[]> {
  const question = { what: 'the deliveries of webhooks' };
  const isLast = (delivery: Fields<Delivery>): boolean => parseDelivery(delivery).atMs < sinceMs;
  const found = await api.list(
    question,
    { mostPages, isCut: true, isLast },
    (octokit, { per_page }) =>
      octokit.paginate.iterator(octokit.rest.apps.listWebhookDeliveries, { per_page }),
  );
  return found.map(parseDelivery).filter(({ atMs }) => atMs >= sinceMs);
}

type Delivery = EntryOf<'GET /app/hook/deliveries'>;

function parseDelivery(delivery: Fields<Delivery>): HookDelivery {
  const status = delivery.optionalWhole('status_code') ?? 0;
  return {
    id: delivery.whole('id'),
    guid: delivery.text('guid'),
    atMs: Date.parse(delivery.instant('delivered_at') ?? '1970-01-01T00:00:00Z'),
    isTaken: status >= 200 && status < 300,
  };
}
