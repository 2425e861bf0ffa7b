import { join } from 'node:path';
import { writeFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { findShared } from '../../src/suite/shared-thresholds.ts';
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

test('a link to a file outside of the repository is refused', async () => {
  const [root, outside] = [makeFolder(), makeFolder()];
  mkdirSync(join(root, '.git'));
  writeFileSync(join(outside, 'limits.yml'), shared);
  symlinkSync(join(outside, 'limits.yml'), join(root, 'limits.yml'));
  writeFileSync(join(root, 'perigee.yml'), suite('limits.yml'));
  await expect(loadSuite(join(root, 'perigee.yml'))).rejects.toThrow('leads out of the repository');
  writeFileSync(join(root, 'own.yml'), shared);
  writeFileSync(join(root, 'perigee.yml'), suite('own.yml'));
  expect((await loadSuite(join(root, 'perigee.yml'))).thresholds).toHaveLength(2);
});
