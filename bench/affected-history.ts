/**
 * How much of a history Perigee leaves out, and whether it was right. Releases of a published package become commits:
 * each release is split into groups of files, drawn by the seed, as if it had been written in small changes. Its
 * tests load a few modules each, and print their results and a digest of every module that they have loaded: a
 * test that was left out has to print the same on both sides.
 *   npx node bench/affected-history.ts [ramda | validator] [changes] [seed]
 * or, without an oracle, the commits of any repository against the one before each, as its perigee.yml says:
 *   npx node bench/affected-history.ts FOLDER [changes]
 * after `npm run build`. Exits with 1 when a test was left out wrongly.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../src/stats/random.ts';
import { call, fetchPackage } from './starter/fetch-package.ts';

const [subject = 'ramda', most = '100', seed = '1'] = process.argv.slice(2);
const perigee = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));
/** Five pairs and a warm-up on both sides: the least that a test is measured. */
const leastExecutions = 12;

interface History {
  versions: readonly string[];
  /** Modules, and what each is called with. */
  tests: Readonly<Record<string, readonly [module: string, ...calls: string[]]>>;
}

const histories: Readonly<Record<string, History>> = {
  ramda: {
    versions:
      '0.21.0 0.22.1 0.23.0 0.24.1 0.25.0 0.26.1 0.27.0 0.27.2 0.28.0 0.29.0 0.29.1 0.30.1 0.31.3 0.32.0'.split(
        ' ',
      ),
    tests: {
      map: ['src/map', 'f(x => x + 1, [1, 2, 3])'],
      sort: ['src/sortBy', 'f(x => -x, [1, 3, 2])'],
      group: ['src/groupBy', 'f(x => x.length, ["a", "bb", "c"])'],
      equals: ['src/equals', 'f({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })'],
      pipe: ['src/pipe', 'f(x => x + 1, x => x * 2)(3)'],
      path: ['src/path', 'f(["a", "b"], { a: { b: 1 } })'],
    },
  },
  validator: {
    versions:
      '5.0.0 5.2.0 5.5.0 5.7.0 6.0.0 6.1.0 6.2.1 6.3.0 7.0.0 7.1.0 7.2.0 8.0.0 8.1.0 8.2.0 9.0.0 9.1.2 9.3.0 9.4.1 10.0.0 10.2.0 10.5.0 10.8.0 10.11.0 11.1.0 12.2.0 13.0.0 13.1.17 13.5.2 13.7.0 13.9.0 13.12.0 13.15.35'.split(
        ' ',
      ),
    tests: {
      email: ['lib/isEmail', 'f("a@example.com")', 'f("a@")'],
      url: ['lib/isURL', 'f("https://example.com/a?b#c")'],
      ip: ['lib/isIP', 'f("127.0.0.1")', 'f("::1")'],
      base64: ['lib/isBase64', 'f("Zm9v")'],
      luhn: ['lib/isCreditCard', 'f("375556917985515")'],
      uuid: ['lib/isUUID', 'f("A987FBC9-4BED-3078-CF07-9141BA07C9F3")'],
    },
  },
};

/** A test: what a module answers, and a digest of all that was loaded for it. */
const program = `const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { relative } = require('node:path');
const [, , name, ...calls] = process.argv;
const said = [];
try {
  const loaded = require(process.cwd() + '/package/' + name);
  const f = loaded.default ?? loaded;
  for (const each of calls) said.push(JSON.stringify(new Function('f', 'return ' + each)(f)));
} catch (error) {
  said.push(String(error.code ?? error.name));
}
for (const file of Object.keys(require.cache).sort()) {
  said.push(relative(process.cwd(), file) + ' ' + createHash('sha256').update(readFileSync(file)).digest('hex'));
}
console.log(said.join('\\n'));
`;

interface Repository {
  folder: string;
  /** Oldest first. */
  commits: readonly string[];
  commandOf(test: string): readonly string[] | undefined;
}

