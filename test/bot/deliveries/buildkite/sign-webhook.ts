import { createHmac } from 'node:crypto';

export const token = '309c9c842d8565adecd7469160059f90';

/** As Buildkite signs it: `X-Buildkite-Signature`. */
export function signWebhook(
  body: string,
  { atMs = Date.now(), key = token }: { atMs?: number; key?: string } = {},
): string {
  const timestamp = Math.round(atMs / 1000);
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  return `timestamp=${timestamp},signature=${signature}`;
}
