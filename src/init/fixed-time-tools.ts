import { posix } from 'node:path';
import { type PassedOver, resultsFile, type StarterTest } from './findings.ts';
import { readIfThere } from './repository-files.ts';

export interface TimedTool {
  name: string;
  calls?: RegExp;
  imports?: RegExp;
  /** The adapter that reads what it prints, or writes with these options. */
  format?: string;
  options?: readonly string[];
  /** How to run a program of Node so that each of its benchmarks takes less time: Perigee repeats. */
  shorten?: (file: string) => { command: string[]; how: string };
  /** Without this in a program its output cannot be read, and what to do then. */
  needs?: RegExp;
  otherwise?: string;
}

/**
 * Tools that repeat each benchmark until a time is over, or until they know it well enough. However slow the
 * code gets, their run takes as long, so a run measured as a whole never turns red. The numbers of those with a format
 * can be judged instead.
 */
const tools: readonly TimedTool[] = [
  {
    name: 'vitest bench',
    calls: /\bvitest\b.*\bbench\b/,
    imports: /^vitest$/,
    format: 'vitest',
    options: ['--run', '--outputJson', resultsFile],
  },
  {
    ...{ name: 'tinybench', imports: /^tinybench$/, format: 'tinybench' },
    shorten: (file) => {
      // Where the package is not found from here, its benchmarks take the time that they are given.
      const limit =
        'for(const o of [this,this.opts??{}]){o.time=Math.min(o.time,100);o.warmupTime=Math.min(o.warmupTime,50)}';
      const patch = `for(const n of ['run','runSync']){const f=p[n];p[n]=function(){${limit}return f.call(this)}}`;
      const script = `import('tinybench').then(({Bench:{prototype:p}})=>{${patch}},()=>{}).then(()=>import('./${file}'))`;
      return { command: ['node', '-e', script], how: 'each benchmark run for 0.1 s at most' };
    },
  },
  {
    ...{ name: 'benchmark.js', imports: /^benchmark$/, format: 'benchmark.js' },
    shorten: (file) => {
      const script = `require('benchmark').options.maxTime = 0.5; import('./${file}')`;
      return {
        command: ['node', '-e', script],
        how: 'each benchmark run for 0.5 s instead of 5 s',
      };
    },
  },
  { name: 'benny', imports: /^benny$/ },
  {
    name: 'mitata',
    imports: /^mitata$/,
    format: 'mitata',
    ...{ needs: /\bjson\b/, otherwise: "let it print JSON: run({ format: 'json' })" },
  },
  { name: 'cronometro', imports: /^cronometro$/ },
  { name: 'bench-node', imports: /^bench-node$/ },
  { name: 'matcha', calls: /\bmatcha\b/ },
  { name: 'autocannon', calls: /\bautocannon\b/, imports: /^autocannon$/ },
  { name: 'wrk', calls: /\bwrk2?\b/ },
  { name: 'k6', calls: /\bk6\b/ },
  { name: 'pytest-benchmark', imports: /^pytest_benchmark$/ },
  {
    name: 'pyperf',
    imports: /^pyperf$/,
    format: 'pyperf',
    // Perigee repeats: what pyperf repeats within one execution may be short.
    options: ['--processes', '2', '--values', '3', '--warmups', '1', '-o', resultsFile],
  },
  { name: 'asv', calls: /\basv\b/, imports: /^asv(_runner)?$/ },
];

const mostFiles = 30;

export function passOver(what: string, { name, otherwise }: TimedTool): PassedOver {
  return {
    what,
    why: `${name} goes on for a fixed time however slow the code is, so its run as a whole cannot turn red; ${otherwise ?? 'measure a program that does a fixed amount of work'}`,
  };
}

/**
 * The test with the numbers of its tool; undefined where Perigee cannot read them.
 * @param written words of the script that it stands for: some tools take no option twice
 */
