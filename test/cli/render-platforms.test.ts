import { expect, test } from 'vitest';
import { renderPlatforms } from '../../src/cli/render-platforms.ts';

test('a suite of several platforms says so, and one without a list says nothing', () => {
  expect(renderPlatforms({ platforms: ['linux-x64', 'darwin-arm64'] })).toEqual([
    'each of these platforms measures every test: linux-x64, macos-arm64',
  ]);
  expect(renderPlatforms({})).toEqual([]);
});
