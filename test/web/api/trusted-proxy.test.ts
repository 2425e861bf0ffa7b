import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { openProxy } from '../../../src/web/api/readers/trusted-proxy.ts';

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
