import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isLocal } from '../../../src/web/api/http/is-local.ts';
import { isKnown, takesGzip } from '../../../src/web/api/http/read-request.ts';
import { sendAnswer } from '../../../src/web/api/http/send-answer.ts';
import { openSeal } from '../../../src/web/api/readers/sign-in.ts';
import { openProxy } from '../../../src/web/api/readers/trusted-proxy.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';

test.each([
  ['127.0.0.1', { host: '127.0.0.1:9464' }, true],
  ['::ffff:127.0.0.1', { host: 'localhost' }, true],
  ['::1', { host: '[::1]:9464' }, true],
  ['10.0.0.7', { host: 'localhost' }, false],
  ['127.0.0.1', { host: 'rebound.example.org' }, false],
  ['127.0.0.1', { host: '127.0.0.1.example.org' }, false],
  ['127.0.0.1', {}, false],
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }, false],
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-proto': 'https' }, false],
  ['127.0.0.1', { host: 'localhost', forwarded: 'for=203.0.113.7' }, false],
])('a request of %s with %j is local: %s', (remoteAddress, headers, expected) => {
  const socket = { remoteAddress } as IncomingMessage['socket'];
  expect(isLocal({ headers, socket })).toBe(expected);
});

test.each([
  ['10.1.2.3', { 'x-user': 'ann' }, true],
  ['::ffff:10.1.2.3', { 'x-user': 'ann' }, true],
  ['fd00::7', { 'x-user': 'ann' }, true],
  ['10.1.2.3', {}, false],
  ['10.1.2.3', { 'x-user': '' }, false],
  ['192.0.2.1', { 'x-user': 'ann' }, false],
])('the proxy at %s with %j names somebody: %s', (remoteAddress, headers, expected) => {
  const isOfProxy = openProxy({ header: 'x-user', addresses: ['10.0.0.0/8', 'fd00::7'] });
  const socket = { remoteAddress } as IncomingMessage['socket'];
  expect(isOfProxy({ headers, socket })).toBe(expected);
});

test('a network that is none is refused', () => {
  expect(() => openProxy({ header: 'x-user', addresses: ['10.0.0.0/99'] })).toThrow('10.0.0.0/99');
});

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a"', '"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['', '"a"', false],
  [undefined, '"a"', false],
])('a client that names %s knows %s: %s', (known, etag, expected) => {
  expect(isKnown(known, etag)).toBe(expected);
});

test.each([
  ['gzip', true],
  ['br, gzip;q=0.5', true],
  ['GZIP ; q=1.0', true],
  ['gzip;q=0', false],
  ['identity, gzip; q=0.000', false],
  ['identity', false],
  ['gzipped', false],
  [undefined, false],
])('a client that accepts %s takes gzip: %s', (accepted, expected) => {
  expect(takesGzip(accepted)).toBe(expected);
});

test('what was sealed opens with its own secret and use alone, and only unchanged', () => {
  const closed = openSeal('secret', 'session').close({ token: 'a' });
  expect(openSeal('secret', 'session').open(closed)).toEqual({ token: 'a' });
  expect(openSeal('other', 'session').open(closed)).toBeUndefined();
  expect(openSeal('secret', 'sign-in').open(closed)).toBeUndefined();
  const middle = Math.floor(closed.length / 2);
  const other = closed[middle] === 'A' ? 'B' : 'A';
  const changed = closed.slice(0, middle) + other + closed.slice(middle + 1);
  expect(openSeal('secret', 'session').open(changed)).toBeUndefined();
  expect(openSeal('secret', 'session').open('')).toBeUndefined();
});

const text = JSON.stringify({ series: 'a'.repeat(64 * 1024 * 1024) });
const body = gzipSync(text);

test('of a large answer only a little waits for a reader without gzip who does not read', async () => {
  let response: ServerResponse | undefined;
  const server = createServer((request, own) => {
    response = own;
    sendAnswer(request, own, { status: 200, body });
  });
  const port = await listenUntilEnd(server);
  const reading = get({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'identity' } });
  const [answer] = (await once(reading, 'response')) as [NodeJS.ReadableStream];
  let most = 0;
  for (let i = 0; i < 50; i++) {
    most = Math.max(most, response!.writableLength);
    await pause(10);
  }
  expect(most).toBeLessThan(1024 * 1024);
  expect(response!.writableEnded).toBe(false);
  let length = 0;
  for await (const part of answer) length += part.length;
  expect(length).toBe(text.length);
});
