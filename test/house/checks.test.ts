import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listExceptions } from '../../scripts/checks/forbidden-lines.ts';
import {
  checkOwnerPackages,
  listValueImports,
  ownerPackages,
} from '../../scripts/checks/owner-packages.ts';
import { listTrackedFiles, readTracked, root } from '../../scripts/checks/tracked-files.ts';
import { shellcheck } from '../../scripts/testing/prepare-machine.ts';

/** The conventions that are rules: a file that they apply to, what breaks them, the rule that says so. */
const broken: readonly (readonly [file: string, code: string, rule: string])[] = [
  ['src/verdict/judge.ts', 'export const now = Date.now();', 'no-restricted-syntax'],
  ['src/gate/decide.ts', 'export const now = Date.now();', 'no-restricted-syntax'],
  ['src/stats/a.ts', 'export const now = new Date();', 'no-restricted-syntax'],
  ['src/aggregate/a.ts', 'export const dice = Math.random();', 'no-restricted-syntax'],
  ['src/report/a.ts', 'export const page = fetch("x");', 'no-restricted-globals'],
  ['src/contract/a.ts', 'export const name = process.title;', 'no-restricted-globals'],
  ['src/runner/a.ts', 'export const home = process.env;', 'no-restricted-properties'],
  ['src/suite/a.ts', 'process.exit(1);', 'no-restricted-properties'],
  ['bot/src/scheduler/a.ts', 'export const home = process.env;', 'no-restricted-properties'],
  ['action/src/a.ts', 'process.exit(1);', 'no-restricted-properties'],
  ['bench/ingest/a.ts', 'export const wanted = process.argv[2];', 'no-restricted-properties'],
  ['bot/src/reconcile/a.ts', 'export const now = Date.now();', 'no-restricted-syntax'],
  ['bot/src/commands/a.ts', 'setTimeout(() => undefined, 5);', 'no-restricted-globals'],
  ['src/cli/a.ts', 'export default 1;', 'no-restricted-syntax'],
  ['src/cli/a.ts', `${'// x\n'.repeat(250)}export const a = 1;`, 'max-lines'],
  ['src/cli/a.ts', '// FIXME later', 'no-warning-comments'],
  ['test/cli/a.test.ts', 'vi.mock("../../src/cli/main.ts");', 'no-restricted-syntax'],
  ['test/cli/a.test.ts', 'test.only("x", () => {});', 'no-restricted-syntax'],
  ['test/cli/a.test.ts', 'describe.skip("x", () => {});', 'no-restricted-syntax'],
  ['test/cli/a.test.ts', 'expect(1).toMatchSnapshot();', 'no-restricted-syntax'],
];

/** Allowed where the rules above do not apply. */
const sound: readonly (readonly [file: string, code: string])[] = [
  ['src/cli/a.ts', 'export const home = process.env["HOME"]; process.exit(1);'],
  ['bench/a.ts', 'export const wanted = process.argv[2];'],
  ['src/runner/a.ts', 'export const now = Date.now() + Math.random();'],
  ['src/verdict/a.ts', 'export const day = new Date("2026-11-21");'],
  ['test/cli/a.test.ts', 'test.skipIf(process.platform === "win32")("x", () => {});'],
];

/** Without a tsconfig.json, each file would be a program of its own. */
const withoutTypes = `
import config from './with-types.config.ts';
export default { ...config, options: {} };
`;

/** Each piece of code in a folder of its own that has our configuration and no types: these rules look at the text. */
async function lint(
  cases: readonly (readonly [file: string, code: string])[],
): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-lint-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
    copyFileSync(join(root, 'oxlint.config.ts'), join(folder, 'with-types.config.ts'));
    writeFileSync(join(folder, 'oxlint.config.ts'), withoutTypes);
    const places = cases.map(([file], index) => file.replace(/(\.test)?\.ts$/, `-${index}$&`));
    for (const [index, [, code]] of cases.entries()) {
      const path = join(folder, places[index]!);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, code);
    }
    const { diagnostics } = await runLint(folder, places);
    return places.map((place) =>
      diagnostics.filter(({ filename }) => filename === place).map(({ code }) => code),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Report {
  diagnostics: { code: string; filename: string }[];
}

async function runLint(folder: string, files: readonly string[]): Promise<Report> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [program, '--format=json', '--config=oxlint.config.ts', ...files];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as Report;
}

const nameCase = (file: string, code: string): string => `${file}: ${code.slice(0, 60)}`;

test('what breaks a convention is named by the rule that says so', async () => {
  const found = await lint(broken.map(([file, code]) => [file, code]));
  const missed = broken.filter(
    ([, , rule], index) => !found[index]?.some((one) => one.includes(rule)),
  );
  expect(missed.map(([file, code]) => nameCase(file, code))).toEqual([]);
});

test('what keeps to the conventions is left alone', async () => {
  const found = await lint(sound);
  expect(
    Object.fromEntries(sound.map(([file, code], index) => [nameCase(file, code), found[index]])),
  ).toEqual(Object.fromEntries(sound.map(([file, code]) => [nameCase(file, code), []])));
});

test.each([
  ['//', 'oxlint', '-disable-next-line'],
  ['//', 'eslint', '-disable'],
  ['//', '@ts', '-nocheck'],
])('a comment cannot switch a rule off: %s %s%s', (slashes, tool, words) => {
  const comment = `${slashes} ${tool}${words}`;
  expect(listExceptions('src/a.ts', `const a = 1;\n${comment}\n`)).toEqual([
    `src/a.ts:2: ${comment}`,
  ]);
});

const scripts = listTrackedFiles().filter((file) => {
  if (/\.(sh|bash|bats)$/.test(file)) return true;
  return !/\.\w+$/.test(file) && /^#!.*\b(ba)?sh\b/.test(readTracked(file));
});

test('the hooks of the plugin and the scripts of the build server are among the shell scripts', () => {
  for (const file of [
    '.ci/run',
    'buildkite-plugin/hooks/command',
    'buildkite-plugin/perigee.bash',
  ]) {
    expect(scripts).toContain(file);
  }
});

test('ShellCheck finds nothing in any of them', () => {
  const args = ['--external-sources', '--source-path=SCRIPTDIR', ...scripts];
  const { stdout, stderr, error } = spawnSync(shellcheck, args, { cwd: root, encoding: 'utf8' });
  expect({ stdout, stderr, error }).toEqual({ stdout: '', stderr: '', error: undefined });
});

test('and none of them tells it to look away', () => {
  const silenced = scripts.filter((file) => readTracked(file).includes('shellcheck disable'));
  expect(silenced).toEqual([]);
});

test('each package of the owner is loaded by something that ships', () => {
  for (const name of ownerPackages) expect(checkOwnerPackages()).toContain(name);
});

test('an import of types alone is no work done', () => {
  const content = `
import type { Octokit } from 'octokit';
import { type Message, type Kafka } from 'kafkajs';
import { Point, type WriteApi } from '@influxdata/influxdb-client';
import Probot from 'probot';
const later = await import('simple-statistics');
const never: import('@actions/core').InputOptions = {};
`;
  expect(listValueImports(content)).toEqual([
    '@influxdata/influxdb-client',
    'probot',
    'simple-statistics',
  ]);
});
