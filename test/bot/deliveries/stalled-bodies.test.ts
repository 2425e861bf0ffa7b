import { afterEach, expect, test } from 'vitest';
import { openSocket, writeHead } from '../../service/operations/raw-socket.ts';
import { listExamples } from './examples.ts';
import { makeHeaders, startDoor } from './start-webhooks.ts';

const [opened] = listExamples('pull_request', 'opened');
/** As large as GitHub sends them. */
const largest = 25 * 1024 * 1024;
const head = { ...makeHeaders('push', 'guid', 'forged'), 'content-length': largest };

let door: Awaited<ReturnType<typeof startDoor>>;
afterEach(() => door.close());

/** Announces the largest body there is, sends most of it, and then nothing. */
async function stall(bytes = largest - 1) {
  const stalled = await openSocket(door.port);
  stalled.socket.write(writeHead('POST /api/github/webhooks', head));
  await new Promise((resolve) => stalled.socket.write(Buffer.alloc(bytes, 32), resolve));
  return stalled;
}

test('bodies that stand still keep no honest webhook out, and are cut after seconds', async () => {
  door = await startDoor();
  const stalled = await Promise.all(Array.from({ length: 5 }, () => stall()));
  expect(await door.send('pull_request', opened, 'guid-1')).toBe(200);
  await Promise.all(stalled.map(({ ended }) => ended));
  for (const { text } of stalled) expect(text).toMatch(/^HTTP\/1.1 (408|503) |^$/);
  expect(await door.readLog()).toHaveLength(1);
  expect(door.metrics.webhooks.value({ outcome: 'taken' })).toBe(1);
});

test('a body whose head says that it is hopeless is not asked for', async () => {
  door = await startDoor();
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

test('a webhook that comes with many forged ones at once is taken', async () => {
  door = await startDoor();
  const body = JSON.stringify(opened);
  const forged = Array.from({ length: 200 }, () =>
    door.post(body, makeHeaders('pull_request', 'guid', 'forged')).then(({ status }) => status),
  );
  expect(await door.send('pull_request', opened, 'guid-2')).toBe(200);
  expect(new Set(await Promise.all(forged))).toEqual(new Set([400]));
});
