import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import {
  buildkitePath,
  openBuildkiteWebhooks,
} from '../../../../bot/src/deliveries/buildkite/open-webhooks.ts';
import { readMessage } from '../../../../bot/src/deliveries/message.ts';
import type { EventQueue } from '../../../../src/transport/eventlog/event-log.ts';
import { serveDoor } from '../serve-webhooks.ts';
import { heard, tellBuild, unheard } from './payloads.ts';
import { signWebhook, token } from './sign-webhook.ts';

let door: Awaited<ReturnType<typeof serveDoor>>;
async function start(
  known: string | undefined,
  change: (queue: EventQueue) => EventQueue = (queue) => queue,
): Promise<void> {
  const open = openBuildkiteWebhooks.bind(undefined, known);
  door = await serveDoor({ path: buildkitePath, change, open });
}
afterEach(() => door.close());

const json = { 'content-type': 'application/json' };
const body = JSON.stringify(tellBuild('build.running'));
const inPlainText = { ...json, 'x-buildkite-token': token };
const sign = (text: string, options = {}): Record<string, string> => ({
  ...json,
  'x-buildkite-signature': signWebhook(text, options),
});
const count = (outcome: string): number => door.metrics.webhooks.value({ outcome });

test('a build that is told of is in the log when the answer comes, signed or with the token', async () => {
  await start(token);
  expect((await door.post(body, inPlainText)).status).toBe(200);
  expect((await door.post(body, sign(body))).status).toBe(200);
  const messages = (await door.readLog()).map((text) => readMessage(text, '0/1', 12));
  const build = { repository: 'acme/sync', runId: 'acme/sync-perf/42' };
  expect(messages).toMatchObject([{ build }, { build }]);
  expect(count('taken')).toBe(2);
});

test('what is told again has the same id, and what says something else has another', async () => {
  await start(token);
  for (const text of [body, body, JSON.stringify(tellBuild('build.finished'))]) {
    await door.post(text, sign(text));
  }
  const ids = (await door.readLog()).map((text) => readMessage(text, '0/1', 12)?.id);
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toBe(ids[1]);
});

test('nothing of a webhook is kept but which build it is of', async () => {
  await start(token);
  const text = JSON.stringify({ ...tellBuild('build.running'), secret: 'hunter2' });
  expect((await door.post(text, sign(text))).status).toBe(200);
  const [message = ''] = await door.readLog();
  expect(Object.keys(JSON.parse(message) as object)).toEqual([
    ...['schema', 'version', 'id', 'receivedAt', 'build'],
  ]);
  expect(message).not.toMatch(/hunter2|topic|Mona/);
});

test('all that Buildkite can send is answered, and only what matters is stored', async () => {
  await start(token);
  for (const payload of [...heard, ...unheard]) {
    const text = JSON.stringify(payload);
    expect((await door.post(text, sign(text))).status).toBe(200);
  }
  expect(await door.readLog()).toHaveLength(heard.length);
  expect(count('not-for-us')).toBe(unheard.length);
});

const oldMs = Date.now() - 10 * 60_000;
const signedTwice = JSON.stringify(tellBuild('build.finished'));
const elsewhere = JSON.stringify(tellBuild('build.running', { url: 'https://example.com/42' }));
test.each<[string, string, Record<string, string>, number, RegExp]>([
  ['one without a token', body, json, 401, /^neither X-Buildkite-Token nor/],
  ['another token', body, { ...json, 'x-buildkite-token': 'guessed' }, 401, /is not bot\.build/],
  ['another key', body, sign(body, { key: 'guessed' }), 401, /^it was not signed with bot\.b/],
  ['a signature of another body', body, sign(signedTwice), 401, /^it was not signed/],
  ['what was recorded', body, sign(body, { atMs: oldMs }), 401, /replayed/],
  [
    'a form',
    body,
    { ...inPlainText, 'content-type': 'text/plain' },
    415,
    /^only application\/json/,
  ],
  ['half a text', '{"event":', inPlainText, 400, /^not JSON/],
  [
    'what is nested for ever',
    '['.repeat(9000) + ']'.repeat(9000),
    inPlainText,
    400,
    /^not JSON, or too deep/,
  ],
  ['no object', 'null', inPlainText, 400, /no line of text at event/],
  ['an address that is none', elsewhere, sign(elsewhere), 400, /no address of a build/],
])('%s is refused with one line, and leaves nothing', async (_what, text, headers, status, why) => {
  await start(token);
  const answer = await door.post(text, headers);
  expect(answer.status).toBe(status);
  const line = await answer.text();
  expect(line).toMatch(why);
  expect(line).toMatch(/^.{1,300}\n$/);
  expect(line).not.toContain(token);
  expect(await door.readLog()).toEqual([]);
  expect(await door.queue.deadLetters.list()).toEqual([]);
  expect(count('refused')).toBe(1);
  const logged = expect.objectContaining({
    ...{ level: 'warn', facts: { status, why: line.trim() } },
  }) as unknown;
  expect(door.lines).toEqual([logged]);
});

test('where no token is set nothing is taken, and it is said what is missing', async () => {
  await start(undefined);
  for (const headers of [inPlainText, sign(body), sign(body, { key: 'undefined' })]) {
    const answer = await door.post(body, headers);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('bot.buildkite.webhookToken is not set\n');
  }
  expect(await door.readLog()).toEqual([]);
});

test('other addresses are left to others, and other methods are refused', async () => {
  await start(token);
  const elsewhereUrl = door.url.replace('/webhooks', '/other');
  expect((await fetch(elsewhereUrl)).status).toBe(404);
  expect(door.lines).toEqual([]);
  expect((await fetch(door.url, { headers: inPlainText })).status).toBe(405);
  expect((await fetch(`${door.url}/?a=b`, { headers: inPlainText })).status).toBe(405);
});

test('while the log takes nothing Buildkite is told so, and once it does again it is taken', async () => {
  let isDown = true;
  await start(token, (queue) => ({
    ...queue,
    appendRaw: async (message) => {
      if (isDown) throw new Error('disk full');
      await queue.appendRaw(message);
    },
  }));
  const answer = await door.post(body, sign(body));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(count('log-down')).toBe(1);
  isDown = false;
  expect((await door.post(body, sign(body))).status).toBe(200);
});

/** @returns the status of what is only announced, and never sent */
function announce(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(door.url, { method: 'POST', headers });
    sent.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}

test('who has no token is refused before anything is read, and too much is refused of all', async () => {
  await start(token);
  const large = { 'content-length': String(6 * 1024 * 1024) };
  expect(await announce({ ...json, ...large, 'x-buildkite-token': 'guessed' })).toBe(401);
  expect(await announce({ ...inPlainText, ...large })).toBe(413);
  expect(await announce({ ...sign(body), ...large })).toBe(413);
});

test('who knocks without a token does not fill the log', async () => {
  await start(token);
  for (let i = 0; i < 20; i++) await door.post(body, json);
  expect(door.lines).toHaveLength(1);
  expect(count('refused')).toBe(20);
});
