import { expect, test } from 'vitest';
import { askForChange } from '../../../src/transport/rest/ask-for-change.ts';
import { keepTagged } from '../../../src/transport/rest/keep-tagged.ts';
import {
  type Credentials,
  type LocatedAnswer,
  sendQuestion,
} from '../../../src/transport/rest/rest-client.ts';
import { createSender } from '../../../src/transport/rest/sender.ts';
import { startFakeServer } from '../../servers/ci/fake-server.ts';
import type { Answer } from '../../servers/listen.ts';
import { makeClock } from './make-clock.ts';

/** A server that knows one thing at each path, and tells by its tag whether it is still that. */
async function startTagged() {
  const things = new Map([['/run', { tag: '"1"', body: { status: 'queued' } }]]);
  const seen: (string | undefined)[] = [];
  const url = await startFakeServer(({ headers, url: { pathname } }): Answer => {
    seen.push(headers['if-none-match']);
    const thing = things.get(pathname);
    if (thing === undefined) return { status: 404, headers: { etag: '"none"' }, body: {} };
    const { tag: etag, body } = thing;
    return headers['if-none-match'] === etag
      ? { status: 304, headers: { etag }, body: {} }
      : { status: 200, headers: { etag }, body };
  });
  const answers = keepTagged(1000);
  const sender = createSender({
    ...{ service: 'GitHub', headers: {}, maxBodyBytes: 1000, clock: makeClock() },
  });
  const credentials: Credentials<string> = {
    authorize: async (account) => ({ header: `Bearer ${account}`, account }),
    discard: () => false,
  };
  const { signal } = new AbortController();
  const get = (path = '/run', account = 'a') =>
    askForChange<LocatedAnswer>(answers, {
      ...{ address: path, reading: startTagged, count: ({ text }) => text.length },
      ask: (findTag) =>
        sendQuestion(sender, credentials, {
          ...{ asker: account, method: 'GET', mayRepeat: true, what: path, signal },
          ...{ url: new URL(path, url), findTag },
        }),
      use: (answer) => answer,
    });
  return { get, seen, things };
}

test('what is known is given again where the server says that it is still so', async () => {
  const { get, seen } = await startTagged();
  const first = await get();
  expect(await get()).toEqual(first);
  expect(first).toMatchObject({ status: 200, text: '{"status":"queued"}' });
  expect(seen).toEqual([undefined, '"1"']);
});

test('what changed is given at once, and is what is known from then on', async () => {
  const { get, seen, things } = await startTagged();
  await get();
  things.set('/run', { tag: '"2"', body: { status: 'completed' } });
  expect(await get()).toMatchObject({ text: '{"status":"completed"}' });
  expect(await get()).toMatchObject({ status: 200, text: '{"status":"completed"}' });
  expect(seen).toEqual([undefined, '"1"', '"2"']);
});

test('what one account may read is not given to another', async () => {
  const { get, seen } = await startTagged();
  await get();
  await get('/run', 'b');
  expect(seen).toEqual([undefined, undefined]);
});

test('nothing is known of what is not there', async () => {
  const { get, seen } = await startTagged();
  await get('/other');
  expect(await get('/other')).toMatchObject({ status: 404 });
  expect(seen).toEqual([undefined, undefined]);
});

test('what is gone meanwhile is said to be gone', async () => {
  const { get, things } = await startTagged();
  await get();
  things.clear();
  expect(await get()).toMatchObject({ status: 404 });
});
