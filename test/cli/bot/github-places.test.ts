import { expect, test } from 'vitest';
import { findGithub } from '../../../src/cli/bot/github-places.ts';

test.each([
  ['github.com', 'https://github.com', 'https://api.github.com'],
  ['https://github.com', 'https://github.com', 'https://api.github.com'],
  ['github.example.com', 'https://github.example.com', 'https://github.example.com/api/v3'],
  ['acme.ghe.com', 'https://acme.ghe.com', 'https://api.acme.ghe.com'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000/api/v3'],
])('%s has its pages at %s and its API at %s', (host, webUrl, apiUrl) => {
  expect(findGithub(host)).toEqual({ webUrl, apiUrl });
});

test.each([
  'http://github.example.com',
  'github.example.com/acme',
  'https://user@github.example.com',
  '',
  'ftp://github.example.com',
])('%j is no host that a key could be asked from', (host) => {
  expect(() => findGithub(host)).toThrow('is no host');
});
