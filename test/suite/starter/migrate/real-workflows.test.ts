/** Workflows as projects have them: a matrix, secrets on the command line, variables, pip. */
import { expect, test } from 'vitest';
import { parseSuite } from '../../../../src/suite/parse-suite.ts';
import { draftSuite } from '../../../../src/suite/starter/draft-suite.ts';
import type { FormerToolName } from '../../../../src/suite/starter/former-tools.ts';
import { migrateWorkflow } from '../../../../src/suite/starter/migrate/migrate-workflow.ts';
import { createResolver } from '../../../../src/verdict/thresholds/resolve-threshold.ts';

function migrate(text: string, name: FormerToolName) {
  const found = migrateWorkflow(text, 'bench.yml', name);
  if (found === undefined) throw new Error('the workflow does not use the tool');
  const { setup, tests, fates } = found;
  const drafted = draftSuite({ name: 'n', setup, tests, passedOver: [], hasSchema: false });
  const fateOf = (part: string): string => {
    const one = fates.find(({ text: line }) => line.includes(part));
    return one === undefined ? 'no such line' : `${one.fate.kind}: ${one.fate.what}`;
  };
  return { suite: parseSuite(drafted, 'perigee.yml'), tests, fateOf };
}

/** After the workflow in the documentation of Bencher, with variables and a matrix. */
const bencher = (command: string): string => `on: push
env:
  RUSTFLAGS: -C target-cpu=native
  BENCHER_PROJECT: sync
  KEY: \${{ secrets.KEY }}
jobs:
  bench:
    strategy: { matrix: { os: [ubuntu-24.04] } }
    runs-on: \${{ matrix.os }}
    steps:
      - run: |
          bencher run \\
          --token '\${{ secrets.BENCHER_API_TOKEN }}' \\
          --testbed \${{ matrix.os }} \\
          --err \\
          --adapter rust_criterion \\
          --github-actions '\${{ secrets.GITHUB_TOKEN }}' \\
          "${command}"
`;

test('expressions in options that Perigee does not need do not cost the test', () => {
  const { suite, fateOf } = migrate(bencher('cargo bench'), 'bencher');
  expect(suite.tests).toMatchObject([
    { command: ['bash', '-eo', 'pipefail', '-c', 'cargo bench'], results: { format: 'criterion' } },
  ]);
  expect(fateOf('--testbed')).toContain('not needed');
  expect(fateOf('--github-actions')).toContain('not needed');
});

test('a variable is kept, left to the reader, or read by the old tool alone, and its line says so', () => {
  const { suite, fateOf } = migrate(bencher('cargo bench'), 'bencher');
  expect(suite.tests[0]?.environment).toEqual({ RUSTFLAGS: '-C target-cpu=native' });
  expect(fateOf('RUSTFLAGS')).toBe('kept as: environment of each test');
  expect(fateOf('BENCHER_PROJECT')).toBe('not needed: only the old tool reads it');
  expect(fateOf('KEY: ')).toContain('up to you: set it in the new workflow');
});

test('nothing of a test that cannot be kept is said to be kept', () => {
  const { tests, fateOf } = migrate(bencher('cargo bench --bench ${{ matrix.os }}'), 'bencher');
  expect(tests).toEqual([]);
  expect(fateOf('"cargo bench')).toBe(
    'up to you: write a value that holds on every machine: only GitHub knows ${{ matrix.os }}',
  );
  expect(fateOf('--adapter')).toContain('up to you');
});

test('an expression in the name alone is left out of the name', () => {
  const text = `jobs:
  bench:
    steps:
      - run: go test -bench . | tee out.txt
      - uses: actions/cache@v4
        with: { path: ./cache, key: "\${{ runner.os }}-benchmark" }
      - uses: benchmark-action/github-action-benchmark@v1
        with: { name: "Go (\${{ matrix.go }})", tool: go, output-file-path: out.txt }
`;
  const { tests, fateOf } = migrate(text, 'github-action-benchmark');
  expect(tests).toMatchObject([{ name: 'Go' }]);
  expect(fateOf('actions/cache')).toContain('not needed');
});

test('the limit of the old tool is for its numbers: what a fixed time says nothing of only warns', () => {
  const text = `jobs:
  bench:
    steps:
      - run: go test -bench . | tee out.txt
      - uses: benchmark-action/github-action-benchmark@v1
        with:
          tool: go
          output-file-path: out.txt
          alert-threshold: '110%'
          fail-on-alert: true
`;
  const { suite } = migrate(text, 'github-action-benchmark');
  const context = { tagsOf: new Map(suite.tests.map(({ name, tags }) => [name, tags])) };
  const resolve = createResolver(suite.thresholds, context, '2026-01-01');
  const actionOf = (metric: string): unknown => {
    const series = { test: 'Benchmark', span: 'whole test', annotations: {}, metric };
    return resolve({ ...series, platform: 'linux-x64' }).action;
  };
  expect(actionOf('time')).toBe('block');
  for (const metric of ['latency', 'cpu.total', 'memory.peak', 'context_switches.voluntary']) {
    expect(actionOf(metric), metric).toBe('warn');
  }
});

test('what pip installs goes into an environment of each side, and the tests run in it', () => {
  const text = `jobs:
  bench:
    steps:
      - run: |
          python -m pip install --upgrade pip
          pip install -r requirements.txt -e .
      - working-directory: tests/speed
        run: pytest --benchmark-json output.json
      - uses: benchmark-action/github-action-benchmark@v1
        with: { tool: pytest, output-file-path: tests/speed/output.json }
`;
  const { suite } = migrate(text, 'github-action-benchmark');
  expect(suite.setup[0]).toEqual(['python3', '-m', 'venv', '.venv']);
  expect(suite.setup[1]?.at(-1)).toMatch(/^export PATH="\$PWD\/\.venv\/bin:\$PATH"\npython -m pip/);
  expect(suite.tests[0]?.command.at(-1)).toBe(
    'export PATH="$PWD/../../.venv/bin:$PATH"\npytest --benchmark-json output.json',
  );
});

test.each([
  ['makes an environment itself', 'python -m venv env && . env/bin/activate && pip install -e .'],
  ['installs with uv', 'uv sync && uv pip install pytest'],
])('a workflow that %s keeps its own way', (_, script) => {
  const text = `jobs:
  bench:
    steps:
      - run: ${script}
      - run: pytest --benchmark-json output.json
      - uses: benchmark-action/github-action-benchmark@v1
        with: { tool: pytest, output-file-path: output.json }
`;
  const { suite } = migrate(text, 'github-action-benchmark');
  expect(suite.setup).toHaveLength(1);
  expect(suite.tests[0]?.command.at(-1)).toBe('pytest --benchmark-json output.json');
});

test('a CodSpeed shard of a matrix is named as it stands, not as something cut', () => {
  const text = `jobs:
  bench:
    steps:
      - run: uv sync
      - uses: CodSpeedHQ/action@v4
        with: { run: "pytest tests/benchmarks --codspeed --test-group=\${{ matrix.shard }}" }
`;
  const { tests, fateOf } = migrate(text, 'codspeed');
  expect(tests).toEqual([]);
  expect(fateOf('--codspeed')).toMatch(/only GitHub knows \$\{\{ matrix\.shard \}\}$/);
});
