import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LineCounter } from 'yaml';
import { UserError } from '../../src/contract/user-error.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { readYaml } from '../../src/suite/read-yaml.ts';
import { checkFrom, findShared } from '../../src/suite/shared-thresholds.ts';
import { catchUserError } from '../contract/catch-user-error.ts';
import { makeFolder } from '../make-folder.ts';
import { exampleText } from './example-suite.ts';

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-suite-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function write(name: string, text: string): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  }

  test('a suite knows the absolute path of its file, and its rules the short one', async () => {
    const file = write('perigee.yml', exampleText);
    const suite = await loadSuite(file);
    expect(suite.file).toBe(file);
    expect(suite.thresholds.map(({ where }) => where)).toEqual([
      'perigee.yml:22:5',
      'perigee.yml:24:7',
    ]);
  });

  test('a file with Windows line ends or a byte order mark is read alike', async () => {
    const plain = await loadSuite(write('same.yml', exampleText));
    const windows = await loadSuite(
      write('same.yml', `\ufeff${exampleText.replaceAll('\n', '\r\n')}`),
    );
    expect(windows.tests).toEqual(plain.tests);
  });

  test('a file that is not there is refused with the command that writes one', async () => {
    await expect(loadSuite(join(folder, 'no.yml'))).rejects.toThrow(
      /no\.yml: there is no such file[^]*perigee init/,
    );
  });

  test('a folder is refused', async () => {
    await expect(loadSuite(folder)).rejects.toThrow('this is a folder');
  });

  const hasPipes = process.platform !== 'win32';

  test.skipIf(!hasPipes)(
    'a pipe is refused at once, even while nothing is written into it',
    async () => {
      const pipe = join(folder, 'pipe.yml');
      execFileSync('mkfifo', [pipe]);
      await expect(loadSuite(pipe)).rejects.toThrow('not a plain file');
    },
  );

  test('a file of more than 4 MiB is refused before it is parsed', async () => {
    const file = write('large.yml', exampleText + '#'.repeat(2 ** 22));
    await expect(loadSuite(file)).rejects.toThrow('larger than 4 MiB');
  });

  test('ten thousand tests with as many rules are loaded', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, i) => i);
    const tests = numbers.map((i) => `  - {name: t${i}, command: [a]}`).join('\n');
    const rules = numbers.map((i) => `  - {match: {test: "*${i}"}, worse: 5%}`).join('\n');
    const text = `version: 1\nsuite: s\ntests:\n${tests}\nthresholds:\n rules:\n${rules}\n`;
    const suite = await loadSuite(write('many.yml', text));
    expect(suite.thresholds).toHaveLength(10_000);
  });

  test('all errors of a file are in one error, in their order', async () => {
    const file = write('wrong.yml', 'version: 1\nsuite: s\nrepeats: 0\ntests:\n  - name: a\n');
    const error = await loadSuite(file).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UserError);
    const { where, others } = (error as UserError).facts;
    expect([where, ...(others ?? []).map((other) => other.where)]).toEqual([
      'wrong.yml:3:10',
      'wrong.yml:5:5',
    ]);
  });

  test.each([
    ['match: { test: *, metric: latency }', '*'],
    ['defaults:\n  *: { worse: 5% }', '*'],
    ['ignore: [!src/**]', '!src/**'],
    ['ignore: [**.md]', '**.md'],
  ])('a pattern without quotes is shown with them: %s', (text, pattern) => {
    const { problems } = readYaml(text, new LineCounter());
    expect(problems).toMatchObject([{ remedy: `write '${pattern}'` }]);
  });
});

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
