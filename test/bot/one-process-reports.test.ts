import { expect, test } from 'vitest';
import { startBotWorld } from './start-bot-service.ts';

test('beside one that works with its ledger, a second process ends and says what to do; after it, the next works', async () => {
  const world = await startBotWorld();
  const first = await world.start('report');
  await expect(world.start('report')).rejects.toThrow(
    /it ended with 2: [^]*another process reports: it works with this ledger[^]*--role webhooks/,
  );
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  await first.kill();
  const next = await world.start('report');
  expect(await next.stop()).toBe(0);
});

test('one with another ledger does not work beside it, and says why', async () => {
  const world = await startBotWorld();
  const first = await world.start('report');
  const ledger = { PERIGEE_BOT_LEDGER: `${world.environment.PERIGEE_DATA}/other.sqlite` };
  const second = await world.start('report', ledger);
  const response = await fetch(`${second.url}/readyz`);
  expect(response.status).toBe(503);
  expect(await response.text()).toMatch(/report: another process reads file \S+/);
  expect([await first.stop(), await second.stop()]).toEqual([0, 0]);
});
