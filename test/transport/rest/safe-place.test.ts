import { expect, test } from 'vitest';
import { download } from '../../../src/transport/artifacts/download.ts';
import { isSafePlace } from '../../../src/transport/rest/safe-place.ts';

test.each([
  ['https://store.example/a', 'https://api.example', true],
  ['https://store.example/a', 'http://127.0.0.1:1/', true],
  ['http://127.0.0.1:2/a', 'http://127.0.0.1:1/', true],
  ['http://[::1]:2/a', 'http://localhost:1/', true],
  ['http://127.0.0.1:2/a', 'https://api.example', false],
  ['http://store.example/a', 'http://127.0.0.1:1/', false],
  ['http://store.example/a', 'http://store.example/', false],
  ['http://127.0.0.1.attacker.example/a', 'http://127.0.0.1:1/', false],
  ['ftp://127.0.0.1/a', 'http://127.0.0.1:1/', false],
  ['file:///etc/passwd', 'http://127.0.0.1:1/', false],
])('%s, to which %s led, is safe: %s', (place, from, expected) => {
  expect(isSafePlace(new URL(place), new URL(from))).toBe(expected);
});

test('a download does not begin at an address that is not https', async () => {
  const request = { maxBytes: 10, deadlineMs: 10_000, signal: new AbortController().signal };
  await expect(download({ ...request, url: new URL('http://store.example/a') })).rejects.toThrow(
    'the address of its content, at store.example, is not https',
  );
});
