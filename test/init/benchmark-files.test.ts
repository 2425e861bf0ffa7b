import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { draftSuite } from '../../src/init/draft-suite.ts';
import { readIfThere } from '../../src/init/repository-files.ts';
import { makeFolder } from '../make-folder.ts';
import { commandsOf, inspect as inspectFiles } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const inspect = (...files: (string | [name: string, text: string])[]) =>
  inspectFiles(
    folder,
    Object.fromEntries(files.map((file) => (typeof file === 'string' ? [file, ''] : file))),
  );

test('files called bench are benchmarks, at the root and in their folders, without any package', async () => {
  const found = await inspect('bench.mjs', 'benchmarks/bench_io.py', 'bench/bench-upload.js');
  expect(commandsOf(found)).toEqual([
    'node bench.mjs',
    'node bench/bench-upload.js',
    'python3 benchmarks/bench_io.py',
  ]);
  expect(found.setup).toEqual([]);
});

test('in a folder of benchmarks other names count where none is called bench', async () => {
  expect(commandsOf(await inspect('bench/upload.mjs'))).toEqual(['node bench/upload.mjs']);
  const found = await inspect('bench/bench-all.mjs');
  expect(commandsOf(found)).toEqual(['node bench/bench-all.mjs']);
});

test.each([
  'bench.config.js',
  'bench.test.ts',
  'src/bench.mjs',
  'workbench.mjs',
  'bench/readme.md',
])('%s is no benchmark', async (name) => {
  const found = await inspect(name);
  expect(found.tests).toEqual([]);
});

test('a script of package.json goes before files, which it most likely calls', async () => {
  const scripts = { bench: 'node bench.mjs' };
  const found = await inspect('bench.mjs', ['package.json', JSON.stringify({ scripts })]);
  expect(found.tests.map(({ name }) => name)).toEqual(['bench']);
});

test('files go before the mere tests of a package, which is installed for them', async () => {
  const scripts = { test: 'node --test' };
  const found = await inspect('bench.mjs', ['package.json', JSON.stringify({ scripts })]);
  expect(commandsOf(found)).toEqual(['node bench.mjs']);
  expect(found.setup.map(({ command }) => command.join(' '))).toEqual(['npm install']);
});

test('TypeScript runs through tsx where the package has it, else the file says which Node it needs', async () => {
  expect((await inspect('bench.ts')).tests[0]?.because).toContain('Node 22.18');
  const found = await inspect(['package.json', '{"devDependencies": {"tsx": "*"}}']);
  expect(commandsOf(found)).toEqual(['node --import tsx bench.ts']);
});

test('in a Python project they run in its environment', async () => {
  const found = await inspect('bench.py', ['requirements.txt', 'requests\n']);
  expect(commandsOf(found)).toEqual(['.venv/bin/python bench.py']);
});

test('pytest gets a folder only when it would find something in it', async () => {
  const pytest: [string, string] = ['requirements.txt', 'pytest\n'];
  expect(commandsOf(await inspect('benchmarks/bench_io.py', pytest))).toEqual([
    '.venv/bin/python benchmarks/bench_io.py',
  ]);
  const found = await inspect(['pyproject.toml', '[tool.pytest]\npython_files = "bench_*.py"\n']);
  expect(commandsOf(found)).toEqual(['.venv/bin/python -m pytest -q -o addopts= benchmarks']);
});

test('a file that another benchmark imports is none itself', async () => {
  const found = await inspect(
    ['benchmarks/fib.js', 'module.exports = () => {}'],
    ['benchmarks/reuse.js', "const fib = require('./fib');"],
    ['bench/data.py', 'words = []'],
    ['bench/sort.py', 'from data import words'],
  );
  expect(commandsOf(found)).toEqual(['node benchmarks/reuse.js', 'python3 bench/sort.py']);
});

