import { afterEach, expect, test } from 'vitest';
import { openSocket, writeHead } from '../../service/operations/raw-socket.ts';
import { readMessage } from '../../../bot/src/deliveries/message.ts';
import { listExamples } from './examples.ts';
import { makeHeaders, secret, sign, startDoor } from './start-webhooks.ts';

const [opened] = listExamples('pull_request', 'opened');
const body = JSON.stringify(opened);

let door: Awaited<ReturnType<typeof startDoor>>;
const start = async (...options: Parameters<typeof startDoor>) =>
  (door = await startDoor(...options));
afterEach(() => door.close());

test('a signed webhook is in the log when its answer comes', async () => {
  await start();
  expect(await door.send('pull_request', opened, 'guid-1')).toBe(200);
  const [message = ''] = await door.readLog();
  expect(readMessage(message, '0/1', 12)).toMatchObject({
    ...{ id: 'guid-1', repository: { owner: 'Codertocat', name: 'Hello-World' } },
    what: { kind: 'pull-request', number: 2 },
  });
  expect(door.metrics.webhooks.value({ outcome: 'taken' })).toBe(1);
});

test('what is nothing for us is acknowledged and not kept', async () => {
  await start();
  expect(await door.send('star', listExamples('star', 'created')[0])).toBe(200);
  expect(await door.send('pull_request', listExamples('pull_request', 'labeled')[0])).toBe(200);
  expect(await door.readLog()).toEqual([]);
});

test('what cannot be read is acknowledged, and lies among the dead letters with its reason', async () => {
  await start();
  const broken = { ...opened, pull_request: { number: 'two' } };
  expect(await door.send('pull_request', broken, 'guid-2')).toBe(200);
  expect(await door.readLog()).toEqual([]);
  const [letter] = await door.queue.deadLetters.list();
  expect(letter?.reason).toMatch(/whole number at pull_request.number/);
  expect(letter?.message.position).toBe('webhook/guid-2');
  expect(JSON.parse(letter?.message.value ?? '')).toMatchObject({ webhook: { id: 'guid-2' } });
});

test('while the log takes nothing GitHub is told to come again', async () => {
  const down = new Error('disk full');
  await start((queue) => ({ ...queue, appendRaw: () => Promise.reject(down) }));
  expect(await door.send('pull_request', opened)).toBe(503);
  expect(door.lines).toContainEqual(
    expect.objectContaining({ level: 'error', facts: { why: 'disk full' } }),
  );
});

test('a log that does not answer keeps nobody waiting', async () => {
  await start((queue) => ({ ...queue, appendRaw: () => new Promise(() => undefined) }), 300);
  expect(await door.send('pull_request', opened)).toBe(503);
});

const good = makeHeaders('pull_request', 'guid', body);
test.each([
  ['one that is not signed', { 'x-hub-signature-256': '' }, 400],
  ['one that is signed with another secret', { 'x-hub-signature-256': sign(body, 'other') }, 400],
  ['one whose body was changed', { 'x-hub-signature-256': sign(`${body} `) }, 400],
  ['a signature in another form', { 'x-hub-signature-256': `sha1=${'0'.repeat(40)}` }, 400],
  ['one without the name of its event', { 'x-github-event': '' }, 400],
  ['one whose delivery id is markup', { 'x-github-delivery': '<b>' }, 400],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
])('%s is refused and leaves nothing', async (_what, change, status) => {
  await start();
  const answer = await door.post(body, { ...good, ...change });
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain(secret);
  expect(await door.readLog()).toEqual([]);
  expect(await door.queue.deadLetters.list()).toEqual([]);
  expect(door.metrics.webhooks.value({ outcome: 'refused' })).toBe(1);
});

test('a signed text that is not JSON is refused', async () => {
  await start();
  for (const text of ['{', 'null', '3']) {
    const { status } = await door.post(text, makeHeaders('pull_request', 'guid', text));
    expect(status).toBeGreaterThanOrEqual(400);
  }
  expect(await door.readLog()).toEqual([]);
});

test('other paths are not ours, and other methods are refused', async () => {
  await start();
  expect((await fetch(door.url.replace('/webhooks', '/other'))).status).toBe(404);
  for (const method of ['GET', 'OPTIONS', 'PUT']) {
    expect((await fetch(door.url, { method })).status).toBe(405);
  }
});

test('a body whose head says that it is hopeless is not asked for', async () => {
  await start();
  const largest = 25 * 1024 * 1024;
  const head = { ...good, 'content-length': largest };
  const hopeless: Record<string, string | number>[] = [
    { 'x-hub-signature-256': 'sha256=0' },
    { 'x-github-event': '<b>' },
    { 'content-type': 'text/plain' },
    { 'content-encoding': 'gzip' },
    { 'content-length': largest + 1 },
    { 'content-length': 0 },
  ];
  for (const headers of hopeless) {
    const forger = await openSocket(door.port);
    const whole = { ...head, ...headers, expect: '100-continue' };
    forger.socket.write(writeHead('POST /api/github/webhooks', whole));
    await forger.until('\r\n\r\n');
    expect(forger.text, JSON.stringify(headers)).toMatch(/^HTTP\/1.1 4/);
  }
});