export function withResults(
  test: StarterTest,
  tool: TimedTool,
  written: readonly string[] = test.command,
): StarterTest | undefined {
  const { format, options = [] } = tool;
  if (format === undefined) return undefined;
  const isFile = options.includes(resultsFile);
  const [program, file = '', ...rest] = test.command;
  const isPlain = program === 'node' && rest.length === 0 && /^[\w./-]+$/.test(file);
  const short = isPlain ? tool.shorten?.(posix.normalize(file)) : undefined;
  const how =
    short === undefined
      ? ''
      : `; since Perigee repeats, the code behind -e has ${short.how}. \`${test.command.join(' ')}\` in its place measures as long as the file says`;
  return {
    ...test,
    command: [
      ...(short?.command ?? test.command),
      ...options.filter((option) => option !== '--run' || !written.includes(option)),
    ],
    because: `${test.because}; Perigee judges the numbers of ${tool.name}${how}`,
    results: { ...(isFile && { file: resultsFile }), format },
    isTimed: true,
  };
}

/** The tool of this kind that a line of a shell calls. */
export function findToolCalled(script: string): TimedTool | undefined {
  return tools.find(({ calls }) => calls?.test(script) === true);
}

/** The tool of this kind that a program or what it imports beside it uses; as far as its text shows. */
export async function findToolUsed(
  directory: string,
  file: string,
): Promise<TimedTool | undefined> {
  const files = new Set([posix.normalize(file)]);
  let all = '';
  let found: TimedTool | undefined;
  for (const path of files) {
    const text = await readIfThere(directory, path);
    if (text === undefined) continue;
    all += text;
    if (/\bautorange\(/.test(text) && path.endsWith('.py')) return { name: 'timeit.autorange' };
    const specifiers = listImports(text);
    found ??= tools.find(({ imports }) => specifiers.some((one) => imports?.test(one) === true));
    for (const next of listNeighbours(path, specifiers))
      if (files.size < mostFiles) files.add(next);
  }
  if (found?.needs === undefined || found.needs.test(all)) return found;
  const { name, otherwise = '' } = found;
  return { name, otherwise };
}

/**
 * The packages that a program of Node and what it imports beside it name, as far as their texts show.
 * @param listNamed the packages that a text names in another way than by an import
 * @returns undefined if it cannot be told: there are many files, a name is computed, or other programs are started
 */
export async function listPackagesUsed(
  directory: string,
  file: string,
  listNamed: (text: string) => readonly string[],
): Promise<Set<string> | undefined> {
  const files = new Set([posix.normalize(file)]);
  const packages = new Set<string>();
  for (const path of files) {
    const text = (await readIfThere(directory, path)) ?? '';
    if (/\b(require|import)\(\s*[^'"\s]/.test(text) || startsPrograms(text)) return undefined;
    for (const one of listNamed(text)) packages.add(one);
    const specifiers = listImports(text);
    for (const one of specifiers) packages.add(one.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1'));
    for (const next of listNeighbours(path, specifiers)) files.add(next);
    if (files.size > mostFiles * 10) return undefined;
  }
  return packages;
}

/** A program or a worker: what it uses, only a look at that would show; npx fetches a package that is not there. */
export function startsPrograms(text: string): boolean {
  return /\bchild_process\b|\bnpx\b|\.bin\/|["'](execa|cross-spawn|nano-spawn|tinyexec|zx)\b|\bnew Worker\b|\bBun\.spawn|\bDeno\.Command\b/.test(
    text,
  );
}

/** The files that another of them imports, each with that one. */
export async function listImported(
  directory: string,
  files: readonly string[],
): Promise<Map<string, string>> {
  const imported = new Map<string, string>();
  for (const file of files) {
    const text = (await readIfThere(directory, file)) ?? '';
    for (const next of listNeighbours(file, listImports(text))) imported.set(next, file);
  }
  return imported;
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
      /\.\w+$/.test(path)
        ? [path]
        : ['.js', '.cjs', '.ts', '/index.js'].map((ending) => path + ending),
    );
}
