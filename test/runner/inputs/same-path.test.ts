import { describe, expect, test } from 'vitest';
import { atNight } from '../../nightly.ts';
import { findViews } from '../../../src/profile/launch/views.ts';
import { compare, observe, usual } from './observe-change.ts';

const source = '#include <stdio.h>\nint main() { puts(__FILE__); return 0; }';
/** With the path of the source in it, and a digest of all of it as its build id. */
const build = [['sh', '-c', 'cc -g -Wl,--build-id=sha1 -o program "$PWD/src.c"']];
const files = { ...usual, 'src.c': source };

describe.runIf(findViews() !== undefined)('at the same path', () => {
  test('a C program with its path and its build id in it has its test left out, and only then', async () => {
    const plant = { files, setup: build, command: ['./program'], change: { 'README.md': 'new' } };
    expect(await observe(plant)).toMatchObject({
      state: 'changed',
      why: 'program holds something else',
    });
    expect(await observe({ ...plant, inView: true })).toMatchObject({ state: 'same' });
  });

  atNight('another program is still another', async () => {
    const change = { 'src.c': source.replace('puts', 'puts("more"); puts') };
    const plant = { files, setup: build, command: ['./program'], change };
    expect(await observe({ ...plant, inView: true })).toMatchObject({ state: 'changed' });
  });

  test('setup and tests of both sides stand in one folder, and each sees its own files', async () => {
    const tell =
      'echo "$PWD $(cat side)" > told; case $PWD in */perigee-test-*) ;; *) exit 1 ;; esac';
    const isTold = 'test "$(cat "$PWD/told")" = "$PWD $(cat side)"';
    const record = await compare({
      files: { ...usual, side: 'before' },
      setup: [['sh', '-c', tell]],
      command: ['sh', '-c', isTold],
      change: { side: 'after' },
      inView: true,
    });
    expect(record.problems).toEqual([]);
    expect(record.profiles.map(({ outcome }) => outcome.status)).not.toContain('failed');
  });

  atNight.each([
    ['asked for by the whole path', 'test -e "$PWD/flag"'],
    ['asked for through a link with the whole path', 'test -e link/flag'],
    ['run by the whole path', '"$PWD/flag" || true'],
  ])('a file that comes is seen when it is %s', async (_how, script) => {
    const inputs = await observe({
      files: { ...usual, 'deep/x': '' },
      setup: [['sh', '-c', 'ln -s "$PWD" link']],
      command: ['sh', '-c', `${script}; true`],
      change: { flag: '' },
      inView: true,
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
      inView: true,
    });
    expect(inputs).toMatchObject({ state: 'changed' });
  });
});
