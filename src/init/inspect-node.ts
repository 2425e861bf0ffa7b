import { posix } from 'node:path';
import { describeCases, findNodeRunner, hasNodeTests } from './describe-cases.ts';
import {
  unitTests,
  type StarterCommand,
  type StarterTest,
  type ToolchainFindings,
} from './findings.ts';
import { findToolUsed, leaveOutImported } from './fixed-time-tools.ts';
import {
  add,
  inspectScripts,
  isNothing,
  isOfMember,
  type Place,
  type Share,
  whyOfPackages,
} from './node-scripts.ts';
import { listMembers, type Member, readPackage } from './package-file.ts';
import { inspectNx } from './nx-targets.ts';
import { isThere, listBenchmarkFiles, readIfThere } from './repository-files.ts';

/** Which file says who installs, and how to install exactly what it lists. */
const installers: readonly (readonly [lockFile: string, command: string[], run: string])[] = [
  ['pnpm-lock.yaml', ['pnpm', 'install', '--frozen-lockfile'], 'pnpm'],
  ['yarn.lock', ['yarn', 'install', '--immutable'], 'yarn'],
  ['bun.lock', ['bun', 'install', '--frozen-lockfile'], 'bun'],
  ['package-lock.json', ['npm', 'ci'], 'npm'],
];

/** The scripts of a package.json, and files that Node runs as benchmarks; undefined when there is neither. */
export async function inspectNode(directory: string): Promise<ToolchainFindings | undefined> {
  const text = await readIfThere(directory, 'package.json');
  const file = readPackage(text ?? '{}');
  const members = await listMembers(directory);
  const isNx = await isThere(directory, 'nx.json');
  const bin = (): string => 'node_modules/.bin';
  const { install, run, because } = await findInstaller(directory);
  const isPlugAndPlay = await isPlugged(directory);
  const root: Place = { directory, file, isNx, isPlugAndPlay, members, run, bin };
  if (text === undefined) {
    const ofFiles = await inspectFiles(root);
    for (const member of members) {
      const { benchmarks } = await inspectMember(root, member, []);
      const why = 'Rush installs the packages: add its commands to setup, then this to the tests';
      ofFiles.passedOver.push(...benchmarks.map(({ name: what }) => ({ what, why })));
    }
    return isNothing(ofFiles) ? undefined : { setup: [], ...ofFiles };
  }
  const names = Object.keys(file.scripts);
  const setup: StarterCommand[] = [{ command: install, because }];
  if (names.includes('build')) {
    setup.push({ command: [run, 'run', 'build'], because: 'the build of each side' });
  } else if (members.some(({ scripts }) => 'build' in scripts)) {
    setup.push({ command: buildAll(run), because: 'the build of each package that has one' });
  }
  const own = await inspectPackage(root, setup);
  const shares: Share = { benchmarks: [], passedOver: [] };
  for (const member of members) {
    const share = await inspectMember(root, member, setup);
    shares.benchmarks.push(...share.benchmarks);
    shares.passedOver.push(...share.passedOver);
  }
  // However it starts those of the packages.
  const isOfOthers = ({ name, results }: StarterTest): boolean =>
    shares.benchmarks.length > 0 && name in file.scripts && results === undefined;
  for (const { name } of own.benchmarks.filter(isOfOthers))
    own.passedOver.push({ what: `${run} run ${name}`, why: whyOfPackages });
  shares.benchmarks.unshift(...own.benchmarks.filter((one) => !isOfOthers(one)));
  shares.passedOver.unshift(...own.passedOver);
  const ofNx = await inspectNx(root);
  shares.benchmarks.push(...ofNx.benchmarks);
  shares.passedOver.push(...ofNx.passedOver);
  const { benchmarks, passedOver } = shares;
  const runner = findNodeRunner(file.dependencies, file.scripts['test']);
  const cases =
    runner === undefined || !(await hasNodeTests(directory))
      ? undefined
      : await describeCases(directory, runner);
  const isReal = names.includes('test') && !file.scripts['test']?.includes('no test specified');
  if (benchmarks.length === 0 && isReal && cases === undefined) {
    passedOver.push({ what: `${run} run test`, why: unitTests });
  }
  return {
    ...(file.name !== undefined && { name: file.name }),
    ...{ setup, benchmarks, passedOver },
    ...(cases !== undefined && { cases }),
  };
}

