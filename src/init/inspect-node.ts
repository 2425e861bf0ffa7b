import { posix } from 'node:path';
import { chooseFiles } from './choose-files.ts';
import { describeCases, findNodeRunner, hasNodeTests } from './describe-cases.ts';
import {
  unitTests,
  type StarterCommand,
  type StarterPorts,
  type StarterTest,
  type ToolchainFindings,
} from './findings.ts';
import { findToolUsed } from './fixed-time-tools.ts';
import { leaveOutDevelopment } from './lean-install.ts';
import { installNested, isUsed, listNested, type Nested } from './nested-packages.ts';
import { findInstaller, isPlugged } from './node-installer.ts';
import {
  add,
  inspectScripts,
  isOfMember,
  isBenchmarkName,
  isNothing,
  type Place,
  type Share,
  whyOfPackages,
} from './node-scripts.ts';
import { listMembers, type Member, readPackage } from './package-file.ts';
import { inspectNx } from './nx-targets.ts';
import { isThere, readIfThere } from './repository-files.ts';

/** The scripts of a package.json, and files that Node runs as benchmarks; undefined when there is neither. */
export async function inspectNode(
  directory: string,
  ports: StarterPorts,
): Promise<ToolchainFindings | undefined> {
  const text = await readIfThere(directory, 'package.json');
  const file = readPackage(text ?? '{}');
  const members = await listMembers(directory);
  const isNx = await isThere(directory, 'nx.json');
  const bin = (): string => 'node_modules/.bin';
  const { run, unlocked, ...installer } = await findInstaller(directory, ports);
  const isPlugAndPlay = await isPlugged(directory);
  const nested = await listNested(directory, file, members);
  const parts = [...members, ...nested.apart];
  const root: Place = { directory, file, isNx, isPlugAndPlay, members: parts, run, bin };
  if (text === undefined) {
    const setup: StarterCommand[] = [];
    const found = await inspectFiles(root);
    for (const member of members) {
      const { benchmarks } = await inspectMember(root, member, []);
      const why = 'Rush installs the packages: add its commands to setup, then this to the tests';
      found.passedOver.push(...benchmarks.map(({ name: what }) => ({ what, why })));
    }
    join(found, await inspectNested(root, ports, nested, found.benchmarks, setup));
    return isNothing(found) ? undefined : { setup, ...found };
  }
  const names = Object.keys(file.scripts);
  const setup: StarterCommand[] = [
    {
      ...{ command: installer.install, because: installer.because },
      // Of a package with nothing to install there is no lock file either.
      ...(unlocked !== undefined && file.dependencies.size > 0 && { unlocked }),
    },
  ];
  if (names.includes('build')) {
    setup.push({ command: [run, 'run', 'build'], because: 'the build of each side' });
  } else if (members.some(({ scripts }) => 'build' in scripts)) {
    setup.push({ command: buildAll(run), because: 'the build of each package that has one' });
  }
  const own = await inspectPackage(root, setup);
  const shares: Share = { benchmarks: [], passedOver: [] };
  for (const member of members) join(shares, await inspectMember(root, member, setup));
  // However it starts those of the packages.
  const isOfOthers = ({ name, results }: StarterTest): boolean =>
    shares.benchmarks.length > 0 && name in file.scripts && results === undefined;
  for (const { name } of own.benchmarks.filter(isOfOthers))
    own.passedOver.push({ what: `${run} run ${name}`, why: whyOfPackages });
  shares.benchmarks.unshift(...own.benchmarks.filter((one) => !isOfOthers(one)));
  shares.passedOver.unshift(...own.passedOver);
  join(shares, await inspectNested(root, ports, nested, own.benchmarks, setup));
  join(shares, await inspectNx(root));
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
  const [first, ...rest] = setup;
  const isBuilt = rest.some(({ command }) => command.includes('run'));
  const lean =
    first === undefined || isBuilt || members.length > 0
      ? undefined
      : await leaveOutDevelopment(root, text, first, benchmarks);
  return {
    ...(file.name !== undefined && { name: file.name }),
    ...{ setup, benchmarks, passedOver },
    ...(lean !== undefined && { leanSetup: [...lean, ...rest] }),
    ...(cases !== undefined && { cases }),
  };
}

/** Installs the packages of benchmarks that no workspace has, where something of theirs is measured. */
async function inspectNested(
  root: Place,
  ports: StarterPorts,
  { apart, others }: Nested,
  own: readonly StarterTest[],
  setup: StarterCommand[],
): Promise<Share> {
  const { directory } = root;
  const shares: Share = { benchmarks: [], passedOver: [] };
  for (const one of others.filter((each) => isUsed(each, root, own)))
    setup.push(await installNested(directory, ports, one.folder));
  for (const one of apart) {
    const { run } = await findInstaller(directory, ports, one.folder);
    const before: StarterCommand[] = [];
    const ownBin = (): string => 'node_modules/.bin';
    const share = await inspectMember({ ...root, run, isNx: false }, one, before, ownBin);
    if (share.benchmarks.length > 0 && one.dependencies.size > 0)
      setup.push(await installNested(directory, ports, one.folder));
    setup.push(...before);
    join(shares, share);
  }
  return shares;
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

/** Its scripts, and the files that none of them starts. */
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
  const scripts = Object.entries(file.scripts).filter(([name]) => isBenchmarkName(name));
  join(found, await inspectFiles(place, isNothing(found) ? [] : scripts.map(([, one]) => one)));
  return found;
}

function join(share: Share, { benchmarks, passedOver }: Share): void {
  share.benchmarks.push(...benchmarks);
  share.passedOver.push(...passedOver);
}

/** @param ownBin where the package has programs of its own alone */
async function inspectMember(
  root: Place,
  { folder, ...file }: Member,
  setup: StarterCommand[],
  ownBin?: Place['bin'],
): Promise<Share> {
  const up = posix.relative(folder, '.');
  const dependencies = new Map([...root.file.dependencies, ...file.dependencies]);
  const place: Place = {
    ...{ directory: posix.join(root.directory, folder), folder },
    file: { ...file, dependencies },
    isNx: root.isNx,
    isPlugAndPlay: root.isPlugAndPlay,
    members: root.members
      .filter((other) => other.folder.startsWith(`${folder}/`))
      .map((other) => ({ ...other, folder: posix.relative(folder, other.folder) })),
    run: root.run,
    // pnpm alone gives each package its own programs.
    bin:
      ownBin ??
      ((dependency) =>
        posix.join(
          root.run === 'pnpm' && file.dependencies.has(dependency) ? '' : up,
          'node_modules/.bin',
        )),
  };
  const { benchmarks, passedOver } = await inspectPackage(place, setup, folder);
  const called = (what: string): string => `${folder} ${what}`;
  return {
    benchmarks: benchmarks.map((test) => ({ ...test, name: called(test.name), directory: folder })),
    passedOver: passedOver.map(({ what, why }) => ({ what: called(what), why })),
  };
}

/**
 * Programs of Node that look like benchmarks.
 * @param scripts those of benchmarks, which are measured by themselves
 */
async function inspectFiles(
  { directory, file, folder, isPlugAndPlay, members }: Place,
  scripts: readonly string[] = [],
): Promise<Share> {
  const { files, passedOver } = await chooseFiles(directory, {
    ...{ endings: ['js', 'cjs', 'mjs', 'ts'], scripts },
    ...(folder !== undefined && { within: folder }),
    isOthers: (name) => isOfMember(name, members),
  });
  const share: Share = { benchmarks: [], passedOver };
  for (const name of files) {
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
