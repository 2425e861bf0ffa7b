import { basename, resolve } from 'node:path';
import { listSome } from '../contract/count-things.ts';
import {
  type InspectToolchain,
  type PassedOver,
  type RepositoryFindings,
  type StarterPorts,
  type StarterTest,
  type ToolchainFindings,
  schemaFile,
} from './findings.ts';
import { inspectGo } from './go/inspect-go.ts';
import { inspectCmake } from './inspect-cmake.ts';
import { inspectDotnet } from './inspect-dotnet.ts';
import { inspectJava } from './inspect-java.ts';
import { inspectNode } from './inspect-node.ts';
import { inspectPython } from './inspect-python.ts';
import { inspectRust } from './inspect-rust.ts';
import { isForPerigee, readPackage } from './package-file.ts';
import { hasFile, isThere, readIfThere } from './repository-files.ts';
import { type DraftedTests, tryTests } from './try-tests.ts';

/** More than a first file should have; the reader adds the rest. */
const mostTests = 10;
const mostPassedOver = 20;
const mostNamed = 5;

const denoFiles = ['deno.json', 'deno.jsonc'];
/** `deno bench` runs these by default. */
const denoBenchmarks = /(^|[_.])bench\.[cm]?[jt]sx?$/;

const toolchains: readonly InspectToolchain[] = [
  ...[inspectNode, inspectDeno, inspectPython, inspectGo, inspectRust],
  ...[inspectJava, inspectCmake, inspectDotnet, inspectOthers],
];

/** Looks at what a repository holds. It tries each test that it writes, through the ports. */
export async function inspectRepository(
  directory: string,
  ports: StarterPorts,
): Promise<RepositoryFindings> {
  const found: ToolchainFindings[] = [];
  for (const inspect of toolchains) {
    const findings = await inspect(directory, ports);
    if (findings !== undefined) found.push(findings);
  }
  const used = found.filter(({ benchmarks }) => benchmarks.length > 0);
  const named = [...used, ...found].find(({ name }) => name !== undefined);
  const tests = used.flatMap(({ benchmarks }) => benchmarks);
  const left = tests
    .slice(mostTests)
    .map(({ name: what }) => ({ what, why: 'a first file is short' }));
  const benchmarks = await tryShortest(directory, used, tests.slice(0, mostTests), ports);
  const tried =
    benchmarks.tests.length > 0 ? benchmarks : await takeCases(directory, found, benchmarks, ports);
  const passedOver = found.flatMap(({ passedOver: those }) => those);
  if (benchmarks.tests.length > 0) passedOver.push(...nameCases(found));
  return {
    name: named?.name ?? basename(resolve(directory)),
    setup: tried.tests.length === 0 ? [] : tried.setup,
    tests: tried.tests,
    ...(tried.setupFault === undefined ? {} : { setupFault: tried.setupFault }),
    ...(tried.took === undefined ? {} : { took: tried.took }),
    passedOver: foldPassedOver([...tried.passedOver, ...passedOver, ...left]),
    example: await findExample(directory),
    hasSchema: await isThere(directory, schemaFile),
  };
}

/** With the shorter setup of each toolchain; with the whole one where something fails after that, or nothing is tried. */
async function tryShortest(
  directory: string,
  used: readonly ToolchainFindings[],
  tests: StarterTest[],
  ports: StarterPorts,
): Promise<DraftedTests> {
  const setup = used.flatMap(({ setup: commands }) => commands);
  if (used.some(({ leanSetup }) => leanSetup !== undefined)) {
    const lean = used.flatMap(({ leanSetup, setup: commands }) => leanSetup ?? commands);
    const tried = await tryTests(directory, { setup: lean, tests }, ports);
    if (tried.took !== undefined && tried.failed === undefined) return tried;
  }
  return tryTests(directory, { setup, tests }, ports);
}

