import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { StarterPorts, StarterTest, TriedCommand } from '../../src/init/findings.ts';
import { draftSuite } from '../../src/init/draft-suite.ts';
import { tryTests } from '../../src/init/try-tests.ts';
import { makeFolder } from '../make-folder.ts';
import { noPorts, nothing } from './ports.ts';

let folder: string;
let removed: number;
beforeEach(() => {
  folder = makeFolder();
  removed = 0;
});

const go = 'BenchmarkSort-2 1000 12 ns/op\nBenchmarkJoin-2 1000 12 ns/op\n';

type End = Partial<TriedCommand> & { writes?: [file: string, text: string] };

/** A checkout in which each command ends as given; those that are not named take a second. */
function pretend(ends: Record<string, End>): StarterPorts {
  const checkout = {
    directory: folder,
    remove: () => {
      removed += 1;
      return Promise.resolve();
    },
  };
  return {
    ...noPorts,
    checkOut: () => Promise.resolve(checkout),
    run: ([program = '']) => {
      const { writes, ...ended } = ends[program] ?? {};
      if (writes !== undefined) writeFileSync(join(folder, writes[0]), writes[1]);
      return Promise.resolve({ status: 0, output: '', durationMs: 1000, ...ended });
    },
  };
}

const test1 = (name: string, more: Partial<StarterTest> = {}): StarterTest => ({
  name,
  command: [name],
  because: 'a script',
  ...more,
});

const tryAll = (tests: StarterTest[], ends: Record<string, End>) =>
  tryTests(
    '/repository',
    { setup: [{ command: ['install'], because: 'what it needs' }], tests },
    pretend(ends),
  );

test.each([
  [1000, 'a script; 1.0 s here'],
  [40, 'a script; 0.04 s here, which is TOO SHORT: starting it varies'],
  [75_000, 'a script; 75.0 s here, which is LONG: five pairs take 15 minutes; let it do less'],
])('a test of %d ms says so in the file', async (durationMs, because) => {
  const { tests } = await tryAll([test1('a')], { a: { durationMs } });
  expect(tests[0]?.because).toContain(because);
  expect(removed).toBe(1);
});

test('benchmarks whose numbers can be read are counted, from the output and from a file', async () => {
  const { tests } = await tryAll(
    [
      test1('printed', { results: { format: 'go' } }),
      test1('written', { results: { file: 'out.txt', format: 'go' } }),
    ],
    {
      written: { writes: ['out.txt', 'BenchmarkSort-2 1000 12 ns/op\n'] },
      printed: { output: go, durationMs: 40 },
    },
  );
  expect(tests.map(({ because }) => because)).toEqual([
    'a script; 2 benchmarks, 0.04 s here',
    'a script; one benchmark, 1.0 s here',
  ]);
});

test('what the test before it has written is no result of a test', async () => {
  const results = { file: 'out.txt', format: 'go' };
  const { passedOver } = await tryAll([test1('a', { results }), test1('b', { results })], {
    a: { writes: ['out.txt', go] },
  });
  expect(passedOver).toEqual([{ what: 'b', why: 'it did not write out.txt' }]);
});

test.each<[string, StarterTest['results'], Partial<TriedCommand>, string]>([
  [
    'fails',
    undefined,
    { status: 1, output: 'a\nError: no data\nb\n' },
    'it failed here: Error: no',
  ],
  ['ends in silence', undefined, { status: 2, output: '' }, 'it failed here: status 2'],
  [
    ...(['goes on', undefined, { status: undefined, output: 'one of 900\n' }] as const),
    'it was tried once: it was stopped after 2 minutes, and its last line was "one of 900": make one',
  ],
  ['goes on in silence', undefined, { status: undefined }, 'and it had printed nothing: make one'],
  [
    'cannot start',
    undefined,
    { status: undefined, fault: 'no deno' },
    'it was tried once: no deno',
  ],
  ['prints something else', { format: 'go' }, { output: 'ok' }, 'its output is not that of go: no'],
  ['writes nothing', { file: 'a.json', format: 'go' }, {}, 'it did not write a.json'],
])('a test that %s is left out, with the reason', async (_, results, ended, why) => {
  const found = await tryAll([test1('a', results ? { results } : {}), test1('b')], { a: ended });
  expect(found.tests.map(({ name }) => name)).toEqual(['b']);
  expect(found.passedOver).toEqual([{ what: 'a', why: expect.stringContaining(why) as string }]);
});

test('the first tests that fit into two minutes are kept, and the others named with their time', async () => {
  const of = (durationMs: number): End => ({ durationMs });
  const names = async (ends: Record<string, End>) => {
    const found = await tryAll(
      Object.keys(ends).map((name) => test1(name)),
      ends,
    );
    return [found.tests, found.passedOver].map((all) =>
      all.map((one) => ('what' in one ? `${one.what}: ${one.why}` : one.name)),
    );
  };
  const noRoom = (what: string): string =>
    expect.stringContaining(`${what}: there is no room for five pairs of it`) as string;
  expect(await names({ a: of(2_000), b: of(11_000), c: of(9_000) })).toEqual([
    ['a', 'c'],
    [noRoom('b (11.0 s)')],
  ]);
  expect(await names({ a: of(14_000), b: of(3_000) })).toEqual([['a'], [noRoom('b (3.0 s)')]]);
  expect(await names({ a: of(80_000), b: of(20_000), c: of(3_000) })).toEqual([
    ['c'],
    [noRoom('a (80.0 s)'), noRoom('b (20.0 s)')],
  ]);
  expect((await names({ a: of(80_000), b: of(70_000) }))[0]).toEqual(['a']);
});

