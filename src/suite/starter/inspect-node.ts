import type { StarterCommand, StarterTest, ToolchainFindings } from './findings.ts';
import { hasFile, isThere, listBenchmarkFiles, readIfThere } from './repository-files.ts';

interface PackageFile {
  name?: string;
  scripts: Record<string, string>;
  dependencies: ReadonlySet<string>;
}

/** Which file says who installs, and how to install exactly what it lists. */
const installers: readonly (readonly [lockFile: string, command: string[], run: string])[] = [
  ['pnpm-lock.yaml', ['pnpm', 'install', '--frozen-lockfile'], 'pnpm'],
  ['yarn.lock', ['yarn', 'install', '--immutable'], 'yarn'],
  ['bun.lock', ['bun', 'install', '--frozen-lockfile'], 'bun'],
  ['package-lock.json', ['npm', 'ci'], 'npm'],
];

/** What a package.json offers, and files that Node runs as benchmarks; undefined when there is neither. */
export async function inspectNode(directory: string): Promise<ToolchainFindings | undefined> {
  const text = await readIfThere(directory, 'package.json');
  const file = readPackage(text ?? '{}');
  const files = await inspectFiles(directory, file);
  if (text === undefined) {
    return files.length === 0 ? undefined : { setup: [], benchmarks: files, tests: [] };
  }
  const { install, run, because } = await findInstaller(directory);
  const names = Object.keys(file.scripts);
  const setup: StarterCommand[] = [{ command: install, because }];
  if (names.includes('build')) {
    setup.push({ command: [run, 'run', 'build'], because: 'the build of each side' });
  }
  const benchmarks: StarterTest[] = names
    .filter((name) => /(^|[:_-])(bench(mark)?s?|perf(ormance)?)($|[:_-])/i.test(name))
    .map((name) => ({
      name,
      command: [run, 'run', name],
      because: `the script "${name}" of package.json`,
    }));
  const benchFiles = /\.bench\.[cm]?[jt]sx?$/;
  if (
    benchmarks.length === 0 &&
    file.dependencies.has('vitest') &&
    (await hasFile(directory, benchFiles))
  ) {
    const command = ['node', 'node_modules/vitest/vitest.mjs', 'bench', '--run'];
    benchmarks.push({ name: 'vitest bench', command, because: 'the *.bench files of vitest' });
  }
  if (benchmarks.length === 0) benchmarks.push(...files);
  const isReal = names.includes('test') && !file.scripts['test']?.includes('no test specified');
  const tests: StarterTest[] = isReal
    ? [{ name: 'test', command: [run, 'run', 'test'], because: 'the tests of package.json' }]
    : [];
  return { ...(file.name !== undefined && { name: file.name }), setup, benchmarks, tests };
}

async function inspectFiles(directory: string, file: PackageFile): Promise<StarterTest[]> {
  const names = await listBenchmarkFiles(directory, ['js', 'mjs', 'ts']);
  return names.map((name) => {
    const isTypeScript = name.endsWith('.ts');
    const loader = isTypeScript && file.dependencies.has('tsx') ? ['--import', 'tsx'] : [];
    const needs = isTypeScript && loader.length === 0 ? '; needs Node 22.18 or newer' : '';
    const because = `the file ${name}${needs}`;
    return { name, command: ['node', ...loader, name], because };
  });
}

interface Installer {
  install: string[];
  run: string;
  because: string;
}

async function findInstaller(directory: string): Promise<Installer> {
  for (const [lockFile, install, run] of installers) {
    if (await isThere(directory, lockFile))
      return { install, run, because: `what ${lockFile} lists` };
  }
  const because = 'no lock file was found: the sides may get different versions';
  return { install: ['npm', 'install'], run: 'npm', because };
}

/** A package.json may be half written: what is not as it should be is passed over. */
function readPackage(text: string): PackageFile {
  const file = asMap(parseJson(text));
  const scripts = Object.entries(asMap(file['scripts'])).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const dependencies = new Set([
    ...Object.keys(asMap(file['dependencies'])),
    ...Object.keys(asMap(file['devDependencies'])),
  ]);
  const name = file['name'];
  return {
    ...(typeof name === 'string' && { name }),
    scripts: Object.fromEntries(scripts),
    dependencies,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function asMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
