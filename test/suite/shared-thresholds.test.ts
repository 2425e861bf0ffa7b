import { join } from 'node:path';
import { writeFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { checkFrom, findShared } from '../../src/suite/shared-thresholds.ts';
import { catchUserError } from '../contract/catch-user-error.ts';
import { makeFolder } from '../make-folder.ts';

const suite = (from: string, rules = '[]') => `version: 1
suite: a
tests: [{ name: upload, command: [x] }]
thresholds:
  from: ${from}
  rules: ${rules}
`;
const shared = `thresholds:
  rules:
    - { match: { test: only elsewhere }, worse: 3% }
    - { match: { test: upload }, worse: 4% }
`;
const file = 'packages/a/perigee.yml';

test('rules of a shared file count, with their own places, and those of the suite come last', () => {
  const text = suite('../limits.yml', '[{ match: { test: upload }, worse: 9% }]');
  expect(findShared(text, file)).toBe('packages/limits.yml');
  expect(
    parseSuite(text, file, shared).thresholds.map(({ isShared, relative, where }) => [
      ...[where.replace(/:\d+$/, ''), relative, isShared],
    ]),
  ).toEqual([
    ['packages/limits.yml:3', 0.03, true],
    ['packages/limits.yml:4', 0.04, true],
    ['packages/a/perigee.yml:6', 0.09, undefined],
  ]);
});

test('a file is found from a path of Windows, and named from its folder', () => {
  const place = String.raw`C:\work\packages\a\perigee.yml`;
  expect(findShared(suite('../limits.yml'), place)).toBe(String.raw`C:\work\packages\limits.yml`);
  expect(checkFrom('../limits.yml', place, shared)).toEqual([]);
});

test.each([
  ['../../../limits.yml', undefined, `${file}:5:9: "../../../limits.yml" leads out of the`],
  ['/etc/limits.yml', '', `${file}:5:9: "/etc/limits.yml" leads out of the`],
  ['../limits.yml', undefined, `${file}:5:9: there is no file "../limits.yml"`],
  ['../limits.yml', 'rules: []', 'packages/limits.yml:1:1: "rules" in a file of thresholds'],
  ['../limits.yml', 'thresholds: { from: b.yml }', 'packages/limits.yml:1:15: a file that names a'],
  ['../limits.yml', 'thresholds: { rules: [{ worse: 5% }] }', 'packages/limits.yml:1:23: "match"'],
  [
    '../limits.yml',
    `${shared}    - { match: { test: upload }, worse: 1% }`,
    ':5:16: a second rule',
  ],
])('refused with its place: %s, %s', (from, text, message) => {
  expect(catchUserError(() => parseSuite(suite(from), file, text)).message).toContain(message);
});

test('a link is refused, wherever it leads: a commit holds the text of its path', async () => {
  const [root, outside] = [makeFolder(), makeFolder()];
  mkdirSync(join(root, '.git'));
  writeFileSync(join(outside, 'limits.yml'), shared);
  symlinkSync(join(outside, 'limits.yml'), join(root, 'limits.yml'));
  writeFileSync(join(root, 'perigee.yml'), suite('limits.yml'));
  await expect(loadSuite(join(root, 'perigee.yml'))).rejects.toThrow('is a link');
  writeFileSync(join(root, 'own.yml'), shared);
  symlinkSync('own.yml', join(root, 'inside.yml'));
  writeFileSync(join(root, 'perigee.yml'), suite('inside.yml'));
  await expect(loadSuite(join(root, 'perigee.yml'))).rejects.toThrow('is a link');
  writeFileSync(join(root, 'perigee.yml'), suite('own.yml'));
  expect((await loadSuite(join(root, 'perigee.yml'))).thresholds).toHaveLength(2);
});

test.each(['limits', 'limits/', '"a\\0b.yml"', '":(top)t.yml"', "'*.yml'", 'a\\b.yml'])(
  'the path %s is refused, which systems and git read in different ways',
  (path) => {
    expect(findShared(suite(path), 'perigee.yml')).toBeUndefined();
    expect(() => parseSuite(suite(path), 'perigee.yml')).toThrow(/is no path of a YAML file/);
  },
);
