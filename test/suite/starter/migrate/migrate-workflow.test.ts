/** Old workflows, written here after the documentation of each tool; nothing of them is run. */
import { describe, expect, test } from 'vitest';
import type { Suite } from '../../../../src/contract/suite.ts';
import { parseSuite } from '../../../../src/suite/parse-suite.ts';
import { draftSuite } from '../../../../src/suite/starter/draft-suite.ts';
import type { FormerToolName } from '../../../../src/suite/starter/former-tools.ts';
import {
  migrateWorkflow,
  type MigratedWorkflow,
} from '../../../../src/suite/starter/migrate/migrate-workflow.ts';

function migrate(text: string, name: FormerToolName): MigratedWorkflow & { suite: Suite } {
  const found = migrateWorkflow(text, 'bench.yml', name);
  if (found === undefined) throw new Error('the workflow does not use the tool');
  const { setup, tests } = found;
  const drafted = draftSuite({ name: 'n', setup, tests, passedOver: [], hasSchema: false });
  return { ...found, suite: parseSuite(drafted, 'perigee.yml') };
}

/** `7 kept as: setup`, one for each line. */
const fatesOf = ({ fates }: MigratedWorkflow): string[] =>
  fates.map(({ line, fate }) => `${line} ${fate.kind}: ${fate.what}`);

const frame = (steps: string): string => `name: Benchmarks
on: [push]
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - run: make lint
  bench:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
${steps}`;

describe('github-action-benchmark', () => {
  const found = migrate(
    frame(`      - uses: actions/setup-go@v5
      - run: go mod download
      - name: Run
        working-directory: codec
        env:
          GOGC: off
          TOKEN: \${{ secrets.TOKEN }}
        run: |
          go test -bench . | tee output.txt
      - uses: benchmark-action/github-action-benchmark@v1
        with:
          name: Codec
          tool: go
          output-file-path: codec/output.txt
          alert-threshold: '150%'
          fail-on-alert: true
          alert-comment-cc-users: '@storage'
          auto-push: true
          colour: blue
`),
    'github-action-benchmark',
  );

  test('becomes a test with the script, the file and the format', () => {
    expect(found.suite.setup).toEqual([['bash', '-eo', 'pipefail', '-c', 'go mod download']]);
    expect(found.suite.tests).toMatchObject([
      {
        name: 'Codec',
        command: ['bash', '-eo', 'pipefail', '-c', 'go test -bench . | tee output.txt'],
        directory: 'codec',
        results: { file: 'output.txt', format: 'go' },
        environment: { GOGC: 'off' },
      },
    ]);
    const limit = found.suite.thresholds.find(({ match }) => match.test === 'Codec');
    expect(limit).toMatchObject({ relative: 0.5, action: 'block', owner: '@storage' });
  });

  test('and each line says what became of it', () => {
    expect(fatesOf(found).map((fate) => fate.slice(0, 60))).toEqual([
      "1 not needed: Perigee's workflow has its own",
      '2 not needed: the new workflow measures pull requests and pu',
      "3 not needed: Perigee's workflow has its own",
      '4 up to you: leave it in a workflow of its own: no step of t',
      '5 up to you: leave it in a workflow of its own: no step of t',
      '6 up to you: leave it in a workflow of its own: no step of t',
      '7 up to you: leave it in a workflow of its own: no step of t',
      '8 not needed: the new workflow has its own jobs',
      '9 up to you: copy it into the jobs of the new workflow, befo',
      '10 not needed: the new workflow has its own jobs',
      '11 not needed: Perigee checks out both sides',
      '12 up to you: copy it into the jobs of the new workflow, bef',
      '13 kept as: setup',
      '14 kept as: the test',
      '15 kept as: the test',
      '16 kept as: the test',
      '17 kept as: environment of the test',
      '18 up to you: set it in the new workflow: only GitHub knows ',
      '19 kept as: the test',
      '20 kept as: the test',
      '21 not needed: Perigee judges',
      '22 not needed: Perigee judges',
      '23 kept as: the name of the test',
      '24 kept as: format: go',
      '25 kept as: results: { file: output.txt }',
      '26 kept as: worse: 50%; both sides run on one machine, so yo',
      '27 kept as: action: block',
      '28 kept as: owner',
      '29 not needed: Perigee measures both sides of each change an',
      '30 no counterpart: Perigee has no such setting',
    ]);
  });

  test('without the step that writes its file becomes no test, and says so', () => {
    const steps = `      - uses: rhysd/github-action-benchmark@v1
        with: { tool: cargo, output-file-path: out.txt }
`;
    const { tests, fates } = migrate(frame(steps), 'github-action-benchmark');
    expect(tests).toEqual([]);
    expect(fates.at(-1)?.fate.what).toContain('no step before it writes out.txt');
  });
});

