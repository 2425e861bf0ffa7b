import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { atNight } from '../../nightly.ts';
import type { ObservationMeans } from '../../../src/contract/observation.ts';
import { createObserver } from '../../../src/profile/observe/create-observer.ts';
import { compare, observe, usual } from './observe-change.ts';
import { executeLocally } from '../stage/execute-locally.ts';
import { makeFolder, makeRepository } from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

const readsWork = { files: { work: '1' }, command: ['cat', 'work'] };

test('a change to the README leaves a test out, and says how much it reads', async () => {
  const inputs = await observe({ ...readsWork, change: { 'README.md': 'new' } });
  expect(inputs).toEqual({
    state: 'same',
    by: ['strace', 'inotify'],
    files: 1,
    folders: 0,
    absent: 0,
  });
});

test('a change to what a test reads is measured, and says what it is', async () => {
  const inputs = await observe({ ...readsWork, change: { work: '2' } });
  expect(inputs).toMatchObject({ state: 'changed', why: 'work holds something else' });
});

test('a test that is to be measured always is not even observed', async () => {
  const test = { affected: 'always' } as const;
  expect(await observe({ ...readsWork, test, change: { 'README.md': 'new' } })).toBeUndefined();
});

test('a test that fails before the change is measured', async () => {
  const inputs = await observe({ files: {}, command: ['false'], change: { 'README.md': 'new' } });
  expect(inputs).toBeUndefined();
});

test('a commit that is compared with itself is measured', async () => {
  expect(await observe({ ...readsWork, change: {} })).toBeUndefined();
});

const packages = { 'one/lib.js': 'exports.n = 1', 'other/lib.js': 'exports.n = 1' };
const runsOne = `node -p 'require("./one/lib.js").n'`;
const maps =
  'import mmap; f = open("work", "rb"); mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)[:1]';
const index = { 'lib/index.js': 'exports.n = 1' };
const work = { work: '1' };

type Files = Record<string, string>;
const plants: [what: string, state: string, command: string, files: Files, change: Files][] = [
  ['another package', 'same', runsOne, packages, { 'other/lib.js': 'exports.n = 2' }],
  ['its own package', 'changed', runsOne, packages, { 'one/lib.js': 'exports.n = 2' }],
  ['what a child process opens', 'changed', '(sh -c "cat work" & wait)', work, { work: '2' }],
  ['a module now found first', 'changed', `node -p 'require("./lib").n'`, index, { 'lib.js': '' }],
  ['a file that matches', 'changed', 'cat data/*.txt', { 'data/a.txt': '' }, { 'data/b.txt': '' }],
  ['a file that does not', 'same', 'cat data/*.txt', { 'data/a.txt': '' }, { 'more/b.txt': '' }],
  ['an environment file', 'changed', '. ./.env; echo $N', { '.env': 'N=1' }, { '.env': 'N=2' }],
  ['a file mapped into memory', 'changed', `python3 -S -c '${maps}'`, work, { work: '2' }],
  ['a file asked for its size', 'changed', 'test -s work', work, { work: '12' }],
  ['nothing that is read', 'same', 'date', {}, { 'README.md': 'new' }],
  ['any file', 'changed', 'find . -type f -exec cat {} + > /dev/null', {}, { 'README.md': 'new' }],
  ['what git may tell', 'unknown', 'git rev-parse HEAD', {}, { 'README.md': 'new' }],
];

/** Each test has a folder of its own in one repository, so one run tells of all of them. */
async function observeAll(): Promise<(string | undefined)[]> {
  const files: Files = {};
  const change: Files = {};
  const others: Record<string, string[]> = {};
  plants.forEach(([what, , command, own, planted], number) => {
    const folder = `plant-${number}`;
    const put = (target: Files, source: Files): void => {
      for (const [path, text] of Object.entries(source)) target[`${folder}/${path}`] = text;
    };
    put(files, { 'README.md': 'old', ...own });
    put(change, planted);
    others[what] = ['sh', '-c', `cd ${folder} && ${command}`];
  });
  const { tests, profiles } = await compare({ files, change, command: ['true'], others });
  for (const { name, inputs } of tests) {
    expect([name, profiles.some(({ test }) => test === name)]).toEqual([
      name,
      inputs?.state !== 'same',
    ]);
  }
  return plants.map(([what]) => tests.find(({ name }) => name === what)?.inputs?.state);
}

let states: ReturnType<typeof observeAll> | undefined;

test.each(plants.map(([what, state], number) => [what, state, number] as const))(
  'a change to %s is %s',
  async (_what, state, number) => {
    states ??= observeAll();
    expect((await states)[number]).toBe(state);
  },
);

