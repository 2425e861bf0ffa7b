import { LineCounter } from 'yaml';
import { readYaml } from '../../src/suite/read-yaml.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { exampleText } from './example-suite.ts';

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

test.skipIf(!hasPipes)('a pipe is refused at once, though nobody writes into it', async () => {
  const pipe = join(folder, 'pipe.yml');
  execFileSync('mkfifo', [pipe]);
  await expect(loadSuite(pipe)).rejects.toThrow('not a plain file');
});

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
