import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Touch } from '../../../src/contract/observation.ts';
import { compareInputs, type InputsVerdict } from '../../../src/runner/inputs/compare-inputs.ts';
import { listInputs } from '../../../src/runner/inputs/list-inputs.ts';
import { takeManifest } from '../../../src/runner/inputs/manifest.ts';
import { createContentComparison } from '../../../src/runner/inputs/same-content.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Path → what it holds; `-> target` is a link, and a name that ends with a stroke is an empty folder. */
type Files = Record<string, string>;

function write(root: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (name.endsWith('/')) continue;
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), path);
    else writeFileSync(path, text);
  }
}

interface Question {
  before: Files;
  after: Files;
  /** Relative to the checkout of before, where they are not absolute. */
  read?: string[];
  asked?: string[];
  seesQuestions?: boolean;
  doubts?: string[];
  /** What is done in the checkouts before they are looked at. */
  arrange?: (before: string, after: string) => void;
  /** And after that. */
  meanwhile?: (before: string, after: string) => void;
}

function ask(question: Question): InputsVerdict {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'perigee-inputs-')));
  folders.push(folder);
  const [one, other] = [join(folder, 'aaaa1111'), join(folder, 'bbbb2222')];
  for (const root of [one, other]) mkdirSync(root);
  write(one, question.before);
  write(other, question.after);
  question.arrange?.(one, other);
  const [before, after] = [takeManifest(one), takeManifest(other)];
  question.meanwhile?.(one, other);
  const touched = new Map<string, Touch>();
  const add = (names: string[], touch: Touch) => {
    for (const name of names) touched.set(name.startsWith('/') ? name : `${one}/${name}`, touch);
  };
  add(question.asked ?? [], 'asked');
  add(question.read ?? [], 'read');
  const { doubts = [], seesQuestions = true } = question;
  const inputs = listInputs({ touched, seesQuestions, doubts }, before, after);
  const isSameContent = createContentComparison(before, after);
  return compareInputs({ inputs, before, after, isSameContent });
}

const same = { kind: 'equal', files: 1, folders: 0, absent: 0 };

describe('a test that reads one file', () => {
  test('reads the same where only another one changed', () => {
    const found = ask({ before: { a: '1', b: '1' }, after: { a: '1', b: '2' }, read: ['a'] });
    expect(found).toEqual(same);
  });

  test('reads something else where that file changed', () => {
    const found = ask({ before: { a: '1' }, after: { a: '2' }, read: ['a'] });
    expect(found).toEqual({ kind: 'different', path: 'a', why: 'holds something else' });
  });

  test('reads something else where its rights changed', () => {
    const arrange = (_: string, after: string) => chmodSync(join(after, 'a'), 0o755);
    const found = ask({ before: { a: '1' }, after: { a: '1' }, read: ['a'], arrange });
    expect(found).toEqual({ kind: 'different', path: 'a', why: 'has other rights' });
  });

  test('reads something else where it is gone, or came', () => {
    expect(ask({ before: { a: '1' }, after: {}, read: ['a'] })).toMatchObject({ path: 'a' });
    expect(ask({ before: {}, after: { a: '1' }, asked: ['a'] })).toMatchObject({
      path: 'a',
      why: 'is only there after the change',
    });
  });

  test('is measured where a test has written over it', () => {
    const found = ask({
      before: { a: '1' },
      after: { a: '1' },
      read: ['a'],
      meanwhile: (before) => writeFileSync(join(before, 'a'), '3'),
    });
    expect('why' in found && found.why).toMatch('written over');
  });
});

test('a file that the test made, and that the change adds, is not the same', () => {
  const found = ask({
    before: { b: '' },
    after: { a: '1', b: '' },
    read: ['a'],
    meanwhile: (before) => writeFileSync(join(before, 'a'), '1'),
  });
  expect(found).toEqual({ kind: 'different', path: 'a', why: 'is only there after the change' });
});

test('a module that would now be found first is an input', () => {
  const before = { 'lib/index.js': '1' };
  const after = { ...before, 'lib.js': '2' };
  expect(ask({ before, after, asked: ['lib.js'], read: ['lib/index.js'] })).toMatchObject({
    kind: 'different',
    path: 'lib.js',
  });
});

test('a file below a folder that is not there depends on that folder', () => {
  const found = ask({ before: {}, after: { 'node_modules/': '' }, asked: ['node_modules/x/y.js'] });
  expect(found).toMatchObject({ kind: 'different', path: 'node_modules' });
});

