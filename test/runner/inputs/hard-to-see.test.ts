import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { observe } from './observe-change.ts';

/** Ways to ask that leave no plain name in one call; each was left out wrongly once. */
test.each<[string, string[], Record<string, string>, Record<string, string>]>([
  [
    'two steps into folders',
    [
      'python3',
      '-S',
      '-c',
      'import os; os.chdir("deep"); os.chdir("b"); print(os.access("flag", 0))',
    ],
    { 'deep/b/x': '' },
    { 'deep/b/x': '', 'deep/b/flag': '' },
  ],
  [
    'a step into an open folder',
    [
      'python3',
      '-S',
      '-c',
      'import os; os.fchdir(os.open("deep", os.O_RDONLY | os.O_DIRECTORY)); print(os.access("b/flag", 0))',
    ],
    { 'deep/b/x': '' },
    { 'deep/b/x': '', 'deep/b/flag': '' },
  ],
])('%s is seen', async (_what, command, files, change) => {
  const all = { 'perigee.yml': 'version: 1\n', ...files };
  expect(await observe({ files: all, change, command })).not.toMatchObject({ state: 'same' });
});

test.each([
  ['a folder', 'mkdir data; "$PWD/data" || true'],
  ['a pipe that nobody writes into', 'mkfifo p; chmod +x p; timeout 0.2 "$PWD/p" || true'],
])('a test that executes %s is observed all the same', async (_what, script) => {
  const inputs = await observe({
    files: {},
    command: ['sh', '-c', script],
    change: { 'README.md': 'new' },
  });
  expect(inputs?.state).toBeDefined();
});

test('a program that the change puts first on the PATH is seen', async () => {
  const inputs = await observe({
    files: { 'bin/.keep': '' },
    command: ['date'],
    change: { 'bin/date': '#!/bin/sh\necho other\n' },
    test: { environment: { PATH: `bin:${process.env['PATH'] ?? ''}` } },
  });
  expect(inputs).toMatchObject({ state: 'changed' });
});

test('a listing that tells folders from files is seen', async () => {
  const inputs = await observe({
    files: { 'p/a': '' },
    setup: [['sh', '-c', 'if test -e kind; then mkdir p/m; else touch p/m; fi']],
    command: ['find', 'p', '-type', 'd'],
    change: { kind: '' },
  });
  expect(inputs).toMatchObject({ state: 'changed' });
});

/** It computes once, and from then on goes another way. */
const cached = 'if test -e $CACHE; then cat warm; else cat cold > $CACHE; fi';

test.each([
  ['in the checkout', 'made'],
  ['outside', `/tmp/perigee-cache-${process.pid}`],
])(
  'what a test reads only from its second run on is seen: its cache is %s',
  async (_where, cache) => {
    const inputs = await observe({
      files: { cold: '', warm: 'old' },
      command: ['sh', '-c', `trap 'true' EXIT; CACHE=${cache}; ${cached}`],
      change: { warm: 'new' },
    });
    rmSync(`/tmp/perigee-cache-${process.pid}`, { force: true });
    expect(inputs).not.toMatchObject({ state: 'same' });
  },
);

test('a test that reads something else in each run is measured', async () => {
  const inputs = await observe({
    files: { '1': '', '2': '', '3': '', '4': '', '5': '', '6': '' },
    command: ['sh', '-c', 'n=$(cat made 2>/dev/null || echo 1); cat $n; echo $((n + 1)) > made'],
    change: { '6': 'new' },
  });
  expect(inputs).not.toMatchObject({ state: 'same' });
});
