import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findEnterAt } from '../../../src/profile/launch/same-path.ts';
import { makeFolder } from '../stage/make-repository.ts';
import { compare, observe, usual } from './observe-change.ts';

const source = '#include <stdio.h>\nint main() { puts(__FILE__); return 0; }';
/** With the path of the source in it, and a digest of all of it as its build id. */
const build = [['sh', '-c', 'cc -g -Wl,--build-id=sha1 -o program "$PWD/src.c"']];
const files = { ...usual, 'src.c': source };

test('a command sees its checkout elsewhere only where the host allows a namespace', () => {
  expect(findEnterAt(() => false)).toBeUndefined();
});

describe.runIf(findEnterAt() !== undefined)('at the same path', () => {
  test('a C program with its path and its build id in it has its test left out, and only then', async () => {
    const plant = { files, setup: build, command: ['./program'], change: { 'README.md': 'new' } };
    expect(await observe(plant)).toMatchObject({
      state: 'changed',
      why: 'program holds something else',
    });
    expect(await observe({ ...plant, samePath: true })).toMatchObject({ state: 'same' });
  });

  test('another program is still another', async () => {
    const change = { 'src.c': source.replace('puts', 'puts("more"); puts') };
    const plant = { files, setup: build, command: ['./program'], change };
    expect(await observe({ ...plant, samePath: true })).toMatchObject({ state: 'changed' });
  });

  test('setup and tests of both sides stand in one folder, and each sees its own files', async () => {
    const log = join(makeFolder(), 'log');
    const tell = `echo "$PWD $(cat "$PWD/side")" >> ${log}`;
    const record = await compare({
      files: { ...usual, side: 'before' },
      setup: [['sh', '-c', tell]],
      command: ['sh', '-c', tell],
      change: { side: 'after' },
      samePath: true,
    });
    expect(record.problems).toEqual([]);
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    expect(new Set(lines.map((line) => line.split(' ')[0])).size).toBe(1);
    expect(new Set(lines.map((line) => line.split(' ')[1]))).toEqual(new Set(['before', 'after']));
  });

  test.each([
    ['asked for by the whole path', 'test -e "$PWD/flag"'],
    ['asked for through a link with the whole path', 'test -e link/flag'],
    ['run by the whole path', '"$PWD/flag" || true'],
  ])('a file that comes is seen when it is %s', async (_how, script) => {
    const inputs = await observe({
      files: { ...usual, 'deep/x': '' },
      setup: [['sh', '-c', 'ln -s "$PWD" link']],
      command: ['sh', '-c', `${script}; true`],
      change: { flag: '' },
      samePath: true,
    });
    expect(inputs?.state).toMatch(/changed|unknown/);
  });

  test('the program that a script names by the whole path is seen', async () => {
    const inputs = await observe({
      files: { ...usual, tool: '' },
      setup: [
        [
          'sh',
          '-c',
          'printf "#!$PWD/two\\n" > one; cp /bin/echo two; cat tool >> two; chmod +x one two',
        ],
      ],
      command: ['./one'],
      change: { tool: 'x' },
      means: ['strace'],
      samePath: true,
    });
    expect(inputs).toMatchObject({ state: 'changed' });
  });
});
