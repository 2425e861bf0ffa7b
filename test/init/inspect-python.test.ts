import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Suite } from '../../src/contract/suite.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { draftSuite } from '../../src/init/draft-suite.ts';
import { inspectRepository } from '../../src/init/inspect-repository.ts';
import { noPorts } from './ports.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-starter-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Writes the files, drafts a suite for them and loads it. */
async function draft(files: Record<string, string>): Promise<Suite> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const file = join(folder, 'perigee.yml');
  writeFileSync(file, draftSuite(await inspectRepository(folder, noPorts)));
  return loadSuite(file);
}

const commandsOf = ({ tests }: Suite): string[] => tests.map(({ command }) => command.join(' '));
const setupOf = ({ setup }: Suite): string[] => setup.map((command) => command.join(' '));

describe('a Python project', () => {
  test('with a folder of benchmarks gives that folder', async () => {
    const suite = await draft({
      'pyproject.toml': '[project]\nname = "sync"\n[tool.pytest.ini_options]\n',
      'benchmarks/test_upload.py': '',
    });
    expect(suite.name).toBe('sync');
    expect(commandsOf(suite)).toEqual(['.venv/bin/python -m pytest -q -o addopts= benchmarks']);
    expect(setupOf(suite)[1]).toBe('.venv/bin/python -m pip install --quiet -e .');
  });

  test('with tests only gives none of them, and says so', async () => {
    const suite = await draft({ 'requirements.txt': 'requests\n', 'tests/test_a.py': '' });
    expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
    expect(readFileSync(suite.file, 'utf8')).toContain('# - pytest: tests as a whole');
  });

  test('whose tests take the fixture benchmark gets the numbers of pytest-benchmark', async () => {
    const suite = await draft({
      'setup.cfg': '[metadata]\nname = words\n',
      'tests/test_a.py': 'def test_a(benchmark):\n    benchmark(len)\n',
      'tests/test_b.py': 'def test_b():\n    pass\n',
    });
    expect(suite.name).toBe('words');
    expect(commandsOf(suite)[0]).toMatch(
      / --benchmark-json=perigee-bench\.json tests\/test_a\.py$/,
    );
    expect(suite.tests[0]?.results).toMatchObject({ format: 'pytest-benchmark' });
    expect(setupOf(suite).at(-1)).toBe(
      '.venv/bin/python -m pip install --quiet pytest pytest-benchmark',
    );
  });

  test('that takes the fixture from pytest-codspeed where it is there gets that plugin too', async () => {
    const suite = await draft({
      'setup.py': '',
      'tests/conftest.py': 'try:\n    import pytest_codspeed\nexcept ImportError:\n    pass\n',
      'tests/test_a.py': 'def test_a(benchmark):\n    benchmark(len)\n',
    });
    expect(setupOf(suite).at(-1)).toMatch(/ pytest pytest-benchmark pytest-codspeed$/);
  });

  test('with programs of pyperf lets them write a file', async () => {
    const suite = await draft({ 'requirements.txt': '', 'bench/sort.py': 'import pyperf\n' });
    expect(commandsOf(suite)).toEqual([
      '.venv/bin/python bench/sort.py --processes 2 --values 3 --warmups 1 -o perigee-bench.json',
    ]);
    expect(suite.tests[0]?.results?.format).toBe('pyperf');
    expect(setupOf(suite).at(-1)).toMatch(/ pyperf$/);
  });

  test('with asv gets its results, and its files are no programs', async () => {
    const suite = await draft({
      'setup.py': '',
      'asv.conf.json': '{}',
      'benchmarks/bench_sort.py': 'def time_sort():\n    pass\n',
    });
    expect(suite.tests.map(({ name, results }) => [name, results?.format])).toEqual([
      ['asv', 'asv'],
    ]);
  });

  test('whose program calibrates itself gets no test for it', async () => {
    const text = 'import timeit\nprint(timeit.Timer("1").autorange())\n';
    const suite = await draft({ 'requirements.txt': 'pytest\n', 'bench.py': text });
    expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
    expect(readFileSync(suite.file, 'utf8')).toContain('timeit.autorange goes on for a fixed time');
  });
});
