import { expect, test } from 'vitest';
import { buildkitePath } from '../../bot/src/deliveries/buildkite/open-webhooks.ts';
import { type FakeBuildkite, startFakeBuildkite } from '../servers/ci/fake-buildkite.ts';
import { readMetric, type RunningService } from '../service/start-service.ts';
import { tellBuild } from './deliveries/buildkite/payloads.ts';
import { signWebhook, token } from './deliveries/buildkite/sign-webhook.ts';
import { startBotWorld } from './start-bot-service.ts';

const soon = { timeout: 180_000, interval: 50 };
const heard = { PERIGEE_BUILDKITE_WEBHOOK_TOKEN: token };
const read = ({ url, token: apiToken }: FakeBuildkite) => ({
  ...{ PERIGEE_BUILDKITE_API_URL: url, PERIGEE_BUILDKITE_TOKEN: apiToken },
});

/** Tells of build 42 of the pipeline acme/sync, as Buildkite does. */
function tellOf({ url }: RunningService, event: string, key = token): Promise<Response> {
  const address = 'https://api.buildkite.com/v2/organizations/acme/pipelines/sync/builds/42';
  const body = JSON.stringify(tellBuild(event, { url: address }));
  return fetch(`${url}${buildkitePath}`, {
    method: 'POST',
    body,
    headers: {
      ...{ 'content-type': 'application/json', 'x-buildkite-event': event },
      'x-buildkite-signature': signWebhook(body, { key }),
    },
  });
}

test('a pull request that GitHub told nobody of is found by its build, through the log', async () => {
  const [world, buildkite] = [await startBotWorld(), await startFakeBuildkite()];
  const door = await world.start('webhooks', heard);
  const report = await world.start('report', { ...heard, ...read(buildkite) });
  const sweeps = () => readMetric(report.url, 'perigee_bot_sweeps_total');
  await expect.poll(sweeps, soon).toBe(1);
  const pull = world.open('faster');
  buildkite.build['commit'] = pull.head.commit;
  expect((await tellOf(door, 'build.running', 'guessed')).status).toBe(401);
  expect(await readMetric(door.url, 'perigee_bot_webhooks_total')).toBe(1);
  expect((await tellOf(door, 'build.running')).status).toBe(200);
  await expect.poll(() => world.findCheck(pull)?.status, soon).toBe('queued');
  const asked = 'GET /v2/organizations/acme/pipelines/sync/builds/42';
  expect(buildkite.requests.filter((each) => each.startsWith(asked)).length).toBeGreaterThan(0);
  // Who answers takes none.
  expect((await tellOf(report, 'build.running')).status).toBe(405);
  expect(await world.stop()).toEqual([0, 0]);
});

test('a bot that hears of builds and may not read them says so, and loses nothing else', async () => {
  const world = await startBotWorld();
  const service = await world.start('all', heard);
  const warning = expect.objectContaining({
    message: 'accepts webhooks of Buildkite, but cannot read its builds',
  }) as unknown;
  expect(service.lines).toContainEqual(warning);
  expect((await tellOf(service, 'build.finished')).status).toBe(200);
  const lag = () => readMetric(service.url, 'perigee_bot_delivery_seconds_count');
  await expect.poll(lag, soon).toBe(1);
  expect(await service.stop()).toBe(0);
});
