/** Toolchains that compile: what their files show, and the suite that becomes of it. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { RepositoryFindings } from '../../src/init/findings.ts';
import { makeFolder } from '../make-folder.ts';
import { commandsOf, inspect as inspectFiles } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const inspect = (files: Record<string, string>) => inspectFiles(folder, files);

const setupOf = ({ setup }: RepositoryFindings): string[] =>
  setup.map(({ command }) => command.join(' '));
const resultsOf = ({ tests }: RepositoryFindings) => tests.map(({ results }) => results);

describe('a crate', () => {
  test('gives each file of benchmarks with the tool that its text shows', async () => {
    const found = await inspect({
      'Cargo.toml':
        '[package]\nname = "sync"\n\n[[bench]]\nname = "hash"\nharness = false\nrequired-features = ["unstable", "std"]\n',
      'benches/hash.rs': 'use criterion::{criterion_group, criterion_main};',
      'benches/walk/main.rs': 'fn main() { divan::main(); }',
      'benches/count.rs': 'use iai_callgrind::library_benchmark;',
      'benches/old.rs': '#![feature(test)]\nextern crate test;',
      'benches/own.rs': 'fn main() {}',
      'benches/spans.rs': 'fn main() { perigee::profile("upload", || ()); }',
      'benches/data/words.rs': '',
    });
    expect(found.name).toBe('sync');
    expect(found.tests.map(({ name, results }) => `${name}: ${results?.format}`)).toEqual([
      'hash: criterion',
      'count: iai-callgrind',
      'old: libtest',
      'spans: undefined',
      'walk: divan',
    ]);
    expect(commandsOf(found)[0]).toBe(
      'cargo bench --quiet --bench hash --features unstable,std -- --noplot --warm-up-time 1 --measurement-time 1 --nresamples 1001',
    );
    expect(setupOf(found)).toEqual([
      'cargo bench --no-run --bench hash --features unstable,std --bench count --bench old --bench spans --bench walk',
    ]);
    expect(found.setup[0]?.because).toContain('git has no Cargo.lock');
    expect(found.passedOver.map(({ what }) => what)).toEqual(['benches/own.rs']);
  });

  test.each([
    ['[dev-dependencies]\ncriterion = "0.3"\n', '1'],
    ['[dev-dependencies]\ncriterion = { version = "0.5.1", default-features = false }\n', '0.3'],
    ['[target.\'cfg(not(miri))\'.dev-dependencies]\ncriterion = { version = "0.8" }\n', '0.3'],
    ['[dev-dependencies.criterion]\npackage = "codspeed-criterion-compat"\nversion = "4"\n', '0.3'],
    [
      '[workspace.dependencies]\ncriterion = "0.6"\n[dev-dependencies]\ncriterion.workspace = true\n',
      '0.3',
    ],
    ['[dev-dependencies]\ncriterion = { git = "https://example.com/c" }\n', '1'],
  ])('with %j lets Criterion measure for %s s', async (declared, seconds) => {
    const found = await inspect({
      'Cargo.toml': `[package]\nname = "a"\n${declared}`,
      'benches/hash.rs': 'use criterion::Criterion;',
    });
    expect(commandsOf(found)[0]).toContain(` --measurement-time ${seconds} `);
  });

  test('of a workspace runs in its own folder', async () => {
    const found = await inspect({
      'Cargo.toml': '[workspace]\nmembers = ["codec"]\n',
      'Cargo.lock': '',
      'codec/Cargo.toml': '[package] # ours\nname = "codec"\n',
      'codec/benches/all.rs': 'use criterion::Criterion;',
    });
    expect(found.tests[0]).toMatchObject({ name: 'codec all', directory: 'codec' });
    expect(setupOf(found)).toEqual([
      'cargo bench --no-run --manifest-path codec/Cargo.toml --bench all',
    ]);
  });
});

describe('a Java build', () => {
  const core = '<dependency><artifactId>jmh-core</artifactId></dependency>';
  const results = [{ file: 'perigee-bench.json', format: 'jmh' }];

  test('with the jar of JMH runs it', async () => {
    const pom = `${core}<artifactId>maven-shade-plugin</artifactId><finalName>bench-all</finalName>`;
    const found = await inspect({ 'pom.xml': '<project/>', 'bench/pom.xml': pom });
    expect(setupOf(found)).toEqual(['mvn -q -B -DskipTests -pl bench -am package']);
    expect(commandsOf(found)[0]).toMatch(/^java -jar target\/bench-all\.jar -rf json /);
    expect(found.tests[0]?.directory).toBe('bench');
    expect(resultsOf(found)).toEqual(results);
  });

  test('with JMH among its tests runs it from the classes', async () => {
    const found = await inspect({ 'pom.xml': core, mvnw: '' });
    expect(setupOf(found)[0]).toMatch(/^\.\/mvnw .* test-compile dependency:build-classpath/);
    expect(commandsOf(found)[0]).toContain('org.openjdk.jmh.Main -rf json');
  });

  test('of Gradle with the plugin builds its jar', async () => {
    const found = await inspect({ 'core/build.gradle.kts': 'id("me.champeau.jmh") version "0.7"' });
    expect(setupOf(found)).toEqual(['gradle -q --no-daemon :core:jmhJar']);
    expect(resultsOf(found)).toEqual(results);
  });
});

test.each([
  ['libs.versions.toml', '[plugins]\njmh = { id = "me.champeau.jmh", version = "0.7.2" }\n', 'jmh'],
  [
    'libs.versions.toml',
    '[plugins]\nme-champeau_jmh = "me.champeau.jmh:0.7.2"\n',
    'me.champeau.jmh',
  ],
  ['tools.versions.toml', '[plugins.speed]\nversion = "1"\nid = "me.champeau.jmh"\n', 'speed'],
])('the plugin of JMH is known by its alias in %s: %s', async (name, catalogue, alias) => {
  const found = await inspect({
    'build.gradle.kts': `plugins { alias(${name.split('.')[0]}.plugins.${alias}) apply false }\n`,
    'core/build.gradle': `plugins {\n  alias ${name.split('.')[0]}.plugins.${alias}\n}\n`,
    [`gradle/${name}`]: catalogue,
  });
  expect(setupOf(found)).toEqual(['gradle -q --no-daemon :core:jmhJar']);
});

test('programs that CMake makes through functions, macros and loops are found', async () => {
  const source = '#include <benchmark/benchmark.h>\n';
  const found = await inspect({
    'CMakeLists.txt':
      'include(cmake/bench.cmake)\nadd_subdirectory(bench)\nadd_executable(app app.cc)\n',
    'cmake/bench.cmake': [
      'function(add_bench name)',
      '  add_executable(${name} ${ARGN})',
      'endfunction()',
      'macro(sync_bench)',
      '  cmake_parse_arguments(B "" "NAME" "SRCS;LIBS" ${ARGN})',
      '  add_bench(bench_${B_NAME} ${B_SRCS})',
      'endmacro()',
    ].join('\n'),
    'bench/CMakeLists.txt': [
      'add_bench(hash hash.cc)',
      'sync_bench(NAME walk SRCS walk.cc LIBS core)',
      'foreach(one IN ITEMS read write)',
      '  add_bench(${one}_bench ${one}.cc)',
      'endforeach()',
      'file(GLOB ALL CONFIGURE_DEPENDS loop_*.cc)',
      'foreach(file ${ALL})',
      '  get_filename_component(name ${file} NAME_WE)',
      '  add_executable(${name} ${file})',
      'endforeach()',
    ].join('\n'),
    ...Object.fromEntries(
      ['hash', 'walk', 'read', 'write', 'loop_a'].map((name) => [`bench/${name}.cc`, source]),
    ),
  });
  expect(found.tests.map(({ command: [program] }) => program)).toEqual(
    ['hash', 'bench_walk', 'read_bench', 'write_bench', 'loop_a'].map(
      (name) => `build-perigee/bench/${name}`,
    ),
  );
});

test.each([
  ['whose list doubles with each line', 'set(A x)\n' + 'set(A ${A} ${A})\n'.repeat(60)],
  ['whose text doubles with each line', 'set(A x)\n' + 'set(A "${A}${A}")\n'.repeat(60)],
  ['with a function that calls itself', 'function(f)\n  f()\n  f()\nendfunction()\nf()\n'],
  ['with loops in loops', 'foreach(a b c)\n'.repeat(20_000)],
  [
    'with more files than a call takes',
    `add_executable(x a)\ntarget_sources(x ${'a '.repeat(2e5)})`,
  ],
  ['with a pattern of many stars', `file(GLOB A ${'*a'.repeat(40)}b)\n`],
])('a build of CMake %s ends, and what stands elsewhere is found', async (_, text) => {
  const found = await inspect({
    'CMakeLists.txt': 'add_executable(hash hash.cc)\n',
    'hash.cc': '#include <benchmark/benchmark.h>\n',
    [`${'a'.repeat(60)}.cc`]: '',
    'more/CMakeLists.txt': text,
  });
  expect(found.tests).toHaveLength(1);
});

test('a build of CMake gives its programs of Google Benchmark, Catch2 and nanobench', async () => {
  const found = await inspect({
    'CMakeLists.txt':
      'project(sync)\noption(SYNC_BUILD_BENCHMARKS "them too" OFF)\n# add_executable(old old.cpp)\nadd_subdirectory(perf)\n',
    'old.cpp': '#include <benchmark/benchmark.h>',
    'perf/CMakeLists.txt':
      'add_executable(gb gb.cpp)\nadd_executable(c2 c2.cpp more.cpp)\nadd_executable(nb nb.cpp)\nadd_executable(nt nt.cpp)\nadd_executable(tool tool.cpp)\n',
    'perf/gb.cpp': '#include <benchmark/benchmark.h>',
    'perf/more.cpp': '#include <catch2/catch.hpp>\nTEST_CASE("a") { BENCHMARK("b") {}; }',
    'perf/nb.cpp':
      '#include <nanobench.h>\nrender(ankerl::nanobench::templates::json(), std::cout);',
    'perf/nt.cpp': '#include <nanobench.h>',
    'perf/tool.cpp': 'int main() {}',
  });
  expect(setupOf(found)).toEqual([
    'cmake -S . -B build-perigee -DCMAKE_BUILD_TYPE=Release -DSYNC_BUILD_BENCHMARKS=ON',
    'cmake --build build-perigee --parallel --target gb c2 nb',
  ]);
  expect(commandsOf(found)).toEqual([
    'build-perigee/perf/gb --benchmark_out=perigee-bench.json --benchmark_out_format=json --benchmark_min_time=0.1',
    'build-perigee/perf/c2 [!benchmark] -r xml -o perigee-bench.json',
    'build-perigee/perf/nb',
  ]);
  expect(resultsOf(found)).toEqual([
    { file: 'perigee-bench.json', format: 'google-benchmark' },
    { file: 'perigee-bench.json', format: 'catch2' },
    { format: 'nanobench' },
  ]);
  expect(found.passedOver).toMatchObject([{ what: 'nt' }]);
});

test('a project with BenchmarkDotNet is built in setup and leaves its numbers in one file', async () => {
  const found = await inspect({
    'Sync.csproj': '<Project/>',
    'bench/Bench.csproj': '<PackageReference Include="BenchmarkDotNet" Version="0.14.0" />',
  });
  expect(setupOf(found)).toEqual(['dotnet build -c Release bench/Bench.csproj']);
  expect(commandsOf(found)[0]).toMatch(/cp .*-report-brief\.json perigee-bench\.json$/);
  expect(resultsOf(found)).toEqual([{ file: 'perigee-bench.json', format: 'benchmarkdotnet' }]);
});

test('a project of Deno gives what deno bench finds', async () => {
  const found = await inspect({ 'deno.json': '{}', 'src/hash_bench.ts': '' });
  expect(commandsOf(found)).toEqual(['deno bench --json']);
  expect(resultsOf(found)).toEqual([{ format: 'deno' }]);
});

test('a script of Bun runs without npm', async () => {
  const found = await inspect({
    'package.json': '{"scripts": {"bench": "bun bench.ts"}}',
    'bun.lock': '',
    'bench.ts': "import { run } from 'mitata';\nawait run({ format: 'json' });",
  });
  expect(setupOf(found)).toEqual(['bun install --frozen-lockfile']);
  expect(commandsOf(found)).toEqual(['bun bench.ts']);
  expect(resultsOf(found)).toEqual([{ format: 'mitata' }]);
});
