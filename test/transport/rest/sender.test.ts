import { expect, test } from 'vitest';
import { describeFailure } from '../../../src/transport/rest/fetch-whole.ts';
import { createSender, type SenderOptions } from '../../../src/transport/rest/sender.ts';
import { startFakeServer } from '../../servers/ci/fake-server.ts';
import type { Answer } from '../../servers/listen.ts';
import { findFreePorts } from '../../servers/free-ports.ts';
import { makeClock } from './make-clock.ts';

/** A server that gives these answers, and the last one for ever. */
async function startAnswers(answers: readonly Answer[], more: Partial<SenderOptions> = {}) {
  const seen: string[] = [];
  const url = await startFakeServer(({ headers }) => {
    seen.push(headers.authorization ?? '');
    return answers[Math.min(seen.length, answers.length) - 1]!;
  });
  const clock = makeClock();
  const sender = createSender({
    service: 'GitHub',
    headers: {},
    maxBodyBytes: 2 ** 24,
    clock,
    patienceMs: 300_000,
    ...more,
  });
  const send = (account = 'a', signal = new AbortController().signal) => {
    const authorization = { header: `Bearer secret-${account}`, account };
    return sender.send({
      method: 'GET',
      url: new URL(url),
      authorization,
      mayRepeat: true,
      signal,
    });
  };
  return { send, seen, clock, url };
}

const good = { status: 200, body: {} };
const limited = { status: 429, headers: { 'retry-after': '40' }, body: {} };

test('a limit ends all requests of its account, and of no other, until it is over', async () => {
  const { send, seen, clock } = await startAnswers([limited, good]);
  await expect(send()).rejects.toMatchObject({ name: 'Unavailable', retryAfterMs: 40_000 });
  clock.pass(15_000);
  await expect(send()).rejects.toMatchObject({ retryAfterMs: 25_000 });
  expect(seen).toHaveLength(1);
  await send('b');
  clock.pass(25_000);
  await send();
  expect(seen).toEqual(['Bearer secret-a', 'Bearer secret-b', 'Bearer secret-a']);
});

test('many requests that meet one limit together count as one', async () => {
  const { send, clock } = await startAnswers([{ status: 429, body: {} }]);
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => send()));
  expect(all.every(({ status }) => status === 'rejected')).toBe(true);
  clock.pass(60_000);
  // The second limit in a row.
  await expect(send()).rejects.toMatchObject({ retryAfterMs: 120_000 });
});

test('those that wait for their turn are not sent after a limit', async () => {
  const { send, seen } = await startAnswers([limited], { mostAtOnce: 2 });
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => send()));
  expect(all.every(({ status }) => status === 'rejected')).toBe(true);
  expect(seen.length).toBeLessThanOrEqual(2);
});

test('of two waits that come together the longer one holds', async () => {
  const short = { status: 429, headers: { 'retry-after': '5' }, body: {} };
  const { send } = await startAnswers([limited, short]);
  await Promise.allSettled([send(), send()]);
  await expect(send()).rejects.toMatchObject({ retryAfterMs: 40_000 });
});

test('the last request of a window is answered, and the next one is not sent', async () => {
  const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '12' };
  const { send, seen } = await startAnswers([{ ...good, headers }]);
  expect(await send()).toMatchObject({ status: 200 });
  await expect(send()).rejects.toMatchObject({ retryAfterMs: 12_000 });
  expect(seen).toHaveLength(1);
});

test('an outage of a moment is passed over, a longer one is told', async () => {
  const broken = { status: 502, body: {} };
  const moment = await startAnswers([broken, broken, good]);
  expect(await moment.send()).toMatchObject({ status: 200 });
  expect(moment.clock.waits).toEqual([500, 2000]);
  const longer = await startAnswers([broken]);
  await expect(longer.send()).rejects.toThrow('GitHub is out of order (502)');
  expect(longer.seen).toHaveLength(3);
});

test('an outage that says for how long is not asked about before', async () => {
  const { send, seen } = await startAnswers([{ status: 503, headers: { 'retry-after': '30' } }]);
  await expect(send()).rejects.toMatchObject({ retryAfterMs: 30_000 });
  expect(seen).toHaveLength(1);
});

const silences: [string, Answer][] = [
  ['nothing comes', { status: 200, headers: { 'content-length': '9' }, body: undefined }],
  ['the answer breaks off', { status: 200, body: { long: 'x'.repeat(99) }, cutAt: 5 }],
];

test.each(silences)('when %s, it says so and not what was sent', async (_title, answer) => {
  const { send } = await startAnswers([answer], { patienceMs: 300 });
  const failure = await send().catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'Unavailable' });
  expect(JSON.stringify([failure, String(failure), (failure as Error).cause])).not.toMatch(
    /secret/,
  );
});

test('a server that is not there is waited for, not blamed on anybody', async () => {
  const [port] = await findFreePorts(1);
  const sender = createSender({
    service: 'GitHub',
    headers: {},
    maxBodyBytes: 2 ** 24,
    clock: makeClock(),
  });
  const request = {
    method: 'GET',
    url: new URL(`http://127.0.0.1:${port}`),
    authorization: { header: 'Bearer secret', account: 'a' },
    mayRepeat: true,
    signal: new AbortController().signal,
  } as const;
  await expect(sender.send(request)).rejects.toThrow('GitHub did not answer: ECONNREFUSED');
});

test('an answer without an end is not read to it', async () => {
  const { send, seen } = await startAnswers([
    { status: 200, bytes: Buffer.alloc(17 * 1024 * 1024) },
  ]);
  await expect(send()).rejects.toMatchObject({ name: 'Refused', code: 'ci-strange-answer' });
  expect(seen).toHaveLength(1);
});

test('whoever stops it is told why, at once', async () => {
  const { send } = await startAnswers([{ status: 502 }]);
  const signal = AbortSignal.abort(new Error('the service stops'));
  await expect(send('a', signal)).rejects.toThrow('the service stops');
});

test('why an API did not answer is told in its code or in plain words, and in nothing else', () => {
  const failed = (cause?: unknown) => new TypeError('fetch failed', { cause });
  const refused = Object.assign(new Error('connect 10.0.0.1:443'), { code: 'ECONNREFUSED' });
  expect(describeFailure(failed(refused))).toBe('ECONNREFUSED');
  expect(describeFailure(failed(new Error('bad port')))).toBe('bad port');
  expect(describeFailure(failed(new Error('header "Bearer x" is invalid')))).toBe('TypeError');
  expect(describeFailure(failed())).toBe('TypeError');
});
