import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nameControl } from '../../src/transport/artifacts/control-artifact.ts';
import { makeControl } from '../gate/record/make-entries.ts';
import { readMetric } from '../service/start-service.ts';
import { makeZip } from '../transport/artifacts/make-zip.ts';
import { writeSuite } from './reconcile/measurements.ts';
import { endMeasuring, openChange, recordOf, upload } from './servers/act-on-github.ts';
import { sendWebhook } from './servers/fake/deliver.ts';
import { finishRun, startRun, startRunFor, storeArtifact } from './servers/fake/people.ts';
import { type BotWorld, startBotWorld } from './start-bot-service.ts';

const soon = { timeout: 180_000, interval: 50 };

/** A scheduled run that has ended, whose control stayed green. */
function addNight({ repository, state }: BotWorld): void {
  const head = repository.branches.get('main') ?? '';
  const createdAtMs = state.nowMs() - 6 * 3_600_000;
  const run = startRun(state, repository, head, { event: 'schedule', createdAtMs });
  finishRun(repository, run, 'failure');
  const control = makeControl(0, { isProven: false, shard: 0 });
  const entry = { ...control, at: new Date(createdAtMs).toISOString(), commit: head };
  const name = nameControl('sync', { index: 0, total: 1, attempt: 1 });
  const content = Buffer.from(JSON.stringify(entry));
  storeArtifact(state, repository, run, name, makeZip([{ name: 'gate-entry.json', content }]));
}

test('one process gives a pull request its check, and finds what nobody told it of', async () => {
  const world = await startBotWorld();
  addNight(world);
  const unheard = world.open('unheard');
  const service = await world.start();
  world.pointAt(service);
  const pull = world.open('faster');
  expect((await world.tell(pull, 'opened')).statusCode).toBe(200);
  for (const one of [pull, unheard]) {
    await expect.poll(() => world.readCheck(one).status, soon).toBe('queued');
  }
  await expect.poll(() => readMetric(service.url, 'perigee_bot_delivery_seconds_count')).toBe(1);
  expect(await readMetric(service.url, 'perigee_events_received_total')).toBe(0);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${service.url}/reports/x/1`)).status).toBe(404);
  const { issues } = world.repository;
  await expect.poll(() => issues[0]?.body, soon).toContain('the control stays green');
  expect(await world.stop()).toEqual([0]);
});

test('a whole life that is replayed, twice, changes nothing', async () => {
  const world = await startBotWorld(writeSuite({ more: 'gate: { confirm: false }' }));
  const { readCheck, readComments, repository, say, state } = world;
  const service = await world.start();
  world.pointAt(service);
  const pull = await openChange(world, 'slower');
  const run = startRunFor(state, repository, pull);
  upload(world, run, recordOf(world, run, { factors: { upload: 1.3 } }));
  await endMeasuring(world, run);
  const look = () => readCheck(pull).conclusion;
  await expect.poll(look, soon).toBe('failure');
  await say(pull, 'acme', '/perigee accept all because it does more');
  await expect.poll(look, soon).toBe('success');
  await say(pull, 'acme', '/perigee revoke A1');
  await expect.poll(look, soon).toBe('failure');
  await expect.poll(() => readComments(pull).answers.length, soon).toBe(2);
  const settle = async (deliveries: number): Promise<void> => {
    const names = ['perigee_bot_delivery_seconds_count', 'perigee_bot_waiting'];
    const read = () => Promise.all(names.map((name) => readMetric(service.url, name)));
    await expect.poll(read, soon).toEqual([deliveries, 0]);
  };
  await settle(4);
  const end = () => structuredClone([repository.comments, repository.checks]);
  const settled = end();
  // The accept, replayed after it was taken back, must not come back to life.
  for (const time of [1, 2]) {
    for (const [index, webhook] of state.deliveries.entries()) {
      const sent = { ...webhook, guid: `replayed-${time}-${index}` };
      expect((await sendWebhook(state.webhook!, sent)).status).toBe(200);
    }
  }
  await settle(12);
  expect(end()).toEqual(settled);
  expect(await world.stop()).toEqual([0]);
});

test('a key of another app is an error in the log at once, and it is not ready', async () => {
  const world = await startBotWorld();
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const foreign = join(world.environment.PERIGEE_DATA, 'foreign.pem');
  writeFileSync(foreign, privateKey);
  const service = await world.start('all', { PERIGEE_BOT_PRIVATE_KEY_FILE: foreign });
  const readErrors = () =>
    service.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  await expect.poll(readErrors, soon).toEqual(['GitHub rejects the app']);
  const ready = await fetch(`${service.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([
    503,
    expect.stringMatching(/github: it rejects the app \d+: GitHub said 401/),
  ]);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});
