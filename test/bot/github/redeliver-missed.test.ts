import { expect, test } from 'vitest';
import { deliver } from '../servers/fake/deliver.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { listen } from '../../servers/listen.ts';
import { tellPush } from '../servers/fake/payloads.ts';
import { openSide } from './open-side.ts';

/** A GitHub whose app is there, or not. */
async function open() {
  const opened = await openSide();
  const { state, fake } = opened;
  const got: string[] = [];
  const app = await listen((request) => {
    got.push(String(request.headers['x-github-delivery']));
    return Promise.resolve({ status: 200 });
  });
  const here = { url: app.url, secret: 'secret' };
  const gone = { url: 'http://127.0.0.1:9/', secret: 'secret' };
  state.webhook = here;
  const push = (guid: string) => {
    const before = fake.branches.get('main') ?? '';
    return deliver(state, tellPush(fake, 'main', before, pushCommit(state, fake, 'main')), guid);
  };
  return { ...opened, app, got, here, gone, push };
}

test('what nobody has taken is asked for again, in its order, and only once', async () => {
  const { side, state, app, got, here, gone, push } = await open();
  await push('taken');
  state.webhook = gone;
  await push('missed-1');
  await push('missed-2');
  state.webhook = here;
  expect(await side.redeliverMissed(0)).toBe(2);
  expect(got).toEqual(['taken', 'missed-1', 'missed-2']);
  expect(await side.redeliverMissed(0)).toBe(0);
  await app.close();
});

test('what was missed again is asked for again', async () => {
  const { side, state, app, got, here, gone, push } = await open();
  state.webhook = gone;
  await push('missed');
  expect(await side.redeliverMissed(0)).toBe(1);
  expect(state.deliveries.map(({ statusCode }) => statusCode)).toEqual([0, 0]);
  state.webhook = here;
  expect(await side.redeliverMissed(0)).toBe(1);
  expect(got).toEqual(['missed']);
  await app.close();
});

test('what is never taken is not asked for without end, and what is new is', async () => {
  const { side, state, app, here, gone, push } = await open();
  state.webhook = gone;
  await push('refused');
  for (let sweep = 0; sweep < 24; sweep++) expect(await side.redeliverMissed(0)).toBe(1);
  expect(await side.redeliverMissed(0)).toBe(0);
  await push('missed');
  state.webhook = here;
  expect(await side.redeliverMissed(0)).toBe(1);
  await app.close();
});

test('what was before the time is left alone, however many pages there are', async () => {
  const { side, state, app, here, gone, push } = await open();
  let now = 1_800_000_000_000;
  state.nowMs = () => (now += 1000);
  state.webhook = gone;
  for (let index = 0; index < 230; index++) await push(`missed-${index}`);
  state.webhook = here;
  state.nowMs = () => Date.now();
  const since = state.deliveries[10]?.deliveredAtMs ?? 0;
  expect(await side.redeliverMissed(since)).toBe(220);
  await app.close();
});
