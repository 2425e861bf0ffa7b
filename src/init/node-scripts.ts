import { type StarterTest, type ToolchainFindings } from './findings.ts';
import {
  findToolCalled,
  findToolUsed,
  passOver,
  type TimedTool,
  withResults,
} from './fixed-time-tools.ts';
import type { Member, PackageFile } from './package-file.ts';
import { listFiles } from './repository-files.ts';

/** The root, or one package of a workspace. */
export interface Place {
  directory: string;
  /** Of a package below the root: where it lies. */
  folder?: string;
  file: PackageFile;
  /** nx orders its scripts, whether or not it has members. */
  isNx: boolean;
  /** Programs and packages are found through yarn alone. */
  isPlugAndPlay: boolean;
  /** Those below it: their files are theirs. */
  members: readonly Member[];
  run: string;
  /** The folder with the program of a package, seen from here. */
  bin(dependency: string): string;
}

export type Share = Pick<ToolchainFindings, 'benchmarks' | 'passedOver'>;

export function isNothing({ benchmarks, passedOver }: Share): boolean {
  return benchmarks.length + passedOver.length === 0;
}

/** Scripts that start scripts of other packages, by whatever orders these. */
const ofWorkspace =
  /\b(turbo|nx|lerna|rush|moon|wsrun)\b|\b(pnpm|npm|yarn|bun)\b.*(\s-r\b|\s-w\b|--recursive|--filter|\s-F\b|--workspaces?\b|\bworkspaces?\b|--cwd|\s-C\b|--prefix)|\bcd\s+\S+\s*&&\s*(pnpm|npm|yarn|bun)\s+(run|start|test)\b/;
const ofBenchmark = /(^|[:_-])(bench(mark)?s?|perf(ormance)?)($|[:_-])/i;

export const whyOfPackages =
  'it starts scripts of the packages, and has no numbers of its own: measure these, each in its directory';

export function startsPackages(script: string): boolean {
  return ofWorkspace.test(script);
}

export function isBenchmarkName(name: string): boolean {
  return ofBenchmark.test(name);
}

export async function inspectScripts(place: Place): Promise<Share> {
  const { bin, directory, file, isNx, isPlugAndPlay, members, run } = place;
  const share: Share = { benchmarks: [], passedOver: [] };
  for (const [name, script] of Object.entries(file.scripts)) {
    if (!isBenchmarkName(name)) continue;
    if (/^(pre|post)/.test(name) && name.replace(/^(pre|post)/, '') in file.scripts) continue;
    // The scripts that it starts are measured by themselves.
    if (startsOthers(name, script, file.scripts)) continue;
    if ((isNx || members.length > 0) && startsPackages(script)) {
      share.passedOver.push({ what: `${run} run ${name}`, why: whyOfPackages });
      continue;
    }
    const around = [`pre${name}`, `post${name}`];
    const isOfMore = isPlugAndPlay || around.some((one) => one in file.scripts);
    const parts = isOfMore ? [] : splitChain(script);
    for (const command of parts) {
      const [part, [, called = '']] = [command.join(' '), command];
      if (share.benchmarks.some((one) => one.name === called)) continue;
      const because = `a part of the script "${name}" of package.json`;
      const tool = await findToolOfScript(directory, part);
      add(share, { name: called, command, because }, tool, file, command);
    }
    if (parts.length > 0) continue;
    const tool = findToolCalled(script) ?? (await findToolOfScript(directory, script));
    const direct = isPlugAndPlay ? undefined : splitScript(script, file.dependencies, bin);
    const because =
      direct === undefined
        ? `the script "${name}" of package.json; it includes the start of ${run}: write the program itself, where you can`
        : `the script "${name}" of package.json, without the start of ${run}`;
    // npm takes options after -- as those of the script.
    const called = [run, 'run', name, ...(run === 'npm' && tool?.options ? ['--'] : [])];
    add(share, { name, command: direct ?? called, because }, tool, file, script.split(/\s+/));
  }
  const tool = findToolCalled('vitest bench');
  const isCalled = Object.values(file.scripts).some((script) => findToolCalled(script) === tool);
  if (!isCalled && file.dependencies.has('vitest') && (await hasBenchFiles(place))) {
    const vitest = isPlugAndPlay ? [run, 'run', 'vitest'] : [`${bin('vitest')}/vitest`];
    const command = [...vitest, 'bench'];
    add(share, { name: 'vitest bench', command, because: 'the *.bench files' }, tool, file);
  }
  return share;
}

async function hasBenchFiles({ directory, members }: Place): Promise<boolean> {
  const files = await listFiles(directory, /\.(bench|benchmark)\.[cm]?[jt]sx?$/);
  return files.some((file) => !isOfMember(file, members));
}

export function isOfMember(file: string, members: readonly Member[]): boolean {
  return members.some(({ folder }) => file.startsWith(`${folder}/`));
}

/** `npm run bench:a && npm run bench:b`, `run-s bench:*`. */
function startsOthers(
  own: string,
  script: string,
  scripts: Readonly<Record<string, string>>,
): boolean {
  const others = Object.keys(scripts).filter((name) => name !== own && ofBenchmark.test(name));
  const words = script.split(/[\s"'&;|]+/);
  const isRunner = words.some((word) =>
    /^(npm|pnpm|yarn|bun|run-[sp]|npm-run-all2?|concurrently)$/.test(word),
  );
  return (
    isRunner &&
    words.some((word) => {
      const [called = ''] = /^(?:npm:)?[\w:-]+\*?$/.exec(word) ?? [];
      const start = called.replace(/^npm:/, '');
      return start.endsWith('*')
        ? others.some((name) => name.startsWith(start.slice(0, -1)))
        : others.includes(start);
    })
  );
}

/** Takes the test, with the numbers of its tool where it has one; or says why not. */
export function add(
  { benchmarks, passedOver }: Share,
  test: StarterTest,
  tool: TimedTool | undefined,
  { dependencies }: PackageFile,
  written?: readonly string[],
): void {
  const read = tool === undefined ? test : withResults(test, tool, written);
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

/** The commands of a script that runs several benchmarks one after the other: each is a test. Empty where it does anything else. */
function splitChain(script: string): string[][] {
  const parts = script.split('&&').map((part) => part.trim().split(/\s+/));
  const isFile = ([program = '', file = '', ...more]: string[]): boolean =>
    /^(node|bun|deno)$/.test(program) &&
    /^[\w@./-]+\.[cm]?[jt]s$/.test(file) &&
    /bench|perf/i.test(file) &&
    more.length === 0;
  const isChain = parts.length > 1 && parts.every(isFile);
  return isChain && new Set(parts.map(([, file]) => file)).size === parts.length ? parts : [];
}

/** The words of a script that needs no shell and no npm; undefined where it may need one. */
function splitScript(
  script: string,
  dependencies: ReadonlyMap<string, string>,
  bin: Place['bin'],
): string[] | undefined {
  const words = script.trim().split(/\s+/);
  const [program = '', ...rest] = words;
  if (!words.every((word) => /^[\w@%+=:,./-]+$/.test(word)) || rest.length === 0) return undefined;
  if (program === 'node' || program === 'bun' || program === 'deno') return words;
  return dependencies.has(program) && !program.includes('/')
    ? [`${bin(program)}/${program}`, ...rest]
    : undefined;
}
