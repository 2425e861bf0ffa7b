import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../make-folder.ts';
import { executeHere, root } from '../execute-here.ts';
import { recordJava } from '../../../src/profile/sampling/java.ts';
import { PerfParser, parseMap } from '../../../src/profile/sampling/parse-perf.ts';
import { findPerf, printSamples, recordWith } from '../../../src/profile/sampling/perf.ts';

const perf = { path: '/usr/bin/perf', event: 'cpu-clock' } as const;

test('names of functions are looked up where the program saw its files', async () => {
  const lines: string[] = [];
  await printSamples(
    perf,
    '/profiles',
    (line) => lines.push(line),
    (command) => ['/bin/echo', ...command],
  );
  expect(lines).toEqual([
    expect.stringMatching(/^\/usr\/bin\/perf script --input \/profiles\/perf\.data /),
  ]);
});

test('what perf cannot read, or a perf that is not there, gives no samples', async () => {
  const hear = (): never => {
    throw new Error('there is nothing to hear');
  };
  await printSamples(perf, '/nonexistent', hear);
  await printSamples({ ...perf, path: '/nonexistent/perf' }, '/nonexistent', hear);
});

const printed = `node 12/12
\tffffffff81  do_syscall_64 ([kernel.kallsyms])
\t    7f25  write (/usr/lib/libc.so.6)
\t    1f10  [unknown] (/tmp/perf-12.map)
\t    1e00  JS:~main file:///box/src/main.js:3:1 (/tmp/perf-12.map)

node 12/12
\t    1f10  [unknown] (/tmp/perf-12.map)
\t    30  JS:*get size file:///box/src/my%20dir/(app)/%C3%BC%20(1).mjs:7:2 (/tmp/perf-12.map)
\t    31  JS:~ /box/src/my dir/(app)/ü.cjs:3:2 (/tmp/perf-12.map)
\t    32  JS:~odd name node:internal/x:3:2 (/tmp/perf-12.map)
\t    33  JS:~run it [eval]:1:13 (/tmp/perf-12.map)

node 12/13
\t    99  v8::internal::Scavenger::Process (/usr/bin/node)
\t    1f10  [unknown] (/tmp/perf-12.map)

a name 14/14
\t    10  [unknown] (/usr/bin/dash)
\t    20  [unknown] (/usr/bin/dash)

work 16/16
\t    10  (anonymous namespace)::burn (/lib/my (copy)/lib.so (deleted))
\t    20  main (/box/my (copy))

rust 17/17
\t    10  <alloc::string::String as core::iter::traits::collect::FromIterator<char>>::from_iter (/box/deps/convert-5ed1c0a178c9812e)
\t    20  core::fmt::write (/box/deps/convert-5ed1c0a178c9812e)

python3 15/15
\t    10  PyEval (/usr/bin/python3)

`.replaceAll(/(\t\s*[\da-f]+) {2}/g, '$1 ');

test('time in the kernel and the engine is that of the function that asked for it; other profilers keep their processes', () => {
  const map = parseMap(
    '1f00 20 LazyCompile:*old /box/src/a.js:1\n1f00 20 JS:*hash /box/src/a.js:7:2\n',
  );
  const parser = new PerfParser(
    new Set([15]),
    (pid, at) => (pid === 12 ? map(at) : undefined),
    '/box',
  );
  for (const line of printed.split('\n')) parser.take(line);
  expect(Object.fromEntries(parser.end())).toEqual({
    'node;main (src/main.js:3);hash (src/a.js:7)': 1,
    'node;hash (src/a.js:7);garbage collection': 1,
    [[
      'node;run it ([eval]:1);odd name (node:internal/x:3)',
      'anonymous (src/my dir/(app)/ü.cjs:3);get size (src/my dir/(app)/ü (1).mjs:7);hash (src/a.js:7)',
    ].join(';')]: 1,
    'a name;code of dash': 1,
    'work;main (my (copy));(anonymous namespace)::burn (lib.so)': 1,
    [[
      'rust;core::fmt::write (convert)',
      '<alloc::string::String as core::iter::traits::collect::FromIterator<char>>::from_iter (convert)',
    ].join(';')]: 1,
  });
});

test('code that lies over freed code is not taken for it', () => {
  const map = parseMap(
    [
      ...['1100 80 JS:~start node:internal/a:1', '1300 200 JS:~also node:internal/b:1'],
      ...['1000 400 JS:*hash /a.js:7', '1480 20 JS:*next /a.js:9', 'no entry'],
    ].join('\n'),
  );
  const names = [0x0fff, 0x1000, 0x1150, 0x13ff, 0x1450, 0x1490, 0x14a0].map((one) => map(one));
  const [hash, next] = ['JS:*hash /a.js:7', 'JS:*next /a.js:9'];
  expect(names).toEqual([undefined, hash, hash, hash, undefined, next, undefined]);
});

test.each(['with space', 'with,comma'])('in a folder %s no JVM is given options', (name) => {
  const folder = makeFolder();
  expect(recordJava(join(folder, name))).toBe('');
  expect(recordJava(join(folder, 'plain'))).toContain(`filename=${join(folder, 'plain')},`);
});

test('names that Node wrote are taken of marked processes only: others belong to another run', () => {
  const folder = makeFolder();
  const [program = '', ...args] = recordWith({ ...perf, path: '/bin/true' }, folder);
  const maps = [1, 2].map((own) => `/tmp/perf-${own}${process.pid}00000.map`);
  const soon = Date.now() / 1000 + 5;
  for (const map of maps) {
    writeFileSync(map, '');
    utimesSync(map, soon, soon);
  }
  writeFileSync(join(folder, `1${process.pid}00000.mapped`), '');
  expect(spawnSync(program, args).status).toBe(0);
  expect(maps.map((map) => existsSync(map))).toEqual([false, true]);
  expect(existsSync(join(folder, `perf-1${process.pid}00000.map`))).toBe(true);
  rmSync(maps[1] ?? '');
});

test.skipIf(findPerf() === undefined)('a test that is killed leaves no map in /tmp', async () => {
  const file = join(makeFolder(), 'map');
  const map = '`/tmp/perf-${process.pid}.map`';
  const look = `fs.writeFileSync(${JSON.stringify(file)}, fs.existsSync(${map}) ? ${map} : '')`;
  const ended = await executeHere(1, [process.execPath, '-e', `${look}; for (;;);`], {
    ...{ watches: 'time', timeoutMs: 2000 },
    environment: { PATH: process.env['PATH'] ?? '', PERIGEE_HOME: root },
  });
  expect(ended.outcome).toEqual({ status: 'timed-out' });
  const left = readFileSync(file, 'utf8');
  expect(left).toMatch(/^\/tmp\/perf-/);
  expect(existsSync(left)).toBe(false);
});
