import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLeading, type KnownLeads } from '../../../src/runner/code/find-leading.ts';
import type { Program } from '../../../src/runner/code/program.ts';
import { makeFolder } from '../../make-folder.ts';

const environment = { PATH: process.env['PATH'] ?? '' };

/** What leads a program into the checkout of the user, at `root`. */
function find(
  root: string,
  program: Partial<Program>,
  files: string[] = [],
  more: Partial<KnownLeads> = {},
): Promise<string[]> {
  const { checkout = '/nowhere' } = program;
  const known: KnownLeads = {
    ...{ places: new Map(), directories: new Map(), setups: [], isOwnCopy: () => false },
    listNaming: () => Promise.resolve(files),
    ...more,
  };
  return findLeading(
    { command: ['true'], environment, checkout, directory: checkout, ...program },
    [root],
    known,
  );
}

function write(folder: string, files: Readonly<Record<string, string>>, mode = 0o644): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode });
  }
}

/** A virtual environment, with what an installer has put into its packages. */
function makeVenv(files: Readonly<Record<string, string>>): string {
  const venv = makeFolder();
  execFileSync('python3', ['-m', 'venv', '--without-pip', venv]);
  const packages = execFileSync(
    join(venv, 'bin/python'),
    ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'],
    { encoding: 'utf8' },
  ).trim();
  write(packages, files);
  return venv;
}

describe('a variable', () => {
  test.each<[string, (root: string) => string]>([
    ['LIBRARIES', (root) => `/elsewhere:${root}/src`],
    ['PROJECT', (root) => root],
    ['NODE_OPTIONS', (root) => `--no-warnings --require=${root}/hook.cjs`],
    ['CFLAGS', (root) => `-O2 -I${root}/include`],
    ['GOFLAGS', (root) => `-modfile='${root}/go.dev.mod'`],
    ['IMPORTS', (root) => `{"imports": {"own": "file://${root}/src/"}}`],
  ])('that holds its path is named: %s', async (name, value) => {
    const root = makeFolder();
    expect(await find(root, { environment: { ...environment, [name]: value(root) } })).toEqual([
      name,
    ]);
  });

  test('that goes there by a link is named, in options too', async () => {
    const [root, folder] = [makeFolder(), makeFolder()];
    write(root, { 'src/pre.cjs': '' });
    symlinkSync(root, join(folder, 'current'));
    const own = {
      ...environment,
      LIBRARIES: `/usr/lib:${folder}/current`,
      NODE_OPTIONS: `--require=${folder}/current/src/pre.cjs`,
    };
    expect(await find(root, { environment: own })).toEqual(['LIBRARIES', 'NODE_OPTIONS']);
  });

  test('that only says where a job is leads nowhere', async () => {
    const root = makeFolder();
    const own = {
      ...environment,
      ...{ PWD: root, GITHUB_WORKSPACE: root, BUILDKITE_BUILD_CHECKOUT_PATH: root },
      ...{ _: `${root}/node_modules/.bin/perigee`, VSCODE_CWD: root, BACKUP: `/srv${root}` },
      BESIDE: `${root}-2/lib:${root}2`,
    };
    expect(await find(root, { environment: own })).toEqual([]);
  });
});

test('a command that names a file there is named', async () => {
  const root = makeFolder();
  expect(await find(root, { command: ['true', `--config=${root}/a.json`] })).toEqual([
    'its command',
  ]);
});

test('a program that was built there, or hands over to it, is named', async () => {
  const [root, bin] = [makeFolder(), makeFolder()];
  write(
    bin,
    { built: `\u007fELF …${root}/src/main.c…`, passes: `#!/bin/sh\nexec ${root}/go "$@"` },
    0o755,
  );
  write(root, { linked: '' }, 0o755);
  symlinkSync(join(root, 'linked'), join(bin, 'linked'));
  const PATH = `${bin}:${environment.PATH}`;
  for (const name of ['built', 'passes', 'linked']) {
    expect(await find(root, { command: [name], environment: { PATH } })).toEqual([join(bin, name)]);
  }
});

test('what setup has written outside, where both sides find it, is named', async () => {
  const [root, side, shared] = [makeFolder(), makeFolder(), makeFolder()];
  write(shared, { 'work.sh': '', 'own.sh': '', tool: '' }, 0o755);
  write(side, { 'run.sh': `cd /\nexec sh ${shared}/work.sh\n` });
  const setups = [{ fromMs: Date.now() - 60_000, toMs: Date.now() + 1 }];
  const commands = [['sh', 'run.sh'], ['sh', '-c', `A=1 ${shared}/own.sh`], ['tool']];
  const PATH = `${shared}:${environment.PATH}`;
  const search = (during: KnownLeads['setups']) =>
    commands.map((command) =>
      find(root, { command, checkout: side, environment: { PATH } }, [], { setups: during }),
    );
  expect((await Promise.all(search(setups))).flat()).toEqual(
    ['work.sh', 'own.sh', 'tool'].map((name) => join(shared, name)),
  );
  expect((await Promise.all(search([{ fromMs: 0, toMs: 1 }]))).flat()).toEqual([]);
});

