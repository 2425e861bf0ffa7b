import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Touch } from '../../../src/contract/observation.ts';
import type { ChangedCode } from '../../../src/runner/code/changed-code.ts';
import { type CodePlace, findForeign } from '../../../src/runner/code/find-foreign.ts';
import { makeFolder } from '../stage/make-repository.ts';

const always = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

interface Plant {
  /** Files, relative to a folder with `own` (the checkout), `root` (the user's), `other` (a worktree of the user). */
  files: readonly string[];
  /** What is touched; all files where it is absent. */
  touched?: readonly [string, Touch][];
  made?: readonly string[];
  code?: Partial<ChangedCode>;
  place?: Partial<CodePlace>;
}

/** Which of the files are foreign, relative to the folder. */
function judge({ code, files, made = [], place, touched }: Plant) {
  const folder = makeFolder();
  const at = (path: string): string => (path.startsWith('/') ? path : join(folder, path));
  for (const path of files) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), '');
  }
  const all = touched ?? files.map((path) => [path, 'read'] as const);
  const found = findForeign(
    { touched: new Map(all.map(([path, how]) => [at(path), how])), made: new Set(made.map(at)) },
    {
      own: at('checkouts/own'),
      roots: [at('root'), at('root/nested')],
      ours: [at('checkouts')],
      find: (path) => path,
      findShared: (inside) => (inside.startsWith('dist/') ? at('root') : undefined),
      otherSetup: [],
      ownSetup: [],
      ...place,
    },
    {
      changed: ['src/a.js', 'package-lock.json'],
      differs: (path) => path === 'src/a.js',
      isOther: (_file, path) => path === 'src/edited.js',
      isTracked: (path) => path.startsWith('src/'),
      isMade: (path) => path.endsWith('made'),
      names: { match: (path) => path.endsWith('named') },
      findSame: (path) => (path.endsWith('twice') ? 'src/a.js' : undefined),
      findCopied: (path) => (path.endsWith('copy.js') ? 'src/a.js' : undefined),
      ...code,
    },
  );
  const foreign = found.foreign.map(({ path, ...rest }) => ({
    ...rest,
    path: path.replace(`${folder}/`, ''),
  }));
  return { foreign, readsOwn: found.readsOwn };
}

describe('in a worktree of the user', () => {
  test.each([
    ['a changed file', 'root/src/a.js', { kind: 'tracked' }],
    ['a changed file of a worktree in the root', 'root/nested/src/a.js', { kind: 'tracked' }],
    ['a file that the user has edited', 'root/src/edited.js', { kind: 'tracked' }],
    ['the output of a build', 'root/dist/a.js', { kind: 'ignored' }],
    ['data that a build made', 'root/dist/a.json', { kind: 'ignored' }],
    ['a script that git ignores', 'root/local.js', { kind: 'ignored' }],
    [
      'a copy of a changed file among the packages',
      'root/node_modules/a/copy.js',
      { kind: 'copy', of: 'src/a.js' },
    ],
    [
      'a package when its lock file changes',
      'root/node_modules/a/b.js',
      { kind: 'outdated', of: 'package-lock.json' },
    ],
  ])('%s is foreign', (_which, path, expected) => {
    expect(judge({ files: [path] })).toEqual({ foreign: [{ path, ...expected }], readsOwn: false });
  });

  test.each([
    ['a tracked file that all versions share', 'root/src/b.js'],
    ['a file of settings that git ignores', 'root/.env'],
    ['another one', 'root/config.local.json'],
    ['data that git ignores', 'root/data/big.csv'],
    ["git's own file", 'root/.git/HEAD'],
    ["Perigee's own file", 'root/.perigee/runs/x'],
    ['the SDK', 'root/node_modules/perigee/sdk.js'],
  ])('%s is not foreign', (_which, path) => {
    expect(judge({ files: [path] }).foreign).toEqual([]);
  });

  test('a package is not foreign when only the lock file of another folder changes', () => {
    const code = { changed: ['tools/package-lock.json'] };
    expect(judge({ files: ['root/node_modules/a/b.js'], code }).foreign).toEqual([]);
    const [found] = judge({ files: ['root/tools/node_modules/a/b.js'], code }).foreign;
    expect(found).toMatchObject({ kind: 'outdated', of: 'tools/package-lock.json' });
  });

  test('the output of a build is foreign that the side shows in the place of its own', () => {
    const touched = [['checkouts/own/dist/a.js', 'read']] as const;
    const { foreign } = judge({
      files: ['root/dist/a.js'],
      touched: touched.map(([path, how]) => [path, how]),
    });
    expect(foreign).toEqual([{ kind: 'ignored', path: 'root/dist/a.js' }]);
  });

  test('a file is not foreign that was only asked for, or is a folder or not there', () => {
    const touched: [string, Touch][] = [
      ['root/src/a.js', 'asked'],
      ['root/src', 'read'],
      ['root/dist/not-there', 'read'],
    ];
    expect(judge({ files: ['root/src/a.js'], touched }).foreign).toEqual([]);
  });
});