function buildAll(run: string): string[] {
  switch (run) {
    case 'pnpm':
      return ['pnpm', '--recursive', 'run', 'build'];
    case 'yarn':
      return ['yarn', 'workspaces', 'foreach', '--all', '--topological', 'run', 'build'];
    case 'bun':
      return ['bun', 'run', '--filter', '*', 'build'];
    default:
      return ['npm', 'run', 'build', '--workspaces', '--if-present'];
  }
}

/** Its scripts, or the files where it has none of benchmarks. */
async function inspectPackage(place: Place, setup: StarterCommand[], folder = '.'): Promise<Share> {
  const { file, run } = place;
  const found = await inspectScripts(place);
  for (const { name } of found.benchmarks) {
    const before = `pre${name}`;
    if (!(before in file.scripts)) continue;
    const command = [run, 'run', before];
    const because = `what ${run} runs before "${name}"`;
    const inside = ['sh', '-c', 'cd "$0" && exec "$@"', folder, ...command];
    setup.push({ command: folder === '.' ? command : inside, because });
  }
  return isNothing(found) ? inspectFiles(place) : found;
}

async function inspectMember(
  root: Place,
  { folder, ...file }: Member,
  setup: StarterCommand[],
): Promise<Share> {
  const up = posix.relative(folder, '.');
  const dependencies = new Map([...root.file.dependencies, ...file.dependencies]);
  const place: Place = {
    directory: posix.join(root.directory, folder),
    file: { ...file, dependencies },
    isNx: root.isNx,
    isPlugAndPlay: root.isPlugAndPlay,
    members: root.members
      .filter((other) => other.folder.startsWith(`${folder}/`))
      .map((other) => ({ ...other, folder: posix.relative(folder, other.folder) })),
    run: root.run,
    // pnpm alone gives each package its own programs.
    bin: (dependency) =>
      posix.join(
        root.run === 'pnpm' && file.dependencies.has(dependency) ? '' : up,
        'node_modules/.bin',
      ),
  };
  const { benchmarks, passedOver } = await inspectPackage(place, setup, folder);
  const called = (what: string): string => `${folder} ${what}`;
  return {
    benchmarks: benchmarks.map((test) => ({ ...test, name: called(test.name), directory: folder })),
    passedOver: passedOver.map(({ what, why }) => ({ what: called(what), why })),
  };
}

async function inspectFiles({ directory, file, isPlugAndPlay, members }: Place): Promise<Share> {
  const share: Share = { benchmarks: [], passedOver: [] };
  const all = await listBenchmarkFiles(directory, ['js', 'mjs', 'ts']);
  const names = all.filter((name) => !isOfMember(name, members));
  for (const name of await leaveOutImported(directory, names)) {
    const tool = await findToolUsed(directory, name);
    const isTypeScript = name.endsWith('.ts');
    const loader = isTypeScript && file.dependencies.has('tsx') ? ['--import', 'tsx'] : [];
    const needs = isTypeScript && loader.length === 0 ? '; needs Node 22.18 or newer' : '';
    const because = `the file ${name}${needs}`;
    const node = isPlugAndPlay ? ['yarn', 'node'] : ['node'];
    add(share, { name, command: [...node, ...loader, name], because }, tool, file);
  }
  return share;
}

interface Installer {
  install: string[];
  run: string;
  because: string;
}

/** Yarn puts no packages into folders, unless it is told to. */
async function isPlugged(directory: string): Promise<boolean> {
  if (await isThere(directory, '.pnp.cjs')) return true;
  const lock = (await readIfThere(directory, 'yarn.lock', 50 * 2 ** 20)) ?? '';
  const settings = (await readIfThere(directory, '.yarnrc.yml')) ?? '';
  return /^__metadata:/m.test(lock) && !/^nodeLinker: *["']?(node-modules|pnpm)\b/m.test(settings);
}

async function findInstaller(directory: string): Promise<Installer> {
  for (const [lockFile, install, run] of installers) {
    if (await isThere(directory, lockFile))
      return { install, run, because: `what ${lockFile} lists` };
  }
  const because = 'no lock file was found: the sides may get different versions';
  return { install: ['npm', 'install'], run: 'npm', because };
}
