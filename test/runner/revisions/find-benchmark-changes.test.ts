import { expect, test } from 'vitest';
import type { SuiteTest } from '../../../src/contract/suite.ts';
import { findBenchmarkChanges } from '../../../src/runner/revisions/find-benchmark-changes.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { cleanEnvironment, makeRepository } from '../stage/make-repository.ts';
import { makeTest } from '../stage/make-test.ts';

const scripts = JSON.stringify({
  scripts: { bench: 'npm run -s measure', measure: 'node bench/run.mjs' },
});
const project = {
  'package.json': scripts,
  'src/sort.ts': '1',
  'README.md': '1',
  'work.mjs': "import './src/sort.ts'",
  'bench/run.mjs': "import { size } from './parts/size.js';\nimport '../src/sort.ts'",
  'bench/parts/size.ts': "readFile(new URL('../data/words.csv', import.meta.url))",
  'bench/data/words.csv': 'a',
  'benchmarks/run.py': 'from .parts import load\nimport benchmarks.sizes',
  'benchmarks/parts/load.py': '1',
  'benchmarks/sizes.py': '1',
  'pkg/sort_test.go': '1',
  'benches/sort.rs': 'mod sizes;',
  'benches/sizes.rs': '1',
  'test/bench.sh': '. test/sizes.sh',
  'test/sizes.sh': '1',
  'test/unit.test.ts': '1',
  'main.py': '1',
};

async function alter(paths: string[], more: Partial<SuiteTest>, added = '2'): Promise<string> {
  const repository = makeRepository(project);
  const before = repository.git('rev-parse', 'HEAD').trim();
  for (const path of paths) {
    const old = project[path as keyof typeof project];
    repository.write(
      path,
      path === 'package.json' ? scripts.replace('run.mjs', 'run.mjs --few') : `${old}\n${added}`,
    );
  }
  const after = repository.commit('change');
  const opened = await openRepository(repository.root, cleanEnvironment);
  const problems = await findBenchmarkChanges(opened, { before, after }, [makeTest('sort', more)]);
  return problems.map(({ message }) => message).join();
}

const command = (line: string): Partial<SuiteTest> => ({ command: line.split(' ') });

test.each([
  ['a command names', 'node work.mjs', 'work.mjs'],
  ['an npm script names', 'npm run bench', 'bench/run.mjs'],
  ['is the npm script itself', 'npm run bench', 'package.json'],
  ['JavaScript imports', 'node bench/run.mjs', 'bench/parts/size.ts'],
  ['is the data of a benchmark', 'npm run bench', 'bench/data/words.csv'],
  ['Python imports from its folder', 'python3 benchmarks/run.py', 'benchmarks/parts/load.py'],
  [
    'Python imports from the root',
    'python3 -m benchmarks.run benchmarks/run.py',
    'benchmarks/sizes.py',
  ],
  ['go test takes', 'go test -bench=. ./...', 'pkg/sort_test.go'],
  ['cargo bench takes', 'cargo bench', 'benches/sort.rs'],
  ['Rust includes', 'cargo bench --bench sort', 'benches/sizes.rs'],
  ['a shell runs', 'sh test/bench.sh', 'test/sizes.sh'],
])('a file that %s is named where it changes with the code', async (_how, line, path) => {
  expect(await alter([path, 'src/sort.ts'], command(line))).toContain(path);
  expect(await alter(['src/sort.ts'], command(line))).toBe('');
});

test.each([
  ['a benchmark that changes alone', ['bench/run.mjs', 'README.md'], 'npm run bench'],
  ['a test of another kind', ['test/unit.test.ts', 'src/sort.ts'], 'npm run bench'],
  ['the program that is measured', ['src/sort.ts', 'bench/run.mjs'], 'node src/sort.ts'],
  ['a program at the root', ['src/sort.ts', 'main.py'], 'python3 main.py'],
])('nothing is said of %s', async (_what, paths, line) => {
  expect(await alter(paths, command(line))).toBe('');
});

test('nothing is said of a benchmark of which comments alone change', async () => {
  const paths = ['bench/run.mjs', 'src/sort.ts'];
  expect(await alter(paths, command('npm run bench'), '\n  // Why.\n')).toBe('');
  expect(await alter(paths, command('npm run bench'), '//go:build few')).toContain(paths[0]);
});