describe('outside of all worktrees', () => {
  test.each([
    ['a copy of a changed file', 'elsewhere/copy.js', {}, { kind: 'copy', of: 'src/a.js' }],
    [
      'a file that setup of the other side wrote',
      'elsewhere/a.js',
      { otherSetup: [always] },
      { kind: 'written' },
    ],
  ])('%s is foreign', (_which, path, place, expected) => {
    const { foreign } = judge({ files: [path], place });
    expect(foreign).toEqual([{ path, ...expected }]);
  });

  test('what a package manager keeps is not foreign, whoever filled it', () => {
    const paths = [
      '.cache/x',
      '.npm/x',
      '.cargo/registry/x',
      'go/pkg/mod/x',
      '.m2/repository/x.pom',
    ];
    const place = { otherSetup: [always] };
    expect(judge({ files: paths, place }).foreign).toEqual([]);
    const jar = '.m2/repository/x.jar';
    expect(judge({ files: [jar], place }).foreign).toEqual([{ path: jar, kind: 'written' }]);
  });

  test('a file of a program of the system is not foreign', () => {
    const touched: [string, Touch][] = [['/bin/sh', 'read']];
    const code = { findCopied: () => 'src/a.js' };
    expect(judge({ files: [], touched, code }).foreign).toEqual([]);
  });

  test('a file is not foreign that the test wrote itself, or that lies beside the checkout', () => {
    const files = ['elsewhere/copy.js', 'checkouts/node_modules/copy.js'];
    expect(judge({ files, made: ['elsewhere/copy.js'] }).foreign).toEqual([]);
  });

  test('a program that was built from a worktree is foreign', () => {
    const folder = makeFolder();
    const program = join(folder, 'program');
    writeFileSync(program, '\x7fELF /my/root/src/a.c', { mode: 0o755, encoding: 'latin1' });
    const { foreign } = judge({
      files: [],
      touched: [[program, 'read']],
      place: { roots: ['/my/root'] },
    });
    expect(foreign).toEqual([{ path: program, kind: 'installed' }]);
  });
});

describe('the side reads its own code', () => {
  test('in its checkout', () => {
    const files = ['checkouts/own/src/a.js'];
    expect(judge({ files })).toEqual({ foreign: [], readsOwn: true });
  });

  test('where its setup wrote it outside', () => {
    const files = ['elsewhere/a.js'];
    const place = { ownSetup: [always] };
    expect(judge({ files, place })).toEqual({ foreign: [], readsOwn: true });
  });

  test('in a layer that only this side sees', () => {
    const layer = makeFolder();
    const kept = join(layer, 'copy.js');
    writeFileSync(kept, '');
    const touched: [string, Touch][] = [['/opt/not-there/copy.js', 'read']];
    expect(judge({ files: [], touched, place: { find: () => kept } })).toEqual({
      foreign: [],
      readsOwn: true,
    });
  });

  test("but not with git's files or the SDK alone", () => {
    const files = ['checkouts/own/.git', 'checkouts/own/node_modules/perigee/sdk.js'];
    expect(judge({ files })).toEqual({ foreign: [], readsOwn: false });
  });
});
