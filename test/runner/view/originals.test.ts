import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isIn, Originals } from '../../../src/runner/view/originals.ts';
import { makeFolder } from '../stage/make-repository.ts';

test.each([
  ['/a', '/a', true],
  ['/a/b', '/a', true],
  ['/ab', '/a', false],
  ['/a', '/a/b', false],
  ['/a', '/', true],
])('whether %s is in %s: %s', (path, folder, expected) => {
  expect(isIn(path, folder)).toBe(expected);
});

test('what lies in several folders is found in the nearest of them, at a place with a plain name', () => {
  const place = makeFolder();
  const originals = new Originals(place, ['/home/me', '/home/me/a b,c:d']);
  expect(originals.mounts).toEqual([
    { bind: '/home/me', at: join(place, '0') },
    { bind: '/home/me/a b,c:d', at: join(place, '1') },
  ]);
  expect(originals.mounts.map(({ at }) => existsSync(at))).toEqual([true, true]);
  expect(originals.find('/home/me/x')).toBe(join(place, '0', 'x'));
  expect(originals.find('/home/me/a b,c:d/x')).toBe(join(place, '1', 'x'));
  expect(originals.find('/home/me/a b,c:d')).toBe(join(place, '1'));
  expect(originals.find('/opt/x')).toBe('/opt/x');
});
