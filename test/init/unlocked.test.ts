import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.ts';
import { inspect } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const dependent = { 'package.json': '{"scripts":{"bench":"x"},"devDependencies":{"y":"1"}}' };
const excluding = '[workspace]\nexclude = ["b"]\n';
const pins = 'pytest==8.3.4\npytest-benchmark==5.1.0\n';
const pinned = { 'requirements-dev.txt': pins, 'bench/a.py': '' };
const frozen = { ...pinned, 'requirements-dev.txt': `${pins}pluggy==1.5.0\n` };
const exported =
  '-c all.txt\npytest==8 ; python_version >= "3.9"\npluggy==1 ; python_version >= "3.9"\n';
const crateAt = (at: string) => ({
  [`${at}/Cargo.toml`]: '[package]\nname = "x"\n',
  [`${at}/benches/a.rs`]: 'use criterion::Criterion;',
});

test.each([
  [{ 'package.json': '{"scripts":{"bench":"x"}}' }, []],
  [dependent, ['npm install']],
  [
    { 'bench/package.json': '{"scripts":{"bench":"x"},"dependencies":{"y":"1"}}' },
    ['npm install --package-lock-only --prefix bench`, and commit bench/package-lock.json'],
  ],
  [{ 'requirements.txt': 'x', 'bench/a.py': '' }, ['pip freeze']],
  [{ ...pinned, 'setup.py': '' }, ['(those that the packages of requirements-dev.txt need']],
  [{ ...frozen, 'setup.py': 'setup(name="x")' }, []],
  [{ ...frozen, 'requirements-dev.txt': exported, 'setup.py': 'setup(name="x")' }, []],
  [
    { 'requirements.txt': 'x==1', 'requirements-dev.txt': 'pytest>=8', 'bench/a.py': '' },
    ['pip freeze --exclude-editable > requirements-dev.txt'],
  ],
  [{ ...frozen, 'setup.py': 'setup(install_requires=["pluggy>=1"])' }, []],
  [
    { ...frozen, 'setup.py': 'setup(install_requires=read())' },
    ['itself needs (`-e .`)) run `pip'],
  ],
  [{ ...frozen, 'setup.cfg': '[options]\ninstall_requires =\n  z\n' }, ['itself needs']],
  [{ ...frozen, 'pyproject.toml': '[project]\ndependencies = ["z"]' }, ['run `uv lock`']],
  [{ 'requirements.txt': 'x', 'uv.lock': '', 'bench/a.py': '' }, ['install uv']],
  [{ 'requirements.txt': 'x[a]==1 ; b>"3" \\\n  --hash=sha256:ab # via\n', 'bench/a.py': '' }, []],
  [{ 'requirements.txt': '-r more.txt', 'more.txt': '# by\ny==2\n', 'bench/a.py': '' }, []],
  [
    { 'requirements.txt': '-r more.txt', 'more.txt': 'y==2.*', 'bench/a.py': '' },
    ['more.txt names without'],
  ],
  [{ 'npm-shrinkwrap.json': '', ...dependent }, []],
  [{ 'bun.lockb': '', ...dependent }, []],
  [crateAt('.'), ['cargo generate-lockfile`, and commit Cargo.lock']],
  [{ ...crateAt('rust'), 'rust/Cargo.lock': '' }, []],
  [crateAt('rust'), ['--manifest-path rust/Cargo.toml`, and commit rust/Cargo.lock']],
  [{ ...crateAt('a/b'), 'a/Cargo.toml': '[workspace]\n', 'a/Cargo.lock': '' }, []],
  [{ ...crateAt('b'), 'Cargo.toml': excluding, 'Cargo.lock': '' }, ['commit b/Cargo.lock']],
])('how to pin what %j installs', async (files, expected) => {
  const { setup } = await inspect(folder, files);
  const told = setup.flatMap(({ loose, unlocked }) =>
    unlocked === undefined ? [] : `${loose} ${unlocked}`,
  );
  expect(told).toHaveLength(expected.length);
  for (const [i, part] of expected.entries()) expect(told[i]).toContain(part);
});
