import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Execution, ExecutionRequest } from '../../../src/contract/execution.ts';
import { runExecution } from '../../../src/profile/run-execution.ts';
import { makeFolder } from '../../make-folder.ts';

const home = fileURLToPath(new URL('../../../', import.meta.url));

const countedProgram = `function put(list, key) {
  for (let i = 0; i < list.length; i += 1) {
    if (list[i] === key) return i;
  }
  return list.push(key);
}
const list = [];
for (let round = 0; round < 300; round += 1) put(list, round % 100);
`;

test('in Node, blocks are counted exactly, by line', async () => {
  const blocks = await countIn('work.cjs', countedProgram);
  const [counted = []] = blocks?.threads ?? [];
  const seen = counted.map(({ count, kind, name, path, start: { line } }) => {
    return `${count} ${kind} ${name} ${path}:${line}`;
  });
  expect(seen).toEqual(
    expect.arrayContaining([
      '1 function  work.cjs:1',
      '300 block  work.cjs:8',
      '300 function put work.cjs:1',
      '15050 block put work.cjs:2',
      '200 block put work.cjs:3',
      '100 block put work.cjs:5',
    ]),
  );
});

test('in Python, loops are counted exactly and once, also where it forks, or it is said that it is too old', async () => {
  const program = [
    ...['def put(keys, key):', '    for at in range(len(keys)):'],
    ...['        if keys[at] == key:', '            return at', '    keys.append(key)'],
    ...['keys = []', 'n = 0', 'while n < 300:', '    put(keys, n % 100)', '    n += 1'],
    ...['def spin(n):', '    while True:', '        n -= 1', '        if n == 0: return'],
    ...['spin(500)', 'import os', 'os.spawnv(os.P_WAIT, "/bin/true", ["true"])'],
    'if os.fork(): os.wait()',
  ];
  const blocks = await countIn('work.py', `${program.join('\n')}\n`);
  if (blocks?.notes.length === 1) {
    expect(blocks.notes[0]).toContain('Python 3.12');
    return;
  }
  const loops = blocks?.threads.flat().filter(({ kind }) => kind === 'loop');
  expect(loops?.map(({ count, start: { line } }) => [line, count])).toEqual([
    [8, 300],
    [2, 15_050],
    [12, expect.toSatisfy((count: number) => count >= 499 && count <= 500)],
  ]);
});

test('in Node, a file that is loaded twice counts twice', async () => {
  const text = `import { writeFileSync } from 'node:fs';
writeFileSync('lib.mjs', 'let n = 0; for (let i = 0; i < 700; i += 1) n += i;');
await import('./lib.mjs?a');
await import('./lib.mjs?b');`;
  const blocks = await countIn('work.mjs', text);
  const counts = blocks?.threads.flat().filter(({ path }) => path === 'lib.mjs');
  expect(counts?.map(({ count }) => count)).toContain(1400);
});

test('in Node, a file that is gone at the end leaves the counts of the others', async () => {
  const text = `const { rmSync, writeFileSync } = require('node:fs');
writeFileSync('gone.cjs', '');
require('./gone.cjs');
rmSync('gone.cjs');
for (let i = 0; i < 700; i += 1) String(i);`;
  const blocks = await countIn('work.cjs', text);
  expect(blocks?.threads.flat().map(({ count }) => count)).toContain(700);
});

test('without the counts of a thread that was ended from outside, those of the others say nothing', async () => {
  const text = `const { Worker } = require('node:worker_threads');
const worker = new Worker("require('node:worker_threads').parentPort.postMessage(1); for (;;);", { eval: true });
worker.once('message', () => worker.terminate());`;
  const blocks = await countIn('work.cjs', text);
  expect(blocks?.threads).toEqual([]);
  expect(blocks?.notes).toEqual([expect.stringContaining('was ended before')]);
});

test('a test that removes what is counted in has no counts, and nothing else is lost', async () => {
  const text = "require('node:fs').rmSync(process.env.PERIGEE_PROFILES, { recursive: true })";
  expect((await countIn('work.cjs', text))?.threads).toEqual([]);
});

/** Counts in a folder that is named as the checkout of a side. */
async function countIn(file: string, text: string): Promise<Execution['blocks']> {
  const directory = join(makeFolder(), 'perigee-0/0123456789ab/after/checkout');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, file), text);
  const request: ExecutionRequest = {
    command: [file.endsWith('.py') ? 'python3' : process.execPath, file],
    ...{ directory, timeoutMs: 60_000, logFile: join(directory, 'log') },
    ...{ services: [], signal: new AbortController().signal, watches: 'blocks' },
    environment: { PATH: process.env['PATH'] ?? '', PERIGEE_HOME: home },
  };
  return (await runExecution({ tier: 0, calls: undefined, runCgroup: undefined }, request)).blocks;
}