test('files of the side and of the home that name the checkout are named', async () => {
  const [root, side, HOME] = [makeFolder(), makeFolder(), makeFolder()];
  write(side, {
    'go.mod': `replace example.com/own => ${root}/own\n`,
    'other.mod': `replace example.com/own => ${root}-2/own\n`,
    '.env': `LIBRARY=${root}/lib\n`,
  });
  write(HOME, { '.cargo/config.toml': `paths = ["${root}"]\n`, '.npmrc': 'color=false\n' });
  const own = { ...environment, HOME };
  const found = await find(root, { checkout: side, environment: own }, ['go.mod', 'other.mod']);
  expect(found).toEqual([join(side, 'go.mod'), join(side, '.env'), `${HOME}/.cargo/config.toml`]);
});

test('links are named: in node_modules, of a scope, of a package inside, and those that setup made', async () => {
  const [root, side] = [makeFolder(), makeFolder()];
  for (const at of [root, side]) write(at, { 'core/a.js': '', 'map/a.js': '' });
  for (const folder of ['node_modules/@own', 'packages/one/node_modules', 'node_modules/.bin'])
    mkdirSync(join(side, folder), { recursive: true });
  const link = (to: string, from: string): void => symlinkSync(to, join(side, from));
  link(join(root, 'core'), 'node_modules/core');
  link(join(root, 'map'), 'node_modules/@own/map');
  link(join(side, 'map'), 'node_modules/map');
  link(join(root, 'core'), 'packages/one/node_modules/core');
  link(join(root, 'core'), 'target');
  const found = await find(root, { checkout: side });
  expect(found.map((path) => path.slice(side.length + 1)).sort()).toEqual([
    ...['node_modules/@own/map', 'node_modules/core', 'packages/one/node_modules/core', 'target'],
  ]);
});

/** What leads a Python program with these packages into a checkout of the user. */
async function searchVenv(draft: (root: string) => Record<string, string>): Promise<string> {
  const root = makeFolder();
  const venv = makeVenv(draft(root));
  const found = await find(root, { command: [join(venv, 'bin/python'), 'bench.py'] });
  return found.join(', ').replaceAll(venv, 'VENV');
}

test.each<[string, (root: string) => Record<string, string>, string]>([
  ['a .pth file', (root) => ({ 'own.pth': `${root}\n` }), 'the path of VENV/bin/python'],
  [
    'the finder of setuptools',
    (root) => ({ '__editable___own_1_0_finder.py': `MAPPING = {'own': '${root}/src/own'}\n` }),
    '__editable___own_1_0_finder.py',
  ],
  [
    'a package that was installed from the checkout',
    (root) => ({
      'own-1.0.dist-info/direct_url.json': `{"dir_info": {}, "url": "file://${root}"}`,
    }),
    'own-1.0.dist-info',
  ],
])('%s of an installer is found', async (_, draft, named) => {
  expect(await searchVenv(draft)).toContain(named);
});

test('a copy of the code in an environment that both sides share is named, and in one of the side it is not', async () => {
  const isOwnCopy = (path: string): boolean => path.endsWith('/site-packages/own/__init__.py');
  const [root, side] = [makeFolder(), makeFolder()];
  const venv = makeVenv({ 'own/__init__.py': '' });
  const copied = await find(root, { command: ['sh', '-c', `exec ${venv}/bin/python a.py`] }, [], {
    isOwnCopy,
  });
  expect(copied.join()).toMatch(/\/site-packages\/own$/);
  execFileSync('cp', ['-r', venv, join(side, '.venv')]);
  expect(await find(root, { checkout: side }, [], { isOwnCopy })).toEqual([]);
});

test('packages from elsewhere lead nowhere', async () => {
  const files = (root: string) => ({
    'other.pth': `${root}-beside\n`,
    'other-1.0.dist-info/direct_url.json': `{"url": "file://${root}-beside"}`,
  });
  expect(await searchVenv(files)).toBe('');
});

test('a script in the PATH is searched with the Python that its first line names', async () => {
  const root = makeFolder();
  const venv = makeVenv({ 'own.pth': `${root}\n` });
  const first = [
    `#!${venv}/bin/python\n`,
    `#!/bin/sh\n'''exec' "${venv}/bin/python" "$0" "$@"\n' '''\n`,
  ];
  for (const line of first) {
    const bin = makeFolder();
    write(bin, { bench: `${line}print(1)\n` }, 0o755);
    const PATH = `${bin}:${environment.PATH}`;
    expect(await find(root, { command: ['bench'], environment: { PATH } })).toContain(
      `the path of ${venv}/bin/python`,
    );
  }
});

test.each([[['.venv/bin/python', 'bench.py']], [['uv', 'run', 'bench.py']]])(
  'the Python of an environment in the checkout is found for %j',
  async (command) => {
    const [root, side] = [makeFolder(), makeFolder()];
    symlinkSync(makeVenv({ 'own.pth': `${root}\n` }), join(side, '.venv'));
    expect(await find(root, { command, checkout: side })).toContain(
      `the path of ${side}/.venv/bin/python`,
    );
  },
);

test('a pipe in the place of a file is not waited for', async () => {
  const [root, side] = [makeFolder(), makeFolder()];
  execFileSync('mkfifo', [join(side, '.env'), join(side, 'run.sh')]);
  expect(await find(root, { command: ['sh', 'run.sh'], checkout: side })).toEqual([]);
});
