import { expect, test } from 'vitest';
import { tellPlatforms } from '../../src/cli/tell-platforms.ts';

test('a suite of several platforms says so, and one without a list says nothing', () => {
  expect(tellPlatforms({ platforms: ['linux-x64', 'darwin-arm64'] })).toEqual([
    'each of these platforms measures every test: linux-x64, darwin-arm64',
  ]);
  expect(tellPlatforms({})).toEqual([]);
});
