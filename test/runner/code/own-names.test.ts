import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readOwnNames } from '../../../src/runner/code/own-names.ts';
import { makeFolder } from '../stage/make-repository.ts';

const files = {
  'package.json': '{ "name": "root", "author": { "name": "somebody" } }',
  'packages/a/package.json': '{\n  "name": "@s/a",\n  "author": {\n    "name": "nobody"\n  }\n}',
  'packages/b/package.json': '{ "name": "@s/b" }',
  'src/pkg/__init__.py': '',
  'src/pkg/deep/__init__.py': '',
  'tests/__init__.py': '',
  'tool/Cargo.toml': '[package]\nname = "fast-tool"\n',
  'cmd/serve/main.go': '',
  'go.mod': 'module example.com/thing\n',
  'pom.xml': '<project><artifactId>engine</artifactId></project>',
  'lib/work.c': '',
};

function read(changed: readonly string[]) {
  const checkout = makeFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text);
  }
  return readOwnNames(checkout, Object.keys(files), changed);
}

const everywhere = [
  ...['packages/a/x.js', 'src/pkg/w.py', 'tests/t.py', 'tool/src/main.rs'],
  ...['cmd/serve/main.go', 'lib/work.c'],
];

test.each([
  ['a package of npm', '/opt/lib/node_modules/@s/a/dist/index.js'],
  ['the package of the root', '/home/a/node_modules/root/cli.js'],
  ['a package of Python', '/v/lib/python3.11/site-packages/pkg/__pycache__/w.cpython-311.pyc'],
  ['a crate', '/home/a/.cargo/bin/fast-tool'],
  ['a command of Go', '/home/a/go/bin/serve'],
  ['a module of Go', '/home/a/go/bin/thing'],
  ['an artifact of Maven', '/home/a/.m2/repository/g/engine/1.0-SNAPSHOT/engine-1.0-SNAPSHOT.jar'],
  ['a library in C', '/home/a/.local/lib/libwork.so.1'],
  ['a program in C', '/home/a/.local/bin/work'],
])('%s is known by its name where it is installed', (_what, path) => {
  expect(read(everywhere).match(path, true)).toBe(true);
});

test.each([
  ['a package of others', '/opt/lib/node_modules/express/index.js'],
  [
    'a package of its own name in another one',
    '/r/node_modules/root/node_modules/express/index.js',
  ],
  ['a workspace that the change does not touch', '/opt/lib/node_modules/@s/b/index.js'],
  ['the name of a person', '/opt/lib/node_modules/nobody/index.js'],
  ['a folder that many repositories have', '/v/site-packages/tests/t.py'],
  ['another jar', '/home/a/.m2/repository/g/other/1.0/other-1.0.jar'],
  ['another program', '/home/a/.local/bin/worker'],
])('%s is not', (_what, path) => {
  expect(read(everywhere).match(path, true)).toBe(false);
});

test('a file with the name of a program is none where it cannot be executed', () => {
  expect(read(everywhere).match('/home/a/notes/work', false)).toBe(false);
});
