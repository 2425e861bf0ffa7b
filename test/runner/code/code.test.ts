import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Problem, Profile, Side } from '../../../src/contract/documents.ts';
import type { Observation } from '../../../src/contract/observation.ts';
import { isBuildOutput, isCodeFile } from '../../../src/runner/code/build-output.ts';
import { explainBare } from '../../../src/runner/code/explain-bare.ts';
import { SimilarFiles } from '../../../src/runner/code/similar-files.ts';
import { type CodeJudge, CodeWatch } from '../../../src/runner/code/watch-code.ts';
import { makeFolder } from '../stage/make-repository.ts';
import { makeTest } from '../stage/make-test.ts';

describe('build output', () => {
  const elf = '\u007fELF and more';

  test.each([
    ['a folder of builds', 'dist', {}],
    ['one in a workspace', 'packages/a/dist', {}],
    ['a file in one', 'target/release/tool', {}],
    ['a folder of CMake', 'cmake-build-debug', {}],
    ['an object', 'src/mod.o', {}],
    ['a library with a version', 'lib/libmod.so.1.2', {}],
    ['what a script of TypeScript became', 'src/a.js', { 'src/a.ts': '' }],
    ['its map', 'src/a.js.map', { 'src/a.ts': '' }],
    ['its declarations', 'src/a.d.ts', { 'src/a.ts': '' }],
    ['a program', 'bench', { bench: elf }],
  ])('%s is the output of a build', (_what, path, files: Record<string, string>) => {
    expect(isBuildOutput(makeFolder(files), path)).toBe(true);
  });

  test.each([
    ['settings', '.env', { '.env': 'A=1' }],
    ['data', 'data/big.csv', { 'data/big.csv': '1,2' }],
    ['a script without a source beside it', 'local.js', { 'local.js': '' }],
    ['a folder of anything', 'data', { 'data/x': '' }],
    ['an empty file', 'empty', { empty: '' }],
  ])('%s is none', (_what, path, files: Record<string, string>) => {
    expect(isBuildOutput(makeFolder(files), path)).toBe(false);
  });

  test('code is what a program is made of, and not what it reads', () => {
    const root = makeFolder({ 'a.mjs': '', 'a.PY': '', 'a.csv': '', 'a.json': '', a: '' });
    const code = ['a.mjs', 'a.PY', 'a.csv', 'a.json', 'a'].filter((name) =>
      isCodeFile(join(root, name)),
    );
    expect(code).toEqual(['a.mjs', 'a.PY']);
  });
});

describe('explain bare', () => {
  function explain(status: Profile['outcome']['status'], folders: readonly string[]): string[] {
    const folder = makeFolder();
    for (const path of folders) mkdirSync(join(folder, path), { recursive: true });
    const checkouts = { before: [join(folder, 'before')], after: [join(folder, 'after')] };
    const measured = new Map([['a', [{ outcome: { status } } as Profile]]]);
    const bench = { checkouts, measured, sides: ['before', 'after'] as const };
    return explainBare(bench, join(folder, 'root')).map(({ code, test }) => `${code} ${test}`);
  }

  test('a test that fails where packages are in the checkout of the user alone is told why', () => {
    expect(explain('failed', ['root/node_modules'])).toEqual(['packages-not-there a']);
  });

  test.each([
    ['passes', 'passed', ['root/node_modules']],
    ['fails where no packages are installed', 'failed', ['root/src']],
    ['fails where setup installed them', 'failed', ['root/.venv', 'before/.venv']],
  ] as const)('a test that %s is not', (_what, status, folders) => {
    expect(explain(status, folders)).toEqual([]);
  });
});

describe('similar files', () => {
  const lines = (...more: readonly string[]): string =>
    [...Array.from({ length: 8 }, (_, i) => `  const line${i} = ${i};`), ...more].join('\n');

  function find(name: string, text: string): string | undefined {
    const folder = makeFolder();
    const write = (path: string, content: string): string => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
      return join(folder, path);
    };
    write('after/src/work.js', lines('after'));
    write('before/src/work.js', lines('before'));
    const changed = new SimilarFiles(
      ['src/work.js', 'gone.js'],
      ['before', 'after'].map((side) => join(folder, side)),
    );
    return changed.find(write(`elsewhere/${name}`, text));
  }

  test.each([
    ['an edited copy', lines('// edited')],
    ['one with other white space', lines().replaceAll('  const', '\tconst')],
  ])('%s is found by its name and its lines', (_what, text) => {
    expect(find('old/work.js', text)).toBe('src/work.js');
  });

  test.each([
    ['another file of that name', 'work.js', 'export const other = 1;\n'],
    [
      'one that is mostly something else',
      'work.js',
      lines(...Array.from({ length: 20 }, (_, i) => `x${i}`)),
    ],
    ['a copy of another name', 'other.js', lines('// edited')],
    ['no code', 'work.json', lines()],
  ])('%s is none', (_what, name, text) => {
    expect(find(name, text)).toBeUndefined();
  });

  test('lines that all files have say nothing', () => {
    expect(find('work.js', '  const line1 = 1;\n  const line2 = 2;\n')).toBeUndefined();
  });
});

describe('watch code', () => {
  const [one, other] = [makeTest('one'), makeTest('other')];
  const observation = {} as Observation;

  /** Its judge finds these on a side, one after the other. */
  function open(findings: readonly (readonly string[])[]): CodeWatch {
    const left = findings.map((codes) => [...codes]);
    const name = (code: string, test: string, side: Side): Problem => ({
      code,
      message: '',
      test,
      side,
    });
    const judge: CodeJudge = {
      judge: (test, side) => (left.shift() ?? []).map((code) => name(code, test.name, side)),
      explainUnseen: (test, side) => Promise.resolve([name('unseen', test.name, side)]),
    };
    return new CodeWatch(judge, [], undefined);
  }

  const describeAll = (problems: readonly Problem[]): string[] =>
    problems.map(({ code, side, test }) => `${code} ${test} ${side}`);

  test('a test is seen on the side on which it was noted', () => {
    const watch = open([[]]);
    watch.note(one, 'before', observation);
    expect(watch.isSeen(one, 'before')).toBe(true);
    expect(watch.isSeen(one, 'after')).toBe(false);
    expect(watch.isSeen(other, 'before')).toBe(false);
  });

  test('what was found once stays, however the test runs later', async () => {
    const watch = open([[], ['foreign'], []]);
    for (const _ of [1, 2, 3]) watch.note(one, 'after', observation);
    expect(describeAll(await watch.conclude([]))).toEqual(['foreign one after']);
  });

  test('a test with values that was not seen on a side is named there', async () => {
    const watch = open([['foreign'], []]);
    watch.note(one, 'before', observation);
    watch.note(one, 'after', observation);
    const passed = [one, other].flatMap((test) =>
      (['before', 'after'] as const).map((side) => ({ test, side })),
    );
    expect(describeAll(await watch.conclude(passed))).toEqual([
      'foreign one before',
      'unseen other before',
      'unseen other after',
    ]);
  });
});
