import { posix } from 'node:path';
import type { PassedOver } from './findings.ts';
import { readIfThere } from './repository-files.ts';

/**
 * Tools that repeat each benchmark until a time is over, or until they know it well enough. However slow the
 * code gets, their run takes as long, so a run measured as a whole never turns red.
 */
const tools: readonly { name: string; calls?: RegExp; imports?: RegExp }[] = [
  { name: 'vitest bench', calls: /\bvitest\b.*\bbench\b/, imports: /^vitest$/ },
  { name: 'tinybench', imports: /^tinybench$/ },
  { name: 'benchmark.js', imports: /^(benchmark|benny)$/ },
  { name: 'mitata', imports: /^mitata$/ },
  { name: 'cronometro', imports: /^cronometro$/ },
  { name: 'bench-node', imports: /^bench-node$/ },
  { name: 'matcha', calls: /\bmatcha\b/ },
  { name: 'autocannon', calls: /\bautocannon\b/, imports: /^autocannon$/ },
  { name: 'wrk', calls: /\bwrk2?\b/ },
  { name: 'k6', calls: /\bk6\b/ },
  { name: 'pytest-benchmark', imports: /^pytest_benchmark$/ },
  { name: 'pyperf', calls: /\bpyperf\b/, imports: /^pyperf$/ },
  { name: 'asv', calls: /\basv\b/, imports: /^asv(_runner)?$/ },
];

const mostFiles = 30;

export function passOver(what: string, tool: string): PassedOver {
  return {
    what,
    why: `${tool} goes on for a fixed time however slow the code is, so its run as a whole cannot turn red; measure a program that does a fixed amount of work`,
  };
}

/** The tool of this kind that a line of a shell calls. */
export function findToolCalled(script: string): string | undefined {
  return tools.find(({ calls }) => calls?.test(script) === true)?.name;
}

/** The tool of this kind that a program or what it imports beside it uses; as far as its text shows. */
export async function findToolUsed(directory: string, file: string): Promise<string | undefined> {
  const files = new Set([posix.normalize(file)]);
  for (const path of files) {
    const text = await readIfThere(directory, path);
    if (text === undefined) continue;
    if (/\bautorange\(/.test(text) && path.endsWith('.py')) return 'timeit.autorange';
    const specifiers = listImports(text);
    const tool = tools.find(({ imports }) => specifiers.some((one) => imports?.test(one) === true));
    if (tool !== undefined) return tool.name;
    for (const next of listNeighbours(path, specifiers))
      if (files.size < mostFiles) files.add(next);
  }
  return undefined;
}

/** Without those that another of them imports: they do nothing when they are run. */
export async function leaveOutImported(
  directory: string,
  files: readonly string[],
): Promise<string[]> {
  const imported = new Set<string>();
  for (const file of files) {
    const text = (await readIfThere(directory, file)) ?? '';
    for (const next of listNeighbours(file, listImports(text))) imported.add(next);
  }
  return files.filter((file) => !imported.has(file));
}

const imports =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]{1,200})["']|^\s*(?:import|from)\s+([A-Za-z_]\w*)/gm;

function listImports(text: string): string[] {
  return [...text.matchAll(imports)].flatMap(([, quoted, bare]) => quoted ?? bare ?? []);
}

/** The files of the repository that these may mean; not each of them is there. */
function listNeighbours(file: string, specifiers: readonly string[]): string[] {
  const folder = posix.dirname(file);
  if (file.endsWith('.py')) return specifiers.map((name) => posix.join(folder, `${name}.py`));
  return specifiers
    .filter((specifier) => /^\.{1,2}\//.test(specifier))
    .map((specifier) => posix.join(folder, specifier))
    .filter((path) => !path.startsWith('..'))
    .flatMap((path) =>
      /\.\w+$/.test(path) ? [path] : ['.js', '.ts', '/index.js'].map((ending) => path + ending),
    );
}
