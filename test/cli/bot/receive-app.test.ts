import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { describeApp } from '../../../src/cli/bot/manifest.ts';
import { type MadeApp, receiveApp } from '../../../src/cli/bot/receive-app.ts';

const app: MadeApp = {
  ...{ id: 1, name: 'perigee-acme', url: 'https://github.com/apps/perigee-acme' },
  ...{ privateKey: 'key', webhookSecret: 'hush' },
};

/** Starts to receive, and says where. */
async function receive(patienceMs?: number, complete?: (code: string) => Promise<MadeApp>) {
  const codes: string[] = [];
  const { promise: url, resolve } = Promise.withResolvers<string>();
  const received = receiveApp({
    newAppUrl: 'https://github.com/settings/apps/new',
    port: 0,
    describe: (redirectUrl) =>
      describeApp({ name: '<b>"x"</b>', webhookUrl: 'https://a.example.com/', redirectUrl }),
    complete:
      complete ??
      ((code) => {
        codes.push(code);
        return Promise.resolve(app);
      }),
    tell: resolve,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  received.catch(() => undefined);
  return { received, codes, url: await url };
}

async function readState(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  return /state=([\w-]{32})/.exec(page)?.[1] ?? '';
}

test('only the way back with its own number counts, and a code is used once', async () => {
  const { received, codes, url } = await receive();
  const state = await readState(url);
  for (const query of ['', '?code=evil', `?code=evil&state=${'x'.repeat(32)}`, `?state=${state}`]) {
    expect((await fetch(`${url}made${query}`)).status, query).toBe(400);
  }
  const back = `${url}made?code=good&state=${state}`;
  const answers = await Promise.all([fetch(back), fetch(back)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await received).toBe(app);
  expect(codes).toEqual(['good']);
});

test('a page of somebody else, whose name leads to this machine, is not answered', async () => {
  const { received, url } = await receive(2000);
  const headers = { host: 'evil.example.com' };
  const asked = request(url, { headers }).end();
  const [answer] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  expect(answer.statusCode).toBe(404);
  const posted = await fetch(url, { method: 'POST', body: 'x' });
  expect(posted.status).toBe(404);
  const state = await readState(url);
  await (await fetch(`${url}made?code=good&state=${state}`)).text();
  await received;
});

test('names on the page are text, and nothing runs on it', async () => {
  const { received, url } = await receive();
  const answer = await fetch(url);
  const page = await answer.text();
  expect(page).not.toContain('<b>"x"');
  expect(page).toContain('&lt;b&gt;&quot;x&quot;&lt;/b&gt;');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  await (await fetch(`${url}made?code=good&state=${await readState(url)}`)).text();
  await received;
});

test('it does not wait for ever', async () => {
  const { received } = await receive(50);
  await expect(received).rejects.toThrow('the browser did not come back from GitHub');
});

test('a defect while the app is kept ends it, and is shown without details', async () => {
  const { received, url } = await receive(undefined, () =>
    Promise.reject(new TypeError('a secret text')),
  );
  const state = await readState(url);
  const answer = await fetch(`${url}made?code=good&state=${state}`);
  expect(answer.status).toBe(502);
  expect(await answer.text()).not.toContain('a secret text');
  await expect(received).rejects.toThrow(TypeError);
});
