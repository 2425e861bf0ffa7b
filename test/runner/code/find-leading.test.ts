import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLeading } from '../../../src/runner/code/find-leading.ts';
import { makeFolder } from '../../make-folder.ts';

const environment = { PATH: process.env['PATH'] ?? '' };

const placed = (checkout: string) => ({ checkout, directory: checkout });

/** A virtual environment, with what an installer has put into its packages. */
function makeVenv(files: Readonly<Record<string, string>>): string {
  const venv = makeFolder();
  execFileSync('python3', ['-m', 'venv', '--without-pip', venv]);
  const packages = execFileSync(
    join(venv, 'bin/python'),
    ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'],
    { encoding: 'utf8' },
  ).trim();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(packages, name, '..'), { recursive: true });
    writeFileSync(join(packages, name), text);
  }
  return venv;
}

/** What leads a Python program with these packages into a checkout of the user. */
function searchVenv(draft: (root: string) => Record<string, string>): string {
  const root = makeFolder();
  const venv = makeVenv(draft(root));
  const program = {
    command: [join(venv, 'bin/python'), 'bench.py'],
    environment,
    ...placed('/nowhere'),
  };
  return findLeading(program, [root], new Map()).join(', ').replaceAll(venv, 'VENV');
}

test('a variable of the test is named', () => {
  const root = makeFolder();
  const own = { ...environment, PYTHONPATH: `/elsewhere:${root}/src`, PWD: root };
  const program = { command: ['true'], environment: own, ...placed('/nowhere') };
  expect(findLeading(program, [root], new Map())).toEqual(['PYTHONPATH']);
});

test('a link in node_modules is named, of a scope too, and one that stays in the side is not', () => {
  const [root, side] = [makeFolder(), makeFolder()];
  for (const folder of ['packages/core', 'packages/map'].flatMap((one) =>
    [root, side].map((at) => join(at, one)),
  ))
    mkdirSync(folder, { recursive: true });
  mkdirSync(join(side, 'node_modules/@own'), { recursive: true });
  symlinkSync(join(root, 'packages/core'), join(side, 'node_modules/core'));
  symlinkSync(join(root, 'packages/map'), join(side, 'node_modules/@own/map'));
  symlinkSync(join(side, 'packages/map'), join(side, 'node_modules/map'));
  expect(
    findLeading({ command: ['node'], environment, ...placed(side) }, [root], new Map()),
  ).toEqual([join(side, 'node_modules/@own/map'), join(side, 'node_modules/core')]);
});

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
])('%s of an installer is found', (_, draft, named) => {
  expect(searchVenv(draft)).toContain(named);
});

test('packages from elsewhere lead nowhere', () => {
  const files = (root: string) => ({
    'other.pth': `${root}-beside\n`,
    'other-1.0.dist-info/direct_url.json': `{"url": "file://${root}-beside"}`,
  });
  expect(searchVenv(files)).toBe('');
});

test('a script in the PATH is searched with the Python that its first line names', () => {
  const root = makeFolder();
  const venv = makeVenv({ 'own.pth': `${root}\n` });
  writeFileSync(join(venv, 'bin/bench'), `#!${venv}/bin/python\nprint(1)\n`, { mode: 0o755 });
  const own = { PATH: `${venv}/bin:${environment.PATH}` };
  const program = { command: ['bench'], environment: own, ...placed('/nowhere') };
  expect(findLeading(program, [root], new Map())).toContain(`the path of ${venv}/bin/python`);
});

test('the Python of an environment in the checkout is found where the test starts', () => {
  const [root, side] = [makeFolder(), makeFolder()];
  symlinkSync(makeVenv({ 'own.pth': `${root}\n` }), join(side, '.venv'));
  const program = { command: ['.venv/bin/python', 'bench.py'], environment, ...placed(side) };
  expect(findLeading(program, [root], new Map())).toContain(`the path of ${side}/.venv/bin/python`);
});
