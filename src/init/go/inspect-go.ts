import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { describeCases, hasGoTest } from '../describe-cases.ts';
import { explainUnended } from '../explain-end.ts';
import type { PassedOver, StarterPorts, StarterTest, ToolchainFindings } from '../findings.ts';
import { listFiles, readIfThere } from '../repository-files.ts';
import { mostTryMs, sizeBenchmark } from './size-benchmark.ts';

/** Each of them costs every change some ten seconds. */
const mostBenchmarks = 10;
/** To leave out one or two would ask for more attention than they take. */
const nearlyMost = 12;
const compileMs = 180_000;
/** For all of it; what is not tried by then is named. */
const longestMs = 300_000;

const noRoom = 'a first file has room for ten: add those that matter, as the others are';

/** In the folder of its package, since a test of Go expects to run there. */
const binary = 'perigee-bench.test';

/**
 * The benchmarks of the Go modules of a repository; undefined when it has none. They are compiled in setup,
 * and each is a test that runs a fixed number of rounds, long enough that the start does not count. How many
 * that are, only running them shows.
 */
export async function inspectGo(
  directory: string,
  ports: StarterPorts,
): Promise<ToolchainFindings | undefined> {
  const packages = await listGoPackages(directory);
  const text = await readIfThere(directory, 'go.mod');
  if (packages.length === 0 && text === undefined) return undefined;
  const path = /^module\s+(\S+)/m.exec(text ?? '')?.[1]?.split('/') ?? [];
  // A module of version 2 or later is called by the word before /v2.
  const name = path.findLast((part, i) => i === 0 || !/^v\d+$/.test(part));
  const aside = await mkdtemp(join(tmpdir(), 'perigee-init-'));
  try {
    const findings = await tryBenchmarks({ directory, aside, ports }, packages);
    const named = { ...(name && { name }), ...findings };
    if (findings.benchmarks.length > 0 || text === undefined || !(await hasGoTest(directory))) {
      return named;
    }
    return {
      ...named,
      setup: [
        { command: ['go', 'test', '-run=^$', './...'], because: 'compiles what the tests need' },
      ],
      cases: await describeCases(directory, 'go'),
    };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

interface Workshop {
  /** The root of the repository. */
  directory: string;
  /** For what is compiled only to try it. */
  aside: string;
  ports: StarterPorts;
}

async function tryBenchmarks(
  shop: Workshop,
  packages: readonly GoPackage[],
): Promise<Omit<ToolchainFindings, 'name'>> {
  const benchmarks: StarterTest[] = [];
  const passedOver: PassedOver[] = [];
  const left: string[] = [];
  const programs = new Map<GoPackage, Compiled | PassedOver>();
  const used = new Map<GoPackage, Compiled>();
  const until = performance.now() + longestMs;
  const inTurns = takeInTurns(packages);
  const room = inTurns.length <= nearlyMost ? inTurns.length : mostBenchmarks;
  for (const [one, benchmark] of inTurns) {
    const name = one.folder === '.' ? benchmark : `${one.folder} ${benchmark}`;
    if (benchmarks.length === room || performance.now() > until) {
      left.push(name);
      continue;
    }
    const compiled = programs.get(one) ?? (await compile(shop, one, programs.size));
    programs.set(one, compiled);
    if ('why' in compiled) continue;
    shop.ports.note(`trying ${name}`);
    const select = ['-test.run=^$', `-test.bench=^${benchmark}$`];
    const options = { directory: join(shop.directory, one.folder), timeoutMs: mostTryMs };
    const sized = await sizeBenchmark(
      (benchtime) =>
        shop.ports.run([compiled.program, ...select, `-test.benchtime=${benchtime}`], options),
      Math.min(room, inTurns.length),
    );
    if ('why' in sized) {
      passedOver.push({ what: name, why: sized.why });
      continue;
    }
    used.set(one, compiled);
    benchmarks.push({
      name,
      ...(one.folder === '.' ? {} : { directory: one.folder }),
      command: [`./${binary}`, ...select, `-test.benchtime=${sized.rounds}x`],
      because: `${(sized.durationMs / 1000).toFixed(1)} s here: a fixed number of rounds, so that slower code takes longer`,
      results: { format: 'go' },
      tookMs: sized.durationMs,
    });
  }
  const faults = [...programs.values()].filter((compiled) => 'why' in compiled);
  return {
    setup: [...used].map(([one, { tookMs }]) => ({
      tookMs,
      command: describeCompile(one, posix.join(posix.relative(one.module, one.folder), binary)),
      because: 'compiles once, before anything is measured',
    })),
    benchmarks,
    passedOver: [...faults, ...passedOver, ...left.map((what) => ({ what, why: noRoom }))],
  };
}

interface Compiled {
  program: string;
  tookMs: number;
}

/** @returns the program, or why there is none */
async function compile(
  { directory, aside, ports }: Workshop,
  one: GoPackage,
  number: number,
): Promise<Compiled | PassedOver> {
  const what = `the benchmarks of ${one.folder === '.' ? 'the root package' : one.folder}`;
  ports.note(`compiling ${what}`);
  const program = join(aside, `${number}.test`);
  const built = await ports.run(describeCompile(one, program), { directory, timeoutMs: compileMs });
  if (built.status === 0) return { program, tookMs: built.durationMs };
  if (built.status === undefined) {
    const why = explainUnended(built, { limitMs: compileMs, remedy: 'compile them once by hand' });
    return { what, why: `go test -c: ${why}` };
  }
  const line = built.output.split('\n').find((text) => /\S/.test(text) && !text.startsWith('#'));
  return { what, why: `they do not compile here: ${(line ?? '').trim().slice(0, 120)}` };
}

/** @param output absolute, or from the folder of the module */
function describeCompile({ folder, module }: GoPackage, output: string): string[] {
  const inModule = posix.relative(module, folder);
  const change = module === '.' ? [] : ['-C', module];
  return ['go', ...change, 'test', '-c', '-o', output, inModule === '' ? '.' : `./${inModule}`];
}

/** The first benchmark of each package, then the second of each, and so on. */
function takeInTurns(packages: readonly GoPackage[]): [GoPackage, string][] {
  const rounds = Math.max(0, ...packages.map(({ benchmarks }) => benchmarks.length));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    packages.flatMap((one): [GoPackage, string][] => {
      const benchmark = one.benchmarks[round];
      return benchmark === undefined ? [] : [[one, benchmark]];
    }),
  );
}

interface GoPackage {
  /** From the root of the repository; '.' for the root itself. */
  folder: string;
  /** The folder of its go.mod. */
  module: string;
  /** Names of functions, in the order of the files. */
  benchmarks: string[];
}

/** `go test` takes this for a benchmark: no lower-case letter follows "Benchmark". */
const declaration = /^func (Benchmark(?![a-z])\w*)\(\s*\w+\s+\*testing\.B\s*\)/gm;

/** The packages of all Go modules of a repository that declare benchmarks, as their files say. */
async function listGoPackages(directory: string): Promise<GoPackage[]> {
  const modules = (await listFiles(directory, /^go\.mod$/)).map((file) => posix.dirname(file));
  if (modules.length === 0) return [];
  const byFolder = new Map<string, GoPackage>();
  for (const file of await listFiles(directory, /_test\.go$/)) {
    const folder = posix.dirname(file);
    const module = findModule(folder, modules);
    if (module === undefined) continue;
    const text = (await readIfThere(directory, file)) ?? '';
    const names = [...text.matchAll(declaration)].map(([, name = '']) => name);
    if (names.length === 0) continue;
    const known = byFolder.get(folder);
    if (known === undefined) byFolder.set(folder, { folder, module, benchmarks: names });
    else known.benchmarks.push(...names);
  }
  return [...byFolder.values()];
}

/** The nearest folder at or above this one that has a go.mod. */
export function findModule(folder: string, modules: readonly string[]): string | undefined {
  return modules
    .filter((module) => module === '.' || folder === module || folder.startsWith(`${module}/`))
    .sort((a, b) => b.length - a.length)[0];
}
