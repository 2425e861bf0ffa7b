import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { webhooksPath } from '../../../bot/src/deliveries/open-webhooks.ts';
import { type RunningService, startService } from '../../service/start-service.ts';
import { writeSuite } from '../reconcile/measurements.ts';
import { addRepository, pushCommit } from '../servers/fake/history.ts';
import { type FakeGithub, openFakeGithub } from '../servers/fake/open-fake-github.ts';
import { type FakeRepository, usualPermissions } from '../servers/fake/state.ts';
import { checkOf, measureChange, openChange, type Place, reportsOf } from './act-on-github.ts';

export const webhookSecret = 'signed-with-this';
/** Its first alarm blocks, so that each test is about one thing. */
export const strictSuite = writeSuite({ more: 'gate: { confirm: false }' });
const soon = { timeout: 180_000, interval: 50 };

export interface Stage {
  github: FakeGithub;
  service: RunningService;
  /** Its folder. */
  data: string;
  /** One that nobody has used, of an account with an installation of its own: its writes wait for no others. */
  take(): Place;
}

/**
 * One `perigee serve` with the bot in it for all tests of a file, and a GitHub that is judged by GitHub's own
 * description.
 * @param count of repositories
 */
export function useStage(count: number, suite = strictSuite): () => Stage {
  let stage: (Stage & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    stage = await openStage(count, suite);
  });
  afterAll(async () => {
    await stage?.close();
  });
  return () => {
    if (stage === undefined) throw new Error('nothing is started yet');
    return stage;
  };
}

async function openStage(count: number, suite: string) {
  const github = await openFakeGithub();
  const { state } = github;
  const free = Array.from({ length: count }, (_, index): FakeRepository => {
    const account = `acme-${index}`;
    const permissions = { ...usualPermissions };
    state.installations.push({ id: 100 + index, account, permissions });
    const repository = addRepository(state, account, `sync-${index}`);
    pushCommit(state, repository, 'main', { files: { 'perigee.yml': suite } });
    return repository;
  });
  const data = mkdtempSync(join(tmpdir(), 'perigee-attacks-'));
  const keyFile = join(data, 'key.pem');
  writeFileSync(keyFile, github.privateKey);
  const service = await startService({
    ...{ PERIGEE_DATA: data, PERIGEE_BOT_APP_ID: String(github.appId) },
    ...{ PERIGEE_BOT_PRIVATE_KEY_FILE: keyFile, PERIGEE_BOT_WEBHOOK_SECRET: webhookSecret },
    ...{ PERIGEE_BOT_API_URL: github.url, PERIGEE_PUBLIC_URL: 'https://perigee.example.com' },
  });
  // What it looks for at its start is not what it was told of.
  await vi.waitFor(
    () => expect(service.lines.map(({ message }) => message)).toContain('swept'),
    soon,
  );
  state.webhook = { url: `${service.url}${webhooksPath}`, secret: webhookSecret };
  return {
    ...{ github, service, data },
    take: () => {
      const repository = free.pop();
      if (repository === undefined) throw new Error('all repositories are taken');
      return { state, repository };
    },
    close: async () => {
      const code = await service.stop();
      await github.close();
      rmSync(data, { recursive: true, force: true });
      expect(github.faults).toEqual([]);
      expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
      expect(code).toBe(0);
    },
  };
}

/** What is read becomes this. Tests that run at the same time cannot use `expect.poll`. */
export async function expectSoon(read: () => unknown, wanted: unknown): Promise<void> {
  await vi.waitFor(() => expect(read()).toEqual(wanted), soon);
}

/** All that was told so far is worked off. */
export async function expectSettled({ service }: Stage): Promise<void> {
  const readLeft = async (): Promise<number[]> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const read = (name: string): number =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1] ?? 0,
      );
    const taken = read('perigee_bot_webhooks_total{outcome="taken"}');
    return [taken - read('perigee_bot_delivery_seconds_count'), read('perigee_bot_waiting')];
  };
  await vi.waitFor(async () => expect(await readLeft()).toEqual([0, 0]), soon);
}

/** After an attack, an honest slow change is still found, and told once. */
export async function expectHonestGate(place: Place): Promise<void> {
  const pull = await openChange(place, 'honest');
  await measureChange(place, pull, { upload: 1.3 });
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await expectSoon(() => reportsOf(place, pull.number).length, 1);
  expect(reportsOf(place, pull.number)[0]).toContain('❌');
}