const bench = "import { Bench } from 'tinybench';\nawait new Bench().run();\n";
const passedOf = async (...files: Parameters<typeof inspect>) =>
  (await inspect(...files)).passedOver.map(({ what, why }) => `${what}: ${why}`);

test('beside a file called bench, those with a tool are taken and the others named', async () => {
  const files: Parameters<typeof inspect> = [
    ['bench/benchmark.mjs', `import './data.mjs';\n${bench}`],
    ['bench/data.mjs', ''],
    ['bench/parse.mjs', `import './with.mjs';`],
    ['bench/with.mjs', bench],
    ['bench/other.mjs', ''],
    ['bench/bench_io.py', ''],
    ['bench/sort.py', 'import pyperf'],
    ['bench/walk.py', ''],
  ];
  expect((await inspect(...files)).tests.map(({ name }) => name)).toEqual([
    ...['bench/benchmark.mjs', 'bench/parse.mjs', 'bench/bench_io.py', 'bench/sort.py'],
  ]);
  expect(await passedOf(...files)).toEqual([
    'bench/other.mjs, bench/walk.py: those beside it are called bench: if it is a benchmark of its own, add a test that runs it',
    'bench/with.mjs: bench/parse.mjs imports it, and so runs it',
  ]);
});

test.each([
  ...['for (const one of readdirSync(".")) await one', 'await import(name)', 'globSync("*")'],
  ...["import { fork } from 'node:child_process'", 'await execa("node", [name])', 'glob.sync("*")'],
  ...['subprocess.run([name])', 'exec(open(name).read())', 'for one in path.rglob("*"): one'],
])('where a benchmark does "%s", those beside it are not measured twice', async (text) => {
  const files: Parameters<typeof inspect> = [
    ['bench/benchmark.mjs', `${bench}${text}`],
    ['bench/parse.mjs', bench],
  ];
  const { tests } = await inspect(...files);
  expect(tests.map(({ name }) => name)).toEqual(['bench/benchmark.mjs']);
  expect(await passedOf(...files)).toEqual([
    expect.stringMatching(/^bench\/parse.mjs: bench\/benchmark.mjs may start it, /),
  ]);
});

test.each([
  ...['globalThis.gc()', '/a/.exec("a")', 'execute(query)', 'db.exec("SELECT 1")', 'exec(query)'],
  ...['spawning', 'const glob = 1', 'state.fork()', "await import('./data.mjs')"],
])('a benchmark that does "%s" starts no other', async (text) => {
  const { tests } = await inspect(
    ['bench/benchmark.mjs', `${bench}${text}`],
    ['bench/parse.mjs', bench],
  );
  expect(tests.map(({ name }) => name)).toEqual(['bench/benchmark.mjs', 'bench/parse.mjs']);
});

test.each(['this.opts = given', 'Object.assign(this, given)'])(
  'a benchmark of tinybench whose constructor does "%s" runs for 0.1 s, and without the package as it is',
  async (keep) => {
    const at = 'node_modules/tinybench/';
    const print =
      "import { Bench } from 'tinybench';\nnew Bench({ time: 900, warmupTime: 50 }).run();\n";
    const tool = `export class Bench {
      constructor(given) { ${keep}; }
      run() { const { time, warmupTime } = this.opts ?? this; console.log(time, warmupTime); }
    }`;
    const { tests } = await inspect(
      ['bench.mjs', print],
      [`${at}package.json`, '{"type": "module", "main": "i.js"}'],
      [`${at}i.js`, tool],
    );
    const [program = '', ...args] = tests[0]?.command ?? [];
    const run = () => spawnSync(program, args, { cwd: folder, encoding: 'utf8' }).stdout;
    expect(run()).toBe('100 50\n');
    await inspect(['bench.mjs', 'console.log("as it is");\n']);
    rmSync(join(folder, at), { recursive: true });
    expect(run()).toBe('as it is\n');
  },
);

