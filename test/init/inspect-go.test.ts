import { beforeEach, describe, expect, test } from 'vitest';
import type { StarterPorts, TriedCommand } from '../../src/init/findings.ts';
import { inspectGo } from '../../src/init/go/inspect-go.ts';
import { sizeBenchmark } from '../../src/init/go/size-benchmark.ts';
import { makeFolder, writeFiles } from '../make-folder.ts';
import { noPorts } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const write = (files: Record<string, string>): void => writeFiles(folder, files);

const declare = (...names: string[]): string =>
  `package p\n${names.map((name) => `func ${name}(b *testing.B) {\n}`).join('\n')}\n`;

/** A go command that compiles everything, and benchmarks of which each round takes as long as given. */
function pretend(roundNs: (name: string) => number, preparesMs = 5): StarterPorts {
  return {
    ...noPorts,
    run: (command) => {
      if (command[0] === 'go') return Promise.resolve({ status: 0, output: '', durationMs: 100 });
      const name = /-test\.bench=\^(\w+)\$/.exec(command.join(' '))?.[1] ?? '';
      const [, count = '', unit] = /-test\.benchtime=(\d+)(ms|x)/.exec(command.join(' ')) ?? [];
      return Promise.resolve(answer(name, roundNs(name), Number(count), unit ?? '', preparesMs));
    },
  };
}

function answer(
  name: string,
  ns: number,
  count: number,
  unit: string,
  preparesMs: number,
): TriedCommand {
  if (ns === 0) return { status: 1, output: `panic: no ${name}\n`, durationMs: 1 };
  const rounds = unit === 'x' ? count : Math.ceil((count * 1e6) / ns);
  const output = `goos: linux\n${name}/small-2 \t ${rounds}\t ${ns / 4} ns/op\n${name}/large-2\t${rounds} ${(ns * 3) / 4} ns/op\t 3 B/op\nPASS\n`;
  return { status: 0, output, durationMs: preparesMs + (rounds * ns) / 1e6 };
}

test('benchmarks are compiled in setup and run a fixed number of rounds, in their own folder', async () => {
  write({
    'go.mod': 'module example.org/team/sync\n\ngo 1.24\n',
    'sync_test.go': declare('BenchmarkAll', 'Benchmarked', 'TestAll'),
    'codec/codec_test.go': declare('BenchmarkEncode', 'BenchmarkDecode'),
    'codec/testdata/x_test.go': declare('BenchmarkNever'),
    'tools/go.mod': 'module tools\n',
    'tools/deep/er/a_test.go': declare('BenchmarkTool'),
  });
  const found = await inspectGo(
    folder,
    pretend(() => 200_000),
  );
  expect(found?.name).toBe('sync');
  expect(found?.setup.map(({ command }) => command.join(' '))).toEqual([
    'go test -c -o perigee-bench.test .',
    'go test -c -o codec/perigee-bench.test ./codec',
    'go -C tools test -c -o deep/er/perigee-bench.test ./deep/er',
  ]);
  expect(found?.benchmarks.map(({ name, directory }) => [name, directory])).toEqual([
    ['BenchmarkAll', undefined],
    ['codec BenchmarkEncode', 'codec'],
    ['tools/deep/er BenchmarkTool', 'tools/deep/er'],
    ['codec BenchmarkDecode', 'codec'],
  ]);
  expect(found?.benchmarks[1]?.command).toEqual([
    './perigee-bench.test',
    '-test.run=^$',
    '-test.bench=^BenchmarkEncode$',
    '-test.benchtime=5000x',
  ]);
  expect(found?.passedOver).toEqual([]);
});

test('a repository without go.mod has none, and one without benchmarks gets no test', async () => {
  write({ 'a_test.go': declare('BenchmarkA') });
  expect(await inspectGo(folder, noPorts)).toBeUndefined();
  write({ 'go.mod': 'module m\n', 'a_test.go': 'package a\n' });
  expect(await inspectGo(folder, noPorts)).toMatchObject({ benchmarks: [], setup: [] });
});

test('what fails, what does not compile and what has no room is named', async () => {
  const many = Array.from({ length: 12 }, (_, i) => `BenchmarkOf${i}`);
  write({ 'go.mod': 'module m\n', 'a_test.go': declare('BenchmarkBroken', ...many) });
  const found = await inspectGo(
    folder,
    pretend((name) => (name === 'BenchmarkBroken' ? 0 : 1e6)),
  );
  expect(found?.benchmarks).toHaveLength(10);
  expect(found?.passedOver).toEqual([
    { what: 'BenchmarkBroken', why: 'it failed: panic: no BenchmarkBroken' },
    { what: 'BenchmarkOf10', why: expect.stringContaining('room for ten') as string },
    { what: 'BenchmarkOf11', why: expect.stringContaining('room for ten') as string },
  ]);
  write({ 'a_test.go': declare(...many) });
  const all = await inspectGo(
    folder,
    pretend(() => 1e6),
  );
  expect([all?.benchmarks.length, all?.passedOver]).toEqual([12, []]);
  const without = await inspectGo(folder, noPorts);
  expect(without?.benchmarks).toEqual([]);
  expect(without?.passedOver).toEqual([
    { what: 'the benchmarks of the root package', why: 'go test -c: no go here' },
  ]);
});

describe('the number of rounds', () => {
  const size = (ns: number, preparesMs?: number, benchmarks = 1) => {
    const { run } = pretend(() => ns, preparesMs);
    const options = { directory: folder, timeoutMs: 1000 };
    return sizeBenchmark(
      (time) => run(['x', '-test.bench=^BenchmarkA$', `-test.benchtime=${time}`], options),
      benchmarks,
    );
  };

  test.each([
    [0.5, 1_000_000_000],
    [56, 20_000_000],
    [200_000, 5000],
    [90e6, 10],
    [3e9, 1],
  ])('of %d ns each is %d: 0.7 s or more together', async (ns, rounds) => {
    expect(await size(ns)).toMatchObject({ rounds });
  });

  test('is smaller where many share two minutes', async () => {
    expect(await size(56, 0, 10)).toMatchObject({ rounds: 10_000_000 });
  });

  test('grows with what is prepared before the rounds', async () => {
    expect(await size(1e6, 2500)).toMatchObject({ rounds: 1000 });
    expect(await size(1e6, 4500)).toMatchObject({ rounds: 2000 });
  });

  test('is none where preparing takes longer than an execution may', async () => {
    expect(await size(1e6, 9000)).toEqual({
      why: 'it prepares for 9.0 s and works for 5.0 s, which hides slower code',
    });
  });
});

test.each([
  ['module example.org/hash/v2', 'hash'],
  ['module example.org/team/sync // comment', 'sync'],
  ['module v3', 'v3'],
])('the suite of `%s` is called %s', async (line, name) => {
  write({ 'go.mod': `${line}\n` });
  expect((await inspectGo(folder, noPorts))?.name).toBe(name);
});
