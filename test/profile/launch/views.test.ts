import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { View } from '../../../src/contract/execution.ts';
import { findViews } from '../../../src/profile/launch/views.ts';
import { makeFolder } from '../../make-folder.ts';

const views = findViews();

/** A folder with folders of these names, each with a file `name` that holds its name. */
function plant(...names: string[]): { at(path: string): string; view: View } {
  const folder = makeFolder();
  const at = (path: string): string => join(folder, path);
  for (const name of names) {
    mkdirSync(at(name));
    writeFileSync(at(`${name}/name`), name);
  }
  const nothing = { mounts: [], optional: [], renewed: [], hidden: [] };
  return { at, view: { folder, scratch: folder, directory: folder, ...nothing } };
}

/** Makes mounts of a kind fail as on a kernel without it. */
function breakMounts(view: View, type: string): void {
  views?.enter(view, []);
  for (const name of readdirSync(view.folder).filter((one) => one.startsWith('mounts-'))) {
    const table = join(view.folder, name);
    writeFileSync(table, readFileSync(table, 'utf8').replaceAll(` ${type} `, ' nosuchtype '));
  }
}

/** @returns what the script put out, what it said to a launcher, and its exit status */
function run(view: View, script: string) {
  const [program = '', ...args] = views?.enter(view, ['/bin/sh', '-c', script]) ?? [];
  const orders = openSync('/dev/null', 'r');
  const { output, status } = spawnSync(program, args, {
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', orders],
  });
  closeSync(orders);
  return { out: output[1] ?? '', report: output[3] ?? '', status };
}

describe.runIf(views !== undefined)('a command in a view', () => {
  test('starts in its directory, where it sees another folder, and nobody else does', () => {
    const { at, view } = plant('one', 'place');
    const mounts = [{ bind: at('one'), at: at('place') }];
    const { out, status } = run(
      { ...view, mounts, directory: at('place') },
      'pwd; cat name; exit 3',
    );
    expect(out).toBe(`${at('place')}\none`);
    expect(status).toBe(3);
    expect(readFileSync(at('place/name'), 'utf8')).toBe('place');
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(at(''));
  });

  test('is run as the user', () => {
    const { view } = plant();
    expect(run(view, 'id -u; id -g').out).toBe(`${process.getuid?.()}\n${process.getgid?.()}\n`);
  });

  test('writes into the upper folder of an overlay, and not into those below', () => {
    const { at, view } = plant('lower', 'upper', 'work', 'place');
    rmSync(at('work/name'));
    rmSync(at('upper/name'));
    const overlay = { lower: [at('lower')], upper: at('upper'), work: at('work') };
    const { out } = run(
      { ...view, mounts: [{ overlay, at: at('place') }] },
      `cd ${at('place')}; cat name; echo new > name`,
    );
    expect(out).toBe('lower');
    expect(readFileSync(at('upper/name'), 'utf8')).toBe('new\n');
    expect(readFileSync(at('lower/name'), 'utf8')).toBe('lower');
  });

  test('finds what is renewed as it is in the folder from which it is copied', () => {
    const { at, view } = plant('from');
    const renewing = { ...view, renewed: [{ from: at('from'), at: at('fresh') }] };
    const script = `cd ${at('fresh')}; cat name; echo new > name; touch left; ls`;
    expect([1, 2].map(() => run(renewing, script).out)).toEqual([
      'fromleft\nname\n',
      'fromleft\nname\n',
    ]);
  });

  test('can neither read nor write what is hidden', () => {
    const { at, view } = plant('hidden');
    const { out } = run(
      { ...view, hidden: [at('hidden')] },
      `ls ${at('hidden')}; touch ${at('hidden/x')}`,
    );
    expect(out).toBe('');
    expect(readdirSync(at('hidden'))).toEqual(['name']);
  });

  test('does without a mount that is optional and cannot be made', () => {
    const { at, view } = plant('one', 'place', 'hidden');
    const optional = [
      { bind: at('not there'), at: at('one') },
      { bind: at('one/name'), at: at('place/name') },
    ];
    const hidden = [at('hidden')];
    const script = `cat ${at('place/name')}; ls ${at('hidden')}`;
    expect(run({ ...view, optional, hidden }, script).out).toBe('one');
  });

  test('sees an optional mount of something that is hidden', () => {
    const { at, view } = plant('hidden', 'place');
    const optional = [{ bind: at('hidden/name'), at: at('place/name') }];
    const { out } = run({ ...view, optional, hidden: [at('hidden')] }, `cat ${at('place/name')}`);
    expect(out).toBe('hidden');
  });

  test('sees folders whose names a shell or a table of mounts could misread', () => {
    const name = `a b,c:d #e\\f'g"h\n$(i)\t`;
    const { at, view } = plant('one', name, `hidden ${name}`);
    const { out } = run(
      {
        ...view,
        mounts: [{ bind: at('one'), at: at(name) }],
        hidden: [at(`hidden ${name}`)],
        directory: at(name),
      },
      'cat name',
    );
    expect(out).toBe('one');
  });

  test.each(['alone', 'beside what is optional'])('is not run if hiding fails %s', (how) => {
    const { at, view } = plant('hidden', 'place');
    const optional = how === 'alone' ? [] : [{ bind: at('hidden/name'), at: at('place/name') }];
    const all = { ...view, optional, hidden: [at('hidden')] };
    breakMounts(all, 'tmpfs');
    expect(run(all, 'true')).toMatchObject({ report: 'no-view\n', status: 125 });
  });

  test('is not run where a mount fails, and the launcher hears of it', () => {
    const { at, view } = plant('one');
    const mounts = [{ bind: at('not there'), at: at('one') }];
    expect(run({ ...view, mounts }, `touch ${at('run')}`)).toEqual({
      out: '',
      report: 'no-view\n',
      status: 125,
    });
    expect(readdirSync(at(''))).not.toContain('run');
  });
});
