import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isLocal } from '../../../src/web/api/http/is-local.ts';

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