test('what setup makes is compared as it was made', async () => {
  const { tests } = await compare({
    files: { 'src.c': 'int main() { return 0; }', generate: 'template' },
    setup: [
      ['sh', '-c', 'sed s/t/T/ generate > generated; date +%s%N > stamp; echo same > steady'],
      // It holds the path of its own checkout.
      ['sh', '-c', 'echo "root=$PWD" > program'],
      ['sh', '-c', 'cc -g -ffile-prefix-map="$PWD"=. -o compiled "$PWD/src.c"'],
    ],
    command: ['cat', 'generated'],
    others: {
      stamp: ['cat', 'stamp'],
      steady: ['cat', 'steady'],
      'holds its path': ['cat', 'program'],
      compiled: ['./compiled'],
    },
    change: { generate: 'another template' },
  });
  expect(tests.map(({ inputs }) => inputs?.why ?? inputs?.state)).toEqual([
    ...['generated holds something else', 'stamp holds something else', 'same', 'same', 'same'],
  ]);
});

test('a test that asks a daemon is measured', async () => {
  const folder = makeFolder();
  const socket = join(folder, 'daemon');
  const program = `require('node:net').createServer((c) => c.on('data', (path) => {
    c.end(require('node:fs').readFileSync(String(path))); })).listen(process.argv[1], () => console.log('up'));`;
  const daemon = spawn('node', ['-e', program, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void daemon.kill('SIGKILL'));
  await new Promise((resolve) => daemon.stdout.once('data', resolve));
  const ask = `const c = require('node:net').connect(process.argv[1], () => c.write(process.cwd() + '/work'));
    c.on('data', (text) => console.log(String(text)));`;
  const command = ['node', '-e', ask, socket];
  const inputs = await observe({ files: { work: '1' }, command, change: { 'README.md': 'new' } });
  const why = `it talks to ${socket} outside its process tree`;
  expect(inputs).toMatchObject({ state: 'unknown', why });
});

describe('what an earlier test has left', () => {
  const files = { source: '1' };
  const make = makeTest('make', { command: ['sh', '-c', 'cp source made'] });
  const use = makeTest('use', { command: ['sh', '-c', 'cat made 2>/dev/null || true'] });
  const other = makeTest('other', { command: ['cat', 'README.md'] });

  async function observeBoth(change: Record<string, string>) {
    const repository = makeRepository({ ...usual, 'notes.md': 'old', ...files });
    for (const [path, text] of Object.entries(change)) repository.write(path, text);
    const observer = await createObserver();
    if (observer === undefined) throw new Error('this host observes nothing');
    const tests = [make, use, other];
    const { tests: planned } = await runTests(repository, tests, { ports: { observer } });
    return planned.map(({ inputs }) => inputs?.state);
  }

  test('makes what that has read an input of a later one', async () => {
    expect(await observeBoth({ source: '2' })).toEqual(['changed', 'changed', 'same']);
  });

  test('is the same where that has read the same', async () => {
    expect(await observeBoth({ 'notes.md': 'new' })).toEqual(['same', 'same', 'same']);
  });
});

describe('where only inotify observes', () => {
  const means: ObservationMeans[] = ['inotify'];

  test('a change to a file that nobody opens leaves a test out', async () => {
    const inputs = await observe({ ...readsWork, means, change: { 'README.md': 'new' } });
    expect(inputs).toMatchObject({ state: 'same', by: ['inotify'], files: 1 });
  });

  test('a file that comes anywhere has it measured', async () => {
    const inputs = await observe({ ...readsWork, means, change: { 'notes.md': 'new' } });
    expect(inputs).toMatchObject({ state: 'changed' });
  });
});

const sleepUnderTrace =
  'sleep "$(grep -q "TracerPid:[^0-9]*0$" /proc/self/status && echo 0 || echo 1)"';

test('a test that is late only while it is observed is left out', async () => {
  const inputs = await observe({
    ...readsWork,
    command: ['sh', '-c', `cat work; ${sleepUnderTrace}`],
    change: { 'README.md': 'new' },
    test: { timeoutMs: 500 },
    // Whether a run was late is told by its time. None is ended: a busy machine may be late without observing.
    execute: (request) => executeLocally({ ...request, timeoutMs: 300_000 }),
  });
  expect(inputs).toMatchObject({ state: 'same' });
});

test('a test that fails once while it is observed is left out', async () => {
  const once = join(makeFolder(), 'once');
  const inputs = await observe({
    files: {},
    command: ['sh', '-c', `test -e ${once} || { : > ${once}; exit 1; }`],
    change: { 'README.md': 'new' },
  });
  expect(inputs).toMatchObject({ state: 'same' });
});

atNight('a test that is late by itself is measured', async () => {
  const inputs = await observe({
    ...readsWork,
    command: ['sh', '-c', 'cat work; sleep 2'],
    change: { 'README.md': 'new' },
    test: { timeoutMs: 1000 },
  });
  expect(inputs).toBeUndefined();
});