describe('a folder that is listed', () => {
  const before = { 'd/a': '1' };

  test('holds other names after a file came', () => {
    const found = ask({ before, after: { ...before, 'd/b': '1' }, read: ['d'] });
    expect(found).toMatchObject({ kind: 'different', path: 'd/b' });
  });

  test('is the same where what a file holds changed', () => {
    expect(ask({ before, after: { 'd/a': '2' }, read: ['d'] })).toEqual({
      kind: 'equal',
      files: 0,
      folders: 1,
      absent: 0,
    });
  });

  test('is not asked for its names by who only goes through it', () => {
    const after = { ...before, 'd/b': '1' };
    expect(ask({ before, after, read: ['d/a'] })).toEqual(same);
  });
});

describe('a link', () => {
  const before = { link: '-> d', 'd/a': '1' };

  test('leads to what is read', () => {
    const found = ask({ before, after: { ...before, 'd/a': '2' }, read: ['link/a'] });
    expect(found).toMatchObject({ kind: 'different', path: 'd/a' });
  });

  test('is an input of its own', () => {
    const after = { link: '-> e', 'd/a': '1', 'e/a': '1' };
    expect(ask({ before, after, read: ['link/a'] })).toMatchObject({ path: 'link' });
  });

  test('is followed before the dots behind it', () => {
    const files = { link: '-> d/e', 'd/e/': '', 'd/a': '1', a: '1' };
    const found = ask({ before: files, after: { ...files, 'd/a': '2' }, read: ['link/../a'] });
    expect(found).toMatchObject({ kind: 'different', path: 'd/a' });
  });

  test('that leads round in a circle ends', () => {
    const files = { x: '-> y', y: '-> x' };
    expect(ask({ before: files, after: files, asked: ['x'] })).toMatchObject({ kind: 'equal' });
  });
});

test.each([
  ['the same', 'equal', '1'],
  ['another thing', 'different', '2'],
])('%s beside the path of the own checkout in a file is %s', (_what, kind, text) => {
  const arrange = (before: string, after: string) => {
    writeFileSync(join(before, 'a'), `debug ${before}/a.c 1`);
    writeFileSync(join(after, 'a'), `debug ${after}/a.c ${text}`);
  };
  expect(ask({ before: {}, after: {}, read: ['a'], arrange }).kind).toBe(kind);
});

describe("what is git's own", () => {
  test('tells the commit where it is opened', () => {
    expect(ask({ before: {}, after: {}, read: ['.git'] })).toMatchObject({ path: '.git' });
    const head = '/repository/.git/worktrees/aaaa/HEAD';
    expect(ask({ before: {}, after: {}, read: [head] })).toMatchObject({ path: head });
  });

  test('tells nothing where a program only looks whether it is there', () => {
    const found = ask({ before: {}, after: {}, asked: ['.git', '.git/HEAD', '/repository/.git'] });
    expect(found).toMatchObject({ kind: 'equal' });
  });
});

describe('a path outside the checkout', () => {
  test('is the same for both sides', () => {
    const read = ['/usr/lib/libc.so', '/home/user/.cache/tool/index'];
    expect(ask({ before: {}, after: {}, read })).toMatchObject({ kind: 'equal' });
  });

  test.each(['/tmp/cache-aaaa1111/x', '/proc/self/cwd/a', '../aaaa1111/a'])(
    'is not where it is its own: %s',
    (path) => {
      expect(ask({ before: { a: '' }, after: { a: '' }, read: [path] }).kind).toBe('unknown');
    },
  );
});

describe('where questions are not seen', () => {
  const blind = { seesQuestions: false };

  test('a file that came anywhere may be the answer to one', () => {
    const found = ask({ ...blind, before: { a: '' }, after: { a: '', 'x/y': '' }, read: ['a'] });
    expect(found).toMatchObject({ kind: 'different', path: 'x' });
  });

  test('a link that leads elsewhere may have been followed', () => {
    const before = { link: '-> a', a: '1', b: '1' };
    const found = ask({ ...blind, before, after: { ...before, link: '-> b' }, read: ['a'] });
    expect(found).toMatchObject({ kind: 'different', path: 'link' });
  });

  test('a file in a folder that is listed counts as read', () => {
    const [before, after] = [
      { 'd/a': '1', b: '1' },
      { 'd/a': '2', b: '1' },
    ];
    expect(ask({ ...blind, before, after, read: ['d'] })).toMatchObject({ path: 'd/a' });
    expect(ask({ ...blind, before, after, read: ['b'] })).toEqual(same);
  });
});

test('an observation that may not be whole decides nothing', () => {
  const found = ask({ before: {}, after: {}, doubts: ['it mounts something'] });
  expect(found).toEqual({ kind: 'unknown', why: 'it mounts something' });
});