/** Without a benchmark that runs: the tests of the repository, each with the setup of its toolchain. */
async function takeCases(
  directory: string,
  found: readonly ToolchainFindings[],
  { passedOver }: DraftedTests,
  ports: StarterPorts,
): Promise<DraftedTests> {
  const used = found.filter(({ cases }) => cases !== undefined);
  const tests = used.flatMap(({ cases }) => cases ?? []);
  const setup = used.flatMap(({ setup: commands }) => commands);
  const tried = await tryTests(directory, { setup, tests }, ports);
  return { ...tried, passedOver: [...passedOver, ...tried.passedOver] };
}

/** Beside benchmarks, which come first. */
function nameCases(found: readonly ToolchainFindings[]): PassedOver[] {
  return found.flatMap(({ cases }) => {
    if (cases?.cases === undefined) return [];
    const { runner } = cases.cases;
    const why = `benchmarks come first: to measure each of them too, add a test with "runner: ${runner}"`;
    return [{ what: cases.name, why }];
  });
}

/** The language of a repository by its files, and a possible command of a benchmark in it. */
const examples: readonly (readonly [sign: RegExp, example: string])[] = [
  [/^(pyproject\.toml|requirements\.txt|setup\.py)$/, '[python3, bench/upload.py]'],
  [/^go\.mod$/, '[bin/bench-upload]'],
  [/^(Cargo\.toml|Makefile|CMakeLists\.txt|pom\.xml|build\.gradle(\.kts)?)$/, '[bin/bench-upload]'],
  [/\.[cm]?[jt]s$/, '[node, bench/upload.mjs]'],
  [/\.py$/, '[python3, bench/upload.py]'],
];

async function findExample(directory: string): Promise<string> {
  const file = await readIfThere(directory, 'package.json');
  if (file !== undefined && !isForPerigee(readPackage(file))) return '[node, bench/upload.mjs]';
  for (const [sign, example] of examples) if (await hasFile(directory, sign)) return example;
  return '[bench/upload.sh]';
}

/** One line for all that were passed over for the same reason. */
function foldPassedOver(all: readonly PassedOver[]): PassedOver[] {
  const byReason = Map.groupBy(all, ({ why }) => why);
  const folded = [...byReason].map(([why, those]) => {
    const names = those.map(({ what }) => what);
    return { what: listSome(names, mostNamed), why };
  });
  return folded.slice(0, mostPassedOver);
}

/** Toolchains for which no test is written, and what a person writes instead. */
const others: readonly (readonly [files: readonly string[], why: string])[] = [
  [
    ['meson.build', 'Gemfile', 'mix.exs', 'composer.json', 'Package.swift'],
    'init does not know its benchmarks: build in setup; the test is a program that does a fixed amount of work, for 0.1 to 10 seconds, or a tool whose output Perigee reads, with results',
  ],
];

/** Toolchains that are there and not measured; undefined when there are none. */
async function inspectOthers(directory: string): Promise<ToolchainFindings | undefined> {
  const findings: ToolchainFindings = { setup: [], benchmarks: [], passedOver: [] };
  for (const [files, why] of others) {
    for (const what of files)
      if (await isThere(directory, what)) findings.passedOver.push({ what, why });
  }
  return findings.passedOver.length === 0 ? undefined : findings;
}

/** The benchmarks of `deno bench`; undefined in a repository that Deno does not run. */
async function inspectDeno(directory: string): Promise<ToolchainFindings | undefined> {
  const there = await Promise.all(denoFiles.map((file) => isThere(directory, file)));
  if (!there.includes(true) || !(await hasFile(directory, denoBenchmarks))) return undefined;
  const setup = [{ command: ['deno', 'install'], because: 'what deno.json lists' }];
  const test = {
    name: 'deno bench',
    command: ['deno', 'bench', '--json'],
    because: 'all benchmarks that deno bench finds; Perigee judges the numbers of Deno',
    results: { format: 'deno' },
    isTimed: true as const,
  };
  return { setup, benchmarks: [test], passedOver: [] };
}
