import type { ServiceSettings } from '../settings/settings.ts';
import { UserError } from '../contract/user-error.ts';

export const roles = ['all', 'aggregate', 'webhooks', 'report'] as const;
export type Role = (typeof roles)[number];

/** The duties of one process. */
export interface Duties {
  aggregates: boolean;
  /** Undefined where it is no bot. */
  bot?: { webhooks: boolean; report: boolean };
}

/** @throws UserError for a role of the bot where none is set up */
export function chooseDuties(role: Role, { bot }: Pick<ServiceSettings, 'bot'>): Duties {
  if (role === 'aggregate') return { aggregates: true };
  if (role === 'all') {
    return { aggregates: true, ...(bot && { bot: { webhooks: true, report: true } }) };
  }
  if (bot === undefined) throw reportNoBot(role);
  return { aggregates: false, bot: { webhooks: role === 'webhooks', report: role === 'report' } };
}

function reportNoBot(role: Role): UserError {
  return new UserError({
    where: `--role ${role}`,
    seen: 'no bot in the settings',
    expected: 'bot.appId, bot.privateKey and bot.webhookSecret in perigee-service.yml',
    remedy: '`perigee bot setup` makes a GitHub App and writes them',
  });
}
