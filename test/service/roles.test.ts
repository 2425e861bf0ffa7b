import { expect, test } from 'vitest';
import { chooseDuties, type Role } from '../../src/service/roles.ts';
import { catchUserError } from '../contract/catch-user-error.ts';

const bot = {
  ...{ appId: 12, privateKey: 'pem', webhookSecret: 'secret', ledgerFile: 'bot.sqlite' },
  groups: { report: 'perigee-report', bot: 'perigee-bot' },
  apiUrl: 'https://api.github.com',
};
const withBot = (role: Role) => chooseDuties(role, { bot });

test('one process does all of it, and is the bot where one is set up', () => {
  expect(chooseDuties('all', {})).toEqual({ aggregates: true });
  expect(withBot('all')).toEqual({ aggregates: true, bot: { webhooks: true, report: true } });
});

test('each role of its own does that alone', () => {
  expect(withBot('aggregate')).toEqual({ aggregates: true });
  expect(withBot('webhooks')).toEqual({
    aggregates: false,
    bot: { webhooks: true, report: false },
  });
  expect(withBot('report')).toEqual({ aggregates: false, bot: { webhooks: false, report: true } });
});

test('a role of the bot where none is set up says how to set it up', () => {
  for (const role of ['webhooks', 'report'] as const) {
    const { message } = catchUserError(() => chooseDuties(role, {}));
    expect(message).toMatch(/no bot in the settings[\s\S]*perigee bot setup/);
  }
});
