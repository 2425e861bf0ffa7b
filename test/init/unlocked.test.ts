import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.ts';
import { inspect } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

test.each([
  [{ 'package.json': '{"scripts":{"bench":"x"}}' }, []],
  [{ 'package.json': '{"scripts":{"bench":"x"},"devDependencies":{"y":"1"}}' }, ['npm install']],
  [
    { 'bench/package.json': '{"scripts":{"bench":"x"},"dependencies":{"y":"1"}}' },
    ['npm install --package-lock-only --prefix bench`, and commit bench/package-lock.json'],
  ],
  [{ 'requirements.txt': 'x', 'bench/a.py': '' }, ['uv lock']],
  [
    { 'Cargo.toml': '[package]\nname = "x"\n', 'benches/a.rs': 'use criterion::Criterion;' },
    ['cargo generate-lockfile'],
  ],
])('how to pin what %j installs', async (files, expected) => {
  const { setup } = await inspect(folder, files);
  const told = setup.flatMap(({ unlocked = [] }) => unlocked);
  expect(told).toHaveLength(expected.length);
  for (const [i, part] of expected.entries()) expect(told[i]).toContain(part);
});
