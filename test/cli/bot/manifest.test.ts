import { expect, test } from 'vitest';
import { webhooksPath } from '../../../bot/src/deliveries/open-door.ts';
import { describeApp, readPublicUrl, readWebhookUrl } from '../../../src/cli/bot/manifest.ts';

const facts = {
  name: 'perigee-acme',
  webhookUrl: 'https://perigee.example.com/api/github/webhooks',
  redirectUrl: 'http://127.0.0.1:4000/made',
};

test('an address without a path is that of the service itself', () => {
  expect(facts.webhookUrl).toBe(`https://perigee.example.com${webhooksPath}`);
  expect(readWebhookUrl('https://perigee.example.com')).toBe(facts.webhookUrl);
  expect(readWebhookUrl('https://relay.example.com/a1b2')).toBe('https://relay.example.com/a1b2');
});

test('people reach the service where its webhooks arrive, unless a relay brings them', () => {
  expect(readPublicUrl(undefined, facts.webhookUrl)).toBe('https://perigee.example.com');
  expect(readPublicUrl(undefined, 'https://relay.example.com/a1b2')).toBeUndefined();
});

test('people may reach it elsewhere, at an address that links can begin with', () => {
  const read = (text: string): string | undefined => readPublicUrl(text, facts.webhookUrl);
  expect(read('https://perf.example.com/perigee/')).toBe('https://perf.example.com/perigee');
  for (const text of ['perf.example.com', 'https://me@a.example.com', 'https://a.example.com/?x']) {
    expect(() => read(text), text).toThrow('--public-url');
  }
});

test.each([
  [undefined, 'it is not given'],
  ['perigee.example.com', 'is no address'],
  ['ftp://perigee.example.com', 'is no address'],
  ['https://me:secret@perigee.example.com', 'is no address'],
  ['http://localhost:9464', 'which GitHub cannot reach'],
  ['http://127.0.0.1:9464/api/github/webhooks', 'which GitHub cannot reach'],
])('webhooks to %s are refused', (url, why) => {
  expect(() => readWebhookUrl(url)).toThrow(why);
});

test('the app is private, and its page is that of the service', () => {
  expect(describeApp(facts)).toMatchObject({
    name: 'perigee-acme',
    public: false,
    url: 'https://perigee.example.com',
    hook_attributes: { url: facts.webhookUrl, active: true },
    redirect_url: facts.redirectUrl,
    default_permissions: { checks: 'write', metadata: 'read' },
  });
  const publicUrl = 'https://perf.example.com';
  expect(describeApp({ ...facts, publicUrl }).url).toBe(publicUrl);
});

test('a name that GitHub would refuse is refused before anything is made', () => {
  expect(() => describeApp({ ...facts, name: 'x'.repeat(35) })).toThrow('a name of 35 characters');
  expect(() => describeApp({ ...facts, name: ' ' })).toThrow('--name');
});
