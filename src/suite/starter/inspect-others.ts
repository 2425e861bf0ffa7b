import type { ToolchainFindings } from './findings.ts';
import { isThere } from './repository-files.ts';

/** Toolchains for which no test is written, and what a person writes instead. */
const others: readonly (readonly [files: readonly string[], what: string, why: string])[] = [
  [
    ['Cargo.toml'],
    'Cargo.toml',
    'cargo bench compiles, and Criterion goes on for a fixed time: write a program of fixed work, e.g. examples/upload.rs; in setup [cargo, build, --release, --example, upload]; the test is [target/release/examples/upload]',
  ],
  [
    ['pom.xml', 'build.gradle', 'build.gradle.kts'],
    'a Java build',
    'the build tool mostly starts and compiles, and JMH goes on for a fixed time: build a jar in setup; the test is [java, -cp, …, a class that does a fixed amount of work for seconds]',
  ],
  [
    ['CMakeLists.txt', 'meson.build'],
    'a C or C++ build',
    'Google Benchmark goes on for a fixed time: build in setup; the test is a program of fixed work, or --benchmark_min_time=1000x for one benchmark',
  ],
  [
    ['Gemfile', 'mix.exs', 'composer.json', 'Package.swift'],
    'a toolchain that init cannot fit',
    'build in setup; the test is a program that does a fixed amount of work, for 0.1 to 10 seconds',
  ],
];

/** What is there and not measured; undefined when it is nothing. */
export async function inspectOthers(directory: string): Promise<ToolchainFindings | undefined> {
  const findings: ToolchainFindings = { setup: [], benchmarks: [], passedOver: [] };
  for (const [files, what, why] of others) {
    const there = await Promise.all(files.map((file) => isThere(directory, file)));
    if (there.includes(true)) findings.passedOver.push({ what, why });
  }
  return findings.passedOver.length === 0 ? undefined : findings;
}
