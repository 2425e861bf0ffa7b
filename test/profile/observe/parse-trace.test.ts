import { expect, test } from 'vitest';
import { type Trace, TraceReader } from '../../../src/profile/observe/parse-trace.ts';

/** As `strace -xx` writes text. */
function hex(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Paths in «» stand as strace writes them. */
function read(...lines: string[]): Trace {
  const reader = new TraceReader('/side');
  for (const line of lines) reader.read(line.replace(/«([^»]*)»/g, (_, text: string) => hex(text)));
  return reader.conclude();
}

test('a file that is opened was read, by its name and by where that led', () => {
  const { touched } = read(
    '12 openat(AT_FDCWD<«/side»>, "«link/a.js»", O_RDONLY|O_CLOEXEC) = 3<«/side/lib/a.js»>',
  );
  expect(touched).toEqual(
    new Map([
      ['/side/lib/a.js', 'read'],
      ['/side/link/a.js', 'read'],
    ]),
  );
});

test('a file that is not there was asked for', () => {
  const { touched } = read(
    '12 newfstatat(AT_FDCWD<«/side»>, "«a.mjs»", 0x7ffd, 0) = -1 ENOENT (No such file or directory)',
  );
  expect(touched).toEqual(new Map([['/side/a.mjs', 'asked']]));
});

test('a call whose two halves stand apart is put together', () => {
  const { touched } = read(
    '12 openat(AT_FDCWD<«/side»>, "«a»", O_RDONLY <unfinished ...>',
    '13 stat("«/side/b»",  <unfinished ...>',
    '12 <... openat resumed>)             = 3<«/side/real»>',
  );
  expect([...touched]).toEqual([
    ['/side/a', 'read'],
    ['/side/b', 'asked'],
    ['/side/real', 'read'],
  ]);
});

test('a name without a folder is looked for in every folder in which a process stood', () => {
  const { touched } = read(
    '12 access("«conf»", R_OK) = 0',
    '13 openat(AT_FDCWD<«/side/sub»>, "«x»", O_RDONLY) = -1 ENOENT (No such file or directory)',
    '14 chdir("«deep»") = 0',
  );
  for (const path of ['/side/conf', '/side/sub/conf', '/side/deep/conf', '/side/sub/deep/conf']) {
    expect(touched.get(path), path).toBe('asked');
  }
});

test('only the program of a new process is a path, not its arguments', () => {
  const { touched, executed } = read(
    '12 execve("«/bin/echo»", ["«echo»", "«README.md»"], 0x55 /* 9 vars */) = 0',
  );
  expect([...touched.keys()]).toEqual(['/bin/echo']);
  expect([...executed]).toEqual(['/bin/echo']);
});

test('both names of a rename count, and of a link that is made only its own', () => {
  const { created, touched } = read(
    '12 rename("«/side/a»", "«/side/b»") = 0',
    '12 symlinkat("«/side/target»", AT_FDCWD<«/side»>, "«c»") = 0',
  );
  expect([...touched.keys()]).toEqual(['/side/a', '/side/b', '/side/c']);
  expect([...created].filter((path) => path !== '/side/a')).toEqual(['/side/b', '/side/c']);
});

test('a name keeps its dots: a link may stand before them', () => {
  const { touched } = read('12 openat(AT_FDCWD<«/side»>, "«link/../a»", O_RDONLY) = -1 ENOENT (…)');
  expect([...touched.keys()]).toEqual(['/side/link/../a']);
});

test.each([
  ['12 chroot("«/side»") = 0', 'it changes what / is'],
  ['12 mount("«/a»", "«/b»", NULL, MS_BIND, NULL) = 0', 'it mounts something'],
  ['12 unshare(CLONE_NEWNS) = 0', 'it takes a namespace of its own'],
  ['12 setns(3<«/proc/1/ns/mnt»>, CLONE_NEWNS) = 0', 'it enters another namespace'],
])('%s makes names mean something else', (line, why) => {
  expect(read(line).doubts).toEqual([why]);
});

test.each([
  '12 chroot("«/side»") = -1 EPERM (Operation not permitted)',
  '12 unshare(CLONE_NEWNET) = 0',
  '12 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 13',
  '12 +++ exited with 0 +++',
  'strace: something to say',
])('%s changes nothing', (line) => {
  expect(read(line).doubts).toEqual([]);
});

test('a test that touches more than can be kept is doubted', () => {
  const reader = new TraceReader('/side');
  for (let i = 0; i <= 200_000; i += 1) reader.read(`1 stat("${hex(`/side/${i}`)}", 0x7f) = 0`);
  const { doubts, touched } = reader.conclude();
  expect(doubts).toEqual(['it touches more than 200000 paths']);
  expect(touched.size).toBe(200_000);
});

test('how many folders processes stood in matters only where a name was not whole', () => {
  const folders = Array.from({ length: 300 }, (_, i) => `12 chdir("«/side/${i}»") = 0`);
  expect(read(...folders).doubts).toEqual([]);
  const { doubts } = read(...folders, '12 access("«conf»", R_OK) = 0');
  expect(doubts).toEqual(['its processes work in more than 200 folders']);
});