test('a test is dropped untried only for the time that others took, and stays where none works', async () => {
  const hangs: End = { status: undefined, durationMs: 120_000 };
  const works: End = { durationMs: 1000 };
  const long: End = { durationMs: 70_000 };
  const names = async (...ends: End[]) => {
    const named = ends.map((end, i): [string, End] => [`t${i}`, end]);
    const found = await tryAll(
      named.map(([name]) => test1(name)),
      Object.fromEntries(named),
    );
    const untried = found.passedOver.filter(({ why }) => why.startsWith('it was not tried, as'));
    return [found.tests.map(({ because, name }) => name + because), untried.map((one) => one.what)];
  };
  const [t1, t2] = ['t1a script; 1.0 s here', 't2a script; 1.0 s here'];
  expect(await names(hangs, works, works)).toEqual([[t1, t2], []]);
  expect(await names(long, works, works)).toEqual([[t1], ['t2']]);
  const six = [hangs, hangs, hangs, hangs, hangs, hangs];
  const isLong: string = expect.stringContaining('70.0 s here, which is LONG') as string;
  expect(await names(long, ...six.slice(1), works)).toEqual([[isLong], ['t6']]);
  const kept = 't6a script; NOT TRIED: the others took ten minutes';
  expect(await names(...six, works, works)).toEqual([[kept], ['t7']]);
});

test('where setup fails no test is tried, each stays, and the file says so', async () => {
  const ended = { status: 1, output: 'npm error 404 Not Found\n' };
  const found = await tryAll([test1('a')], { install: ended, a: { status: 1 } });
  expect(found.tests).toEqual([test1('a')]);
  expect(found.setup[0]?.because).toBe(
    'what it needs; it failed here, so no test was tried: npm error 404 Not Found',
  );
});

test('tests that were run already, and a repository without a commit, need no checkout', async () => {
  const tried = [test1('a', { tookMs: 1500 })];
  const found = await tryAll(tried, {});
  expect(found.tests).toEqual(tried);
  expect(found.took?.testsMs).toBe(1500);
  expect(removed).toBe(0);
  const drafted = { setup: [], tests: [test1('b')] };
  expect((await tryTests('/repository', drafted, noPorts)).tests).toEqual(drafted.tests);
});

test('what a tool prints is read by itself where its progress stands between', async () => {
  const results = { format: 'customSmallerIsBetter' };
  const printed = '[{"name": "a", "unit": "ns", "value": 1}]\n';
  const ended = { output: `${printed}Download https://example.org/x.ts\n`, printed };
  const { tests } = await tryAll([test1('a', { results })], { a: ended });
  expect(tests[0]?.because).toContain('one benchmark');
});

test('a program that a tool misses is named', async () => {
  const output =
    'Error: No such file or directory (os error 2)\nIs iai-callgrind-runner installed?\n';
  const { passedOver } = await tryAll([test1('a')], { a: { status: 1, output } });
  expect(passedOver[0]?.why).toContain(
    'No such file or directory (os error 2) Is iai-callgrind-runner installed?',
  );
});

const noSum = 'a.go:2:8: missing go.sum entry; to add:';
const missing = ['a', 'b', 'c', 'd'].map((name) => `npm error Missing: ${name}`);
const peers = ['ERESOLVE', 'Found: r@17', 'peer r@"^18" from d@18'].map((a) => `npm error ${a}`);

test.each([
  [missing, 'npm error Missing: a; Missing: b; Missing: c, and 1 more line'],
  [peers, 'npm error ERESOLVE; Found: r@17; peer r@"^18" from d@18'],
  [[noSum, '\tgo get x'], noSum],
])('a setup that fails is named with the lines that say why: %j', async (lines, why) => {
  const around = ['npm error code E', 'npm error `npm ci` can only install', 'npm error Usage:'];
  const ended = { status: 1, output: [...around, ...lines, 'npm error A complete'].join('\n') };
  const { setupFault } = await tryAll([test1('a')], { install: ended });
  expect(setupFault).toBe(`install: ${why}`);
});

test('how long setup takes is kept where a test worked', async () => {
  expect((await tryAll([test1('a')], { install: { status: 1 } })).took).toBeUndefined();
  expect((await tryAll([test1('a')], { a: { status: 1 } })).took).toBeUndefined();
  const { setupFault, took } = await tryAll([test1('a')], {});
  expect(setupFault).toBeUndefined();
  expect(took?.setupMs).toBe(1000);
});

test('a setup that goes on too long is told how to get longer, and gets no second build', async () => {
  const setup = [{ command: ['cargo', 'bench', '--no-run'], because: 'compiles' }];
  const ends = { cargo: { status: undefined, output: 'Compiling serde\n' } };
  const found = await tryTests('/repository', { setup, tests: [test1('a')] }, pretend(ends));
  expect(found.setupFault).toBe(
    'cargo bench --no-run: it was stopped after 10 minutes, and its last line was "Compiling serde": give setup longer, with `setupTimeout: 30m` in perigee.yml',
  );
  const text = draftSuite({ ...found, name: 'n', hasSchema: false });
  expect(text).toContain('\n# builds: 2\n');
});

test('a compiler gets two builds of each side where setup is short enough for four', () => {
  const setup = [{ command: ['cargo', 'bench', '--no-run'], because: 'compiles' }];
  const draft = (setupMs: number): string =>
    draftSuite({ ...nothing, setup, took: { setupMs, testsMs: 1 } });
  expect(draft(9000)).toContain('\nbuilds: 2\n');
  expect(draft(240_000)).toContain('instead of twice, for 240 s each here.\n# builds: 2\n');
});
