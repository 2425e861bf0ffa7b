import { expect, test } from 'vitest';
import { readRemote } from '../../src/pipeline/read-remote.ts';

test.each([
  ['git@github.com:acme/sync.git', 'acme/sync'],
  ['https://github.com/acme/sync', 'acme/sync'],
  ['https://github.com/acme/sync.git/', 'acme/sync'],
  ['ssh://git@host.example.com:2222/acme/sync.git', 'acme/sync'],
  ['https://host.example.com/group/acme/sync.git', 'acme/sync'],
  ['/srv/git/acme/sync.git', 'acme/sync'],
  ['https://host.example.com/sync.git', undefined],
  ['sync.git', undefined],
  ['', undefined],
])('the remote %j is of %s', (address, repository) => {
  expect(readRemote(address)).toBe(repository);
});
