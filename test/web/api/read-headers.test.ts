import { expect, test } from 'vitest';
import { isKnown, takesGzip } from '../../../src/web/api/http/read-request.ts';

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