const place = mkdtempSync(join(tmpdir(), 'perigee-affected-history-'));
const git = (folder: string, ...args: string[]): string =>
  call(folder, ['git', '-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args]).trim();

function commitReleases(name: string, { tests, versions }: History): Repository {
  const random = createRandom(Number(seed));
  const folder = join(place, 'repository');
  mkdirSync(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  const commandOf = (test: string) => ['node', 'test.cjs', ...(tests[test] ?? [])];
  const rows = Object.keys(tests).map(
    (test) => `  - { name: ${test}, command: ${JSON.stringify(commandOf(test))} }\n`,
  );
  writeFileSync(
    join(folder, 'perigee.yml'),
    `version: 1\nsuite: ${name}\ntests:\n${rows.join('')}`,
  );
  writeFileSync(join(folder, 'test.cjs'), program);
  const commits: string[] = [];
  for (const version of versions) {
    rmSync(join(folder, 'package'), { recursive: true, force: true });
    mkdirSync(join(folder, 'package'));
    const aside = join(place, version);
    mkdirSync(aside);
    fetchPackage({ registry: 'npm', name, version }, join(folder, 'package'), aside);
    const status = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames'];
    const changed = call(folder, ['git', ...status])
      .split('\0')
      .filter((row) => row !== '')
      .map((row) => row.slice(3));
    // The first commit has it all.
    const count = commits.length === 0 ? 1 : 8;
    const groups = Map.groupBy(changed, () => Math.floor(random() * count));
    for (const paths of groups.values()) {
      writeFileSync(join(place, 'paths'), paths.join('\0'));
      git(
        folder,
        'add',
        '--all',
        '--force',
        '--pathspec-from-file',
        join(place, 'paths'),
        '--pathspec-file-nul',
      );
      git(folder, 'commit', '--quiet', `--message=Part of ${version}`);
      commits.push(git(folder, 'rev-parse', 'HEAD'));
    }
  }
  return { folder, commits, commandOf };
}

function copyRepository(from: string): Repository {
  const folder = join(place, 'repository');
  git(place, 'clone', '--quiet', from, folder);
  const commits = git(
    folder,
    'rev-list',
    '--first-parent',
    `--max-count=${Number(most) + 1}`,
    'HEAD',
  );
  return { folder, commits: commits.split('\n').toReversed(), commandOf: () => undefined };
}

/** What a test prints at a commit, and how long it takes in seconds. */
function runAt(folder: string, commit: string, command: readonly string[]) {
  git(folder, 'checkout', '--quiet', '--force', '--detach', commit);
  const [name = '', ...args] = command;
  const start = performance.now();
  const { stdout } = spawnSync(name, args, { cwd: folder, encoding: 'utf8' });
  return { stdout, seconds: (performance.now() - start) / 1000 };
}

const history = histories[subject];
const repository =
  history === undefined ? copyRepository(subject) : commitReleases(subject, history);
const { folder } = repository;
const oracle = join(place, 'oracle');
const total = { changes: 0, failed: 0, tests: 0, leftOut: 0, cautious: 0, seconds: 0, spared: 0 };
const wrong: string[] = [];
/** Why a test was measured that prints the same, and how often. */
const reasons = new Map<string, number>();
try {
  cpSync(folder, oracle, { recursive: true });
  const newest = repository.commits.slice(-Number(most) - 1);
  for (const [at, after] of newest.entries()) {
    const before = newest[at - 1];
    if (before === undefined) continue;
    // Its perigee.yml and its working tree are those of the change.
    git(folder, 'checkout', '--quiet', '--force', '--detach', after);
    const start = performance.now();
    const { status, stdout } = spawnSync(process.execPath, [perigee, 'affected', before, after], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    total.changes += 1;
    process.stderr.write(`${total.changes}: ${total.leftOut} of ${total.tests} left out so far\n`);
    total.seconds += (performance.now() - start) / 1000;
    if (status !== 0) total.failed += 1;
    for (const [, what, test = '', why = ''] of stdout.matchAll(
      /^(measured|left out) +(.*?): (.*)$/gm,
    )) {
      total.tests += 1;
      const isLeftOut = what === 'left out';
      if (isLeftOut) total.leftOut += 1;
      const command = repository.commandOf(test);
      if (command === undefined) continue;
      const [one, other] = [runAt(oracle, before, command), runAt(oracle, after, command)];
      const isSame = one.stdout === other.stdout;
      if (isLeftOut) total.spared += (leastExecutions / 2) * (one.seconds + other.seconds);
      if (isLeftOut && !isSame) wrong.push(`${test} at ${after}`);
      if (!isLeftOut && isSame) {
        total.cautious += 1;
        reasons.set(why, (reasons.get(why) ?? 0) + 1);
      }
    }
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
const share = (part: number) => `${((100 * part) / Math.max(1, total.tests)).toFixed(1)}%`;
const rows: [string, string][] = [
  ['changes', `${total.changes}, of which ${total.failed} could not be compared`],
  ['tests of all changes', String(total.tests)],
  ['left out', `${total.leftOut} (${share(total.leftOut)})`],
  ['minutes of observing and comparing', (total.seconds / 60).toFixed(1)],
];
if (history !== undefined) {
  rows.push(
    ['left out, and loaded or answered something else', String(wrong.length)],
    ['measured, and loaded and answered the same', `${total.cautious} (${share(total.cautious)})`],
    [
      `minutes spared of ${leastExecutions} executions each, at the least`,
      (total.spared / 60).toFixed(1),
    ],
  );
}
console.log(`${subject}, seed ${seed}`);
for (const [what, value] of rows) console.log(`${what.padEnd(50)} ${value}`);
const often = [...reasons].toSorted(([, a], [, b]) => b - a).slice(0, 5);
for (const [why, count] of often) console.log(`measured ${count} times: ${why}`);
for (const one of wrong.slice(0, 20)) console.log(`wrong: ${one}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
