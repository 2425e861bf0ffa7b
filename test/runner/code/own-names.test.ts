import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
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
  'tool/Cargo.toml': `[package]
edition = "2021"
name = "fast-tool"
[[bin]]
name = 'second'
[dependencies.serde]
name = "foreign"
`,
  'cmd/serve/main.go': '',
  'go.mod': 'module example.com/thing/v2\n',
  'pom.xml': `<project><!-- <artifactId>nothing</artifactId> --><parent><artifactId>above</artifactId></parent>
    <dependencyManagement><dependencies><dependency><artifactId>managed</artifactId></dependency></dependencies></dependencyManagement>
    <dependencies><dependency><artifactId>other</artifactId></dependency></dependencies>
    <build><plugins><plugin><artifactId>plugin</artifactId></plugin></plugins></build>
    <artifactId>engine</artifactId></project>`,
  'core/pom.xml': '<project><artifactId>engine-core</artifactId></project>',
  'settings.gradle.kts': 'rootProject.name = "motor"\n',
  'web/build.gradle': '',
  'fast.gemspec': '',
  'single.py': '',
  'src/space/part/work.py': '',
  'lonely.json': '{ "name": "lonely" }',
  'lib/work.c': '',
};

function read(changed: readonly string[]) {
  const checkout = makeFolder(files);
  return readOwnNames(checkout, Object.keys(files), changed);
}

const everywhere = [
  ...['packages/a/x.js', 'src/pkg/w.py', 'tests/t.py', 'tool/src/main.rs'],
  ...['cmd/serve/main.go', 'lib/work.c', 'single.py', 'src/space/part/work.py', 'web/A.java'],
];

test.each([
  ['a package of npm', '/opt/lib/node_modules/@s/a/dist/index.js'],
  ['the package of the root', '/home/a/node_modules/root/cli.js'],
  ['a package of Python', '/v/lib/python3.11/site-packages/pkg/__pycache__/w.cpython-311.pyc'],
  ['a crate', '/home/a/.cargo/bin/fast-tool'],
  ['a command of Go', '/home/a/go/bin/serve'],
  ['a module of Go', '/home/a/go/bin/thing'],
  ['an artifact of Maven', '/home/a/.m2/repository/g/engine/1.0-SNAPSHOT/engine-1.0-SNAPSHOT.jar'],
  ['an artifact of Gradle', '/home/a/.m2/repository/g/motor/2/motor-2.jar'],
  ['a module of Gradle', '/opt/web.jar'],
  ['a gem', '/usr/local/lib/ruby/gems/3.2.0/gems/fast-1.2.0/lib/fast.rb'],
  ['a second program of a crate', '/home/a/.cargo/bin/second'],
  ['a module of Python', '/v/lib/python3.11/site-packages/single.py'],
  ['a compiled module', '/v/site-packages/__pycache__/single.cpython-311.pyc'],
  ['a part of a namespace', '/v/site-packages/space/part/__pycache__/work.cpython-311.pyc'],
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
  ['an artifact whose name begins alike', '/home/a/.m2/repository/g/x/1/engine-x-1.0.jar'],
  ['a module that the change does not touch', '/home/a/.m2/repository/g/c/1/engine-core-1.0.jar'],
  ['the parent of a build', '/home/a/.m2/repository/g/above/1.0/above-1.0.jar'],
  ['a plugin of Maven', '/home/a/.m2/repository/g/plugin/1.0/plugin-1.0.jar'],
  ['a managed artifact', '/home/a/.m2/repository/g/managed/1.0/managed-1.0.jar'],
  ['a dependency of a crate', '/home/a/.cargo/bin/foreign'],
  ['another gem', '/usr/local/lib/ruby/gems/3.2.0/gems/faster-1.2.0/lib/fast.rb'],
  ['a module of others', '/v/site-packages/work.py'],
  ['a part of another namespace', '/v/site-packages/part.py'],
  ['another program', '/home/a/.local/bin/worker'],
])('%s is not', (_what, path) => {
  expect(read(everywhere).match(path, true)).toBe(false);
});

test('a file with the name of a program is none where it cannot be executed', () => {
  expect(read(everywhere).match('/home/a/notes/work', false)).toBe(false);
});

test('a pipe or a file without end in the place of one that names a package is not read', () => {
  const checkout = makeFolder();
  execFileSync('mkfifo', [join(checkout, 'package.json')]);
  symlinkSync('/dev/zero', join(checkout, 'Cargo.toml'));
  const names = readOwnNames(checkout, ['package.json', 'Cargo.toml'], ['package.json']);
  expect(names.match('/home/a/node_modules/a/index.js', false)).toBe(false);
});
