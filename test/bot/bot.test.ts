import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nameControl } from '../../src/transport/artifacts/control-artifact.ts';
import { makeControl } from '../gate/record/make-entries.ts';
import { findService } from '../servers/built-or-source.ts';
import { readMetric } from '../service/start-service.ts';
import { makeZip } from '../transport/artifacts/make-zip.ts';
import { sendWebhook } from './servers/fake/deliver.ts';
import { tellPull } from './servers/fake/payloads.ts';
import { finishRun, startRun, storeArtifact } from './servers/fake/people.ts';
import { startBotWorld, webhookSecret } from './start-bot-service.ts';

describe('main controls', () => {
  /** What nightly controls found reaches the issue about the gate: a service, a GitHub, nothing between them. */
  const soon = { timeout: 180_000, interval: 50 };
  const hourMs = 3_600_000;

  type World = Awaited<ReturnType<typeof startBotWorld>>;

  /** A scheduled run that has ended, and what its control found. */
  function addNight({ repository, state }: World, hoursAgo: number, isProven: boolean): void {
    const head = repository.branches.get('main') ?? '';
    const createdAtMs = state.nowMs() - hoursAgo * hourMs;
    const run = startRun(state, repository, head, {
      ...{ event: 'schedule', createdAtMs, jobs: ['Anchors', 'Control'] },
    });
    finishRun(repository, run, isProven ? 'success' : 'failure');
    const at = new Date(createdAtMs).toISOString();
    const entry = { ...makeControl(0, { isProven, shard: 0 }), at, commit: head };
    const name = nameControl('sync', { index: 0, total: 1, attempt: 1 });
    const content = Buffer.from(JSON.stringify(entry));
    storeArtifact(state, repository, run, name, makeZip([{ name: 'gate-entry.json', content }]));
  }

  const findIssue = ({ repository }: World) =>
    repository.issues.find(({ title }) =>
      title.includes('something is wrong with the gate itself'),
    );

  test('a control that stays green opens an issue, and the next one that fires closes it', async () => {
    const world = await startBotWorld();
    addNight(world, 30, true);
    addNight(world, 6, false);
    const first = await world.start();
    await expect.poll(() => findIssue(world)?.state, soon).toBe('open');
    expect(findIssue(world)?.body).toContain('the control stays green');
    expect(findIssue(world)?.body).toContain('✓ 1 of 1');
    await first.stop();
    addNight(world, 1, true);
    const second = await world.start();
    await expect.poll(() => findIssue(world)?.state, soon).toBe('closed');
    expect(second.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await second.stop()).toBe(0);
  });
});

describe('main', () => {
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
});

describe('one process reports', () => {
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
});

describe('wrong start', () => {
  /** What whoever runs the bot is told of a start that cannot work. */
  const soon = { timeout: 180_000, interval: 50 };

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

  test('a port that something else has is told, and nothing else goes wrong on the way out', async () => {
    const world = await startBotWorld();
    const other = createServer();
    onTestFinished(() => void other.close());
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const child = spawn(process.execPath, [findService(), '--role', 'all'], {
      env: {
        ...{ PATH: process.env['PATH'], PERIGEE_LISTEN: `127.0.0.1:${port}` },
        ...world.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errors, [code]] = await Promise.all([
      ...[text(child.stdout), text(child.stderr)],
      once(child, 'exit') as Promise<[number]>,
    ] as const);
    expect([code, errors]).toEqual([2, expect.stringContaining(`127.0.0.1:${port} cannot be`)]);
    expect(out).not.toMatch(/"level":"(error|warn)"/);
    expect(errors).not.toMatch(/^ +at /m);
  });
});