describe('Bencher', () => {
  const found = migrate(
    frame(`      - uses: bencherdev/bencher@main
      - name: Track
        env:
          BENCHER_API_TOKEN: abc
        run: |
          bencher run \\
          --project sync \\
          --branch main \\
          --adapter rust_criterion \\
          --file out/bench.txt \\
          --threshold-test percentage \\
          --threshold-upper-boundary 0.25 \\
          --err \\
          "cargo bench | tee out/bench.txt"
      - run: echo done
`),
    'bencher',
  );

  test('becomes a test with its command, adapter, file and percentage', () => {
    expect(found.suite.tests).toMatchObject([
      {
        command: ['bash', '-eo', 'pipefail', '-c', 'cargo bench | tee out/bench.txt'],
        results: { file: 'out/bench.txt', format: 'criterion' },
        environment: {},
      },
    ]);
    const limit = found.suite.thresholds.find(({ match }) => match.test?.startsWith('cargo'));
    expect(limit).toMatchObject({ relative: 0.25, action: 'block' });
  });

  test('and each line of its call says what became of it', () => {
    expect(
      fatesOf(found)
        .slice(11)
        .map((fate) => fate.slice(0, 55)),
    ).toEqual(
      [
        '12 not needed: Perigee needs no other program',
        '13 not needed: a test has the name of its step, or of i',
        '14 kept as: the test',
        '15 not needed: only the old tool reads it',
        '16 kept as: the test',
        '17 kept as: the test',
        '18 not needed: Perigee uploads nothing',
        '19 not needed: Perigee measures the base of each change',
        '20 kept as: format: criterion',
        '21 kept as: results: { file: out/bench.txt }',
        '22 kept as: a relative limit',
        '23 kept as: worse: 25%',
        '24 kept as: action: block',
        '25 kept as: the command of the test',
        '26 up to you: add it to the new workflow: it runs after ',
      ].map((fate) => fate.slice(0, 55)),
    );
  });

  test('of several words is a program and its arguments; without --err it warns', () => {
    const { suite } = migrate(
      frame('      - run: bencher run --adapter json ./bench.sh --all\n'),
      'bencher',
    );
    expect(suite.tests[0]).toMatchObject({
      command: ['./bench.sh', '--all'],
      results: { format: 'bencher' },
    });
    expect(suite.thresholds.find(({ match }) => match.test !== undefined)).toMatchObject({
      relative: 0.1,
      action: 'warn',
    });
  });
});

describe('CodSpeed', () => {
  test.each([
    [
      'pytest tests/ --codspeed',
      'pytest tests/ --benchmark-only --benchmark-json=perigee-bench.json',
      'pytest-benchmark',
    ],
    ['cargo codspeed run', 'cargo bench', 'auto'],
    [
      'pnpm vitest bench --run',
      'pnpm vitest bench --run --outputJson perigee-bench.json',
      'vitest',
    ],
    ['node bench.mjs', 'node bench.mjs', 'auto'],
  ])('that runs `%s` becomes `%s`', (run, script, format) => {
    const { suite } = migrate(
      frame(`      - run: cargo install cargo-codspeed
      - run: cargo codspeed build
      - uses: CodSpeedHQ/action@v4
        with:
          mode: simulation
          run: ${run}
          token: \${{ secrets.CODSPEED_TOKEN }}
`),
      'codspeed',
    );
    expect(suite.tests[0]).toMatchObject({ results: { format } });
    expect(suite.tests[0]?.command.at(-1)?.split('\n').at(-1)).toBe(script);
    expect(suite.setup.flat().join('\n')).toContain('cargo bench --no-run');
  });
});

test('a script with an expression that only GitHub knows is no test, and says so', () => {
  const { tests, fates } = migrate(
    frame('      - run: bencher run "make ${{ matrix.target }}"\n'),
    'bencher',
  );
  expect(tests).toEqual([]);
  expect(fates.at(-1)?.fate).toMatchObject({ kind: 'up to you' });
});

test('a workflow without the tool is left alone', () => {
  expect(migrateWorkflow(frame(''), 'a.yml', 'codspeed')).toBeUndefined();
});
