import { expect, test } from 'vitest';
import { sendWebhook } from './servers/fake/deliver.ts';
import { tellPull } from './servers/fake/payloads.ts';
import { readMetric } from '../service/start-service.ts';
import { startBotWorld, webhookSecret } from './start-bot-service.ts';

const soon = { timeout: 180_000, interval: 50 };

test('a pull request that is opened gets its check, by one process that does it all', async () => {
  const world = await startBotWorld();
  const service = await world.start();
  world.pointAt(service);
  const pull = world.open('faster');
  expect((await world.tell(pull, 'opened')).statusCode).toBe(200);
  await expect.poll(() => world.findCheck(pull)?.status, soon).toBe('queued');
  await expect.poll(() => readMetric(service.url, 'perigee_bot_delivery_seconds_count')).toBe(1);
  expect(await readMetric(service.url, 'perigee_events_received_total')).toBe(0);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${service.url}/reports/x/1`)).status).toBe(404);
  expect(await service.stop()).toBe(0);
  expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('what was pushed while it was down is found when it starts', async () => {
  const world = await startBotWorld();
  const first = await world.start();
  world.pointAt(first);
  await first.kill();
  const [missed, unheard] = [world.open('faster'), world.open('slower')];
  expect((await world.tell(missed, 'opened')).statusCode).toBe(0);
  // GitHub never told of the other one at all.
  const second = await world.start();
  world.pointAt(second);
  await expect.poll(() => world.findCheck(missed)?.status, soon).toBe('queued');
  await expect.poll(() => world.findCheck(unheard)?.status, soon).toBe('queued');
  expect(await second.stop()).toBe(0);
});

test('webhooks are taken and answered by processes apart, and wait while nobody answers', async () => {
  const world = await startBotWorld();
  const door = await world.start('webhooks');
  world.pointAt(door);
  const pull = world.open('faster');
  expect((await world.tell(pull, 'opened')).statusCode).toBe(200);
  expect(world.findCheck(pull)).toBeUndefined();
  const report = await world.start('report');
  await expect.poll(() => world.findCheck(pull)?.status, soon).toBe('queued');
  // Who answers takes none.
  const { event, payload } = tellPull(world.state, world.repository, pull, 'opened');
  const target = { url: `${report.url}/api/github/webhooks`, secret: webhookSecret };
  expect(await sendWebhook(target, { event, guid: 'guid', payload })).toMatchObject({
    status: 405,
  });
  expect([await door.stop(), await report.stop()]).toEqual([0, 0]);
});

test('a role of the bot without a bot ends with what to do', async () => {
  const world = await startBotWorld();
  const none = { PERIGEE_BOT_APP_ID: '', PERIGEE_BOT_WEBHOOK_SECRET: '' };
  const starting = world.start('report', {
    ...none,
    ...{ PERIGEE_BOT_PRIVATE_KEY_FILE: '', PERIGEE_BOT_API_URL: '', PERIGEE_PUBLIC_URL: '' },
  });
  await expect(starting).rejects.toThrow(/ended with 2: perigee: --role report: no bot/);
});
