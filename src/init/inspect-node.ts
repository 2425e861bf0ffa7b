import { describeCases, findNodeRunner, hasNodeTests } from './describe-cases.ts';
import {
  unitTests,
  type StarterCommand,
  type StarterTest,
  type ToolchainFindings,
} from './findings.ts';
import {
  findToolCalled,
  findToolUsed,
  leaveOutImported,
  passOver,
  type TimedTool,
  withResults,
} from './fixed-time-tools.ts';
import { hasFile, isThere, listBenchmarkFiles, readIfThere } from './repository-files.ts';

interface PackageFile {
  name?: string;
  scripts: Record<string, string>;
  /** Name → range of versions. */
  dependencies: ReadonlyMap<string, string>;
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
  const ofFiles = await inspectFiles(directory, file);
  if (text === undefined) return isNothing(ofFiles) ? undefined : { setup: [], ...ofFiles };
  const { install, run, because } = await findInstaller(directory);
  const names = Object.keys(file.scripts);
  const setup: StarterCommand[] = [{ command: install, because }];
  if (names.includes('build')) {
    setup.push({ command: [run, 'run', 'build'], because: 'the build of each side' });
  }
  const found = await inspectScripts(directory, file, run);
  for (const { name } of found.benchmarks) {
    const before = `pre${name}`;
    if (!names.includes(before)) continue;
    setup.push({ command: [run, 'run', before], because: `what ${run} runs before "${name}"` });
  }
  const shares = isNothing(found) ? ofFiles : found;
  const passedOver = [...shares.passedOver];
  const runner = findNodeRunner(file.dependencies, file.scripts['test']);
  const cases =
    runner === undefined || !(await hasNodeTests(directory))
      ? undefined
      : await describeCases(directory, runner);
  const isReal = names.includes('test') && !file.scripts['test']?.includes('no test specified');
  if (shares.benchmarks.length === 0 && isReal && cases === undefined) {
    passedOver.push({ what: `${run} run test`, why: unitTests });
  }
  const { benchmarks } = shares;
  return {
    ...(file.name !== undefined && { name: file.name }),
    ...{ setup, benchmarks, passedOver },
    ...(cases !== undefined && { cases }),
  };
}

type Share = Pick<ToolchainFindings, 'benchmarks' | 'passedOver'>;

function isNothing({ benchmarks, passedOver }: Share): boolean {
  return benchmarks.length + passedOver.length === 0;
}

async function inspectScripts(directory: string, file: PackageFile, run: string): Promise<Share> {
  const share: Share = { benchmarks: [], passedOver: [] };
  const isPlugAndPlay = await isThere(directory, '.pnp.cjs');
  for (const [name, script] of Object.entries(file.scripts)) {
    if (!/(^|[:_-])(bench(mark)?s?|perf(ormance)?)($|[:_-])/i.test(name)) continue;
    if (/^(pre|post)/.test(name) && name.replace(/^(pre|post)/, '') in file.scripts) continue;
    const tool = findToolCalled(script) ?? (await findToolOfScript(directory, script));
    const direct = isPlugAndPlay ? undefined : splitScript(script, file.dependencies);
    const because =
      direct === undefined
        ? `the script "${name}" of package.json; it includes the start of ${run}: write the program itself, where you can`
        : `the script "${name}" of package.json, without the start of ${run}`;
    // npm takes options after -- as those of the script.
    const called = [run, 'run', name, ...(run === 'npm' && tool?.options ? ['--'] : [])];
    add(share, { name, command: direct ?? called, because }, tool, file);
  }
  const benchFiles = /\.(bench|benchmark)\.[cm]?[jt]sx?$/;
  const vitest = findToolCalled('vitest bench');
  if (
    isNothing(share) &&
    file.dependencies.has('vitest') &&
    (await hasFile(directory, benchFiles))
  ) {
    const command = ['node_modules/.bin/vitest', 'bench'];
    add(share, { name: 'vitest bench', command, because: 'the *.bench files' }, vitest, file);
  }
  return share;
}

/** Takes the test, with the numbers of its tool where it has one; or says why not. */
function add(
  { benchmarks, passedOver }: Share,
  test: StarterTest,
  tool: TimedTool | undefined,
  { dependencies }: PackageFile,
): void {
  const read = tool === undefined ? test : withResults(test, tool);
  const major = /^[\^~>=v\s]*(\d+)/.exec(dependencies.get('vitest') ?? '')?.[1];
  if (tool?.format === 'vitest' && Number(major) >= 5) {
    const why = `vitest ${major} writes no file with the numbers of its benchmarks: keep vitest 4 for them, or write a program that does a fixed amount of work`;
    passedOver.push({ what: test.name, why });
  } else if (read === undefined && tool !== undefined) passedOver.push(passOver(test.name, tool));
  else benchmarks.push(read ?? test);
}

async function findToolOfScript(directory: string, script: string): Promise<TimedTool | undefined> {
  for (const word of script.split(/\s+/).filter((one) => /\.[cm]?[jt]s$/.test(one))) {
    const tool = await findToolUsed(directory, word);
    if (tool !== undefined) return tool;
  }
  return undefined;
}

/** The words of a script that needs no shell and no npm; undefined where it may need one. */
function splitScript(
  script: string,
  dependencies: ReadonlyMap<string, string>,
): string[] | undefined {
  const words = script.trim().split(/\s+/);
  const [program = '', ...rest] = words;
  if (!words.every((word) => /^[\w@%+=:,./-]+$/.test(word)) || rest.length === 0) return undefined;
  if (program === 'node' || program === 'bun' || program === 'deno') return words;
  return dependencies.has(program) && !program.includes('/')
    ? [`node_modules/.bin/${program}`, ...rest]
    : undefined;
}

async function inspectFiles(directory: string, file: PackageFile): Promise<Share> {
  const share: Share = { benchmarks: [], passedOver: [] };
  const names = await listBenchmarkFiles(directory, ['js', 'mjs', 'ts']);
  for (const name of await leaveOutImported(directory, names)) {
    const tool = await findToolUsed(directory, name);
    const isTypeScript = name.endsWith('.ts');
    const loader = isTypeScript && file.dependencies.has('tsx') ? ['--import', 'tsx'] : [];
    const needs = isTypeScript && loader.length === 0 ? '; needs Node 22.18 or newer' : '';
    const because = `the file ${name}${needs}`;
    add(share, { name, command: ['node', ...loader, name], because }, tool, file);
  }
  return share;
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
  const dependencies = new Map(
    [file['dependencies'], file['devDependencies']]
      .flatMap((one) => Object.entries(asMap(one)))
      .map(([name, range]) => [name, String(range)]),
  );
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
