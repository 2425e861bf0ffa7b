import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StarterPorts } from '../../src/init/findings.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Suite } from '../../src/contract/suite.ts';
import { makeFolder } from '../make-folder.ts';
import { commandsOf, draft as draftFiles, noPorts } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const draft = (files: Record<string, string>, ports = noPorts) => draftFiles(folder, files, ports);

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

  test.each(['requirements-dev.txt', 'pytest.ini'])('is one by its %s alone', async (file) => {
    const fixture = 'def test_a(benchmark):\n    benchmark(len)\n';
    const suite = await draft({ [file]: '', 'benchmarks/test_a.py': fixture });
    expect(commandsOf(suite)[0]).toMatch(/^\.venv\/bin\/python -m pytest .*--benchmark/);
    expect(setupOf(suite).join('\n')).toContain('pytest-benchmark');
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

  const bench = { 'tests/test_work.py': 'def test_work(benchmark): benchmark(work)\n' };
  const project = '[project]\nname = "acme"\n';

  test.each([
    [
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "acme"\n[tool.poetry.group.dev.dependencies]\npytest = "^8"\nattrs = "22.1.0"\nrich = { version = "~1.2", extras = ["x"] }\n[tool.poetry.group.docs.dependencies]\nmkdocs = "*"\n',
      },
      '-e .',
      'pytest>=8,<9 attrs==22.1.0 rich[x]>=1.2,<1.3 pytest-benchmark',
    ],
    [
      {
        'pyproject.toml': `${project}[dependency-groups]\ntest = [\n  "pytest>=8", # pinned\n  { include-group = "base" },\n]\nlint = ["ruff"]\n`,
      },
      '-e .',
      'pytest>=8 pytest-benchmark',
    ],
    [
      {
        'pyproject.toml': `${project}[project.optional-dependencies]\ndev = ["attrs"]\ndocs = ["mkdocs"]\n`,
      },
      '-e .[dev]',
      'pytest pytest-benchmark',
    ],
    [
      {
        'pyproject.toml': `${project}[tool.hatch.envs.default]\ndependencies = ["attrs"]\n`,
        'requirements-dev.txt': 'Pytest>=8\nattrs; python_version < "3"\n',
      },
      '-e . -r requirements-dev.txt',
      'attrs pytest-benchmark',
    ],
    [
      { 'pyproject.toml': project, 'requirements-dev.lock': '-e file:.\nattrs==22.1.0\n' },
      '-e . -r requirements-dev.lock',
      'pytest pytest-benchmark',
    ],
    [
      { 'setup.py': '', 'dev.requirements.txt': 'pytest>=8,<10\n' },
      '-e . -r dev.requirements.txt',
      'pytest-benchmark',
    ],
    [
      {
        'setup.py': '',
        'tox.ini':
          '[tox]\n[testenv]\ndeps =\n    attrs>=22\n    -r requirements/test.txt\ncommands = pytest\n',
      },
      '-e . -r requirements/test.txt',
      'attrs>=22 pytest pytest-benchmark',
    ],
  ])('gets what its tests need, by pip: %j', async (files, own, more) => {
    const suite = await draft({ ...files, ...bench });
    expect(setupOf(suite).slice(1)).toEqual([
      `.venv/bin/python -m pip install --quiet ${own}`,
      `.venv/bin/python -m pip install --quiet ${more}`,
    ]);
  });

  test.each(['pylock.toml', 'pixi.lock', 'environment.yml'])(
    'is told that %s is not used',
    async (file) => {
      await draft({ 'pyproject.toml': project, [file]: '', ...bench });
      expect(readFileSync(join(folder, 'perigee.yml'), 'utf8')).toContain(`${file} is not used`);
    },
  );

  test.each([
    [
      'uv.lock',
      'name = "pytest"\nname = "pytest-benchmark"\n',
      ['uv sync --frozen --all-packages --all-groups'],
    ],
    [
      'poetry.lock',
      'name = "pytest"\n',
      [
        'python3 -m venv .venv',
        'poetry install --no-interaction',
        '.venv/bin/python -m pip install --quiet pytest-benchmark',
      ],
    ],
  ])('with %s is installed by its program, where that is there', async (lockFile, text, setup) => {
    const runs = (ignored: number): StarterPorts => ({
      ...noPorts,
      run: ([program]) =>
        Promise.resolve({ status: program === 'git' ? ignored : 0, output: '', durationMs: 0 }),
    });
    const files = { 'pyproject.toml': project, [lockFile]: text, ...bench };
    expect(setupOf(await draft(files, runs(1)))).toEqual(setup);
    expect(setupOf(await draft(files, runs(0)))[1]).toContain('pip install --quiet -e .');
    expect(setupOf(await draft(files))[1]).toContain('pip install --quiet -e .');
    expect(readFileSync(join(folder, 'perigee.yml'), 'utf8')).toContain(`${lockFile} is not used`);
  });
});
