import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readMetric } from '../../service/start-service.ts';
import { deliver, sendWebhook } from '../servers/fake/deliver.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { tellComment, tellPull, type Webhook } from '../servers/fake/payloads.ts';
import { openPull } from '../servers/fake/people.ts';
import { addComment } from '../servers/fake/routes-of-issues.ts';
import { checkOf, measureChange, openChange, ownComments, type Place } from './act-on-github.ts';
import {
  expectHonestGate,
  expectSettled,
  expectSoon,
  useStage,
  webhookSecret,
} from './start-stage.ts';

const stage = useStage(2);

function address(): string {
  return stage().github.state.webhook?.url ?? '';
}

/** As `deliver` sends it, by whoever has no secret. */
async function forge({ event, payload }: Webhook, headers: Record<string, string> = {}) {
  const installed = { ...payload, installation: { id: 100, node_id: 'MDIz' } };
  const sent = { event, guid: randomUUID(), payload: installed };
  return (await sendWebhook({ url: address(), secret: 'guessed' }, sent, headers)).status;
}

test('webhooks that GitHub did not sign change nothing, whatever they tell', async () => {
  const place = stage().take();
  const { repository, state } = place;
  pushCommit(state, repository, 'quiet', { files: { 'a.txt': '1' } });
  // GitHub tells nobody of it, so that only the forged ones could.
  const pull = openPull(state, repository, 'quiet');
  const told = tellPull(state, repository, pull, 'opened');
  const accept = addComment(state, repository, pull.number, {
    ...{ login: repository.owner, body: '/perigee accept all because I say so' },
  });
  // Other tests may have come before this one, and something of theirs may be left to do.
  await expectSettled(stage());
  const commands = () => readMetric(stage().service.url, 'perigee_bot_commands_total');
  const before = { requests: stage().github.requests.length, commands: await commands() };
  const unsigned = { 'x-hub-signature-256': '' };
  const weak = {
    'x-hub-signature': 'sha1=0000',
    'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
  };
  const statuses = [
    await forge(told),
    await forge(told, unsigned),
    await forge(told, weak),
    await forge(tellComment(state, repository, accept)),
  ];
  expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
  expect(await commands()).toBe(before.commands);
  const asked = stage().github.requests.slice(before.requests);
  const own = `/repos/${repository.owner}/${repository.name}`;
  expect(asked.filter(({ line }) => line.includes(own))).toEqual([]);
  await expectHonestGate(place);
  expect(checkOf(place, pull.head.commit)).toBeUndefined();
  expect(ownComments(place, pull.number)).toEqual([]);
});

/** Everything that GitHub has told of the repository, word for word, under ids that are new. */
async function replayAll({ repository, state }: Place): Promise<number> {
  const heard = state.deliveries.filter(({ repositoryId }) => repositoryId === repository.id);
  for (const { event, payload } of heard) {
    const sent = { event, guid: randomUUID(), payload };
    const target = { url: address(), secret: webhookSecret };
    expect((await sendWebhook(target, sent)).status).toBe(200);
  }
  return heard.length;
}

test('a whole life that is replayed, twice and backwards in its results, changes nothing', async () => {
  const place = stage().take();
  const { repository, state } = place;
  const pull = await openChange(place, 'replayed');
  await measureChange(place, pull, { upload: 1.3 });
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  const comment = addComment(state, repository, pull.number, {
    ...{ login: repository.owner, body: '/perigee accept all because it does more' },
  });
  await deliver(state, tellComment(state, repository, comment));
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'success');
  const taken = addComment(state, repository, pull.number, {
    ...{ login: repository.owner, body: '/perigee revoke A1' },
  });
  await deliver(state, tellComment(state, repository, taken));
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await expectSoon(() => ownComments(place, pull.number).length, 3);
  await expectSettled(stage());
  const end = () => structuredClone([ownComments(place, pull.number), repository.checks]);
  const before = end();
  // The accept, replayed after it was taken back, must not come back to life.
  await replayAll(place);
  const count = await replayAll(place);
  expect(count).toBeGreaterThan(4);
  await expectSettled(stage());
  expect(end()).toEqual(before);
  await expectHonestGate(place);
});