test.each([
  ['node bench/parse.mjs', ['bench', 'bench/print.mjs']],
  ['cd bench && node parse', ['bench', 'bench/print.mjs']],
  ['for f in bench/*.mjs; do node $f; done', ['bench']],
  ['make bench', ['bench', 'bench/parse.mjs', 'bench/print.mjs']],
  ['node bench/parse.mjs && node bench/print.mjs', ['bench/parse.mjs', 'bench/print.mjs']],
  ['node bench/parse.mjs && node bench/parse.mjs', ['bench', 'bench/print.mjs']],
  ['node build.mjs && node bench/parse.mjs', ['bench', 'bench/print.mjs']],
  ['node bench/parse.mjs && rm -r out', ['bench', 'bench/print.mjs']],
])(
  'beside the script "%s" the files with a tool that it does not start are taken',
  async (script, names) => {
    const found = await inspect(
      ['package.json', JSON.stringify({ scripts: { bench: script } })],
      ...[['bench/parse.mjs', bench] as const, ['bench/print.mjs', bench] as const].map(
        ([name, text]): [string, string] => [name, text],
      ),
      ['bench/walk.mjs', ''],
    );
    expect(found.tests.map(({ name }) => name)).toEqual(names);
    expect(found.passedOver).toEqual(
      script.includes('*')
        ? []
        : [
            {
              what: 'bench/walk.mjs',
              why: expect.stringMatching(/^no script of benchmarks/) as string,
            },
          ],
    );
  },
);

test('where asv or a folder of pytest is measured, programs beside it are named', async () => {
  const files: Parameters<typeof inspect> = [
    ['requirements.txt', 'pytest'],
    ['bench.py', ''],
    ['benchmarks/test_a.py', 'def test_a():\n    pass\n'],
  ];
  expect(await passedOf(...files)).toContainEqual(
    expect.stringMatching(/^bench.py: pytest over benchmarks\/ comes first: /),
  );
  expect(await passedOf(...files, ['asv.conf.json', '{}'])).toContainEqual(
    expect.stringMatching(/^bench.py: asv comes first: /),
  );
});

test('a file of a checkout of Windows reads like any other', async () => {
  writeFileSync(join(folder, 'setup.cfg'), '[testenv]\r\ndeps = a\r\n');
  expect(await readIfThere(folder, 'setup.cfg')).toBe('[testenv]\ndeps = a\n');
});

test('a file of more than a mebibyte is not read', async () => {
  writeFileSync(join(folder, 'small'), 'x'.repeat(2 ** 20));
  writeFileSync(join(folder, 'large'), 'x'.repeat(2 ** 20 + 1));
  expect((await readIfThere(folder, 'small'))?.length).toBe(2 ** 20);
  expect(await readIfThere(folder, 'large')).toBeUndefined();
});

test.each([
  [
    'whose rounds can be fixed',
    ['pyproject.toml', '[project]\nname = "p"\n'],
    ['benchmarks/test_p.py', 'def test_p(benchmark):\n    benchmark(len, "")\n'],
    '\n# measure: [times, instructions]\n',
  ],
  [
    'that chooses them by the clock',
    ['package.json', '{}'],
    ['bench/a.mjs', "import { Bench } from 'tinybench';\n"],
    'tinybench repeats by the clock',
  ],
] as const)('to count instructions is proposed for a tool %s', async (_, first, second, said) => {
  expect(draftSuite(await inspect([...first], [...second]))).toContain(said);
});

test('names that are alike as far as a suite takes them become names of their own', () => {
  const names = [1, 2, 3].map((end) => `bench/${'🦀'.repeat(60)}-${end}`);
  const tests = [...names, 'same', 'same', 'same (2)'].map((name) => ({
    ...{ name, command: ['run'], because: 'found' },
  }));
  const found = { name: 'n', setup: [], tests, passedOver: [], hasSchema: false };
  expect(parseSuite(draftSuite(found), 'perigee.yml').tests).toHaveLength(6);
});
