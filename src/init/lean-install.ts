import type { StarterCommand, StarterTest } from './findings.ts';
import { listPackagesUsed, startsPrograms } from './fixed-time-tools.ts';
import type { Place } from './node-scripts.ts';
import { asMap, parseJson } from './package-file.ts';
import { posix } from 'node:path';

/** Scripts that an installation starts, or that setup does: they may need any package. */
const started = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
];

const withoutDevelopment: Readonly<Record<string, string>> = {
  npm: '--omit=dev',
  pnpm: '--prod',
  bun: '--production',
};

export function isLeanOption(word: string): boolean {
  return Object.values(withoutDevelopment).includes(word);
}

/**
 * The install of the root without the packages that only its developers need; of linters and compilers there are often
 * hundreds, and each side installs them.
 * @param text package.json of the root
 * @returns undefined where a benchmark, or a script of setup, may need them; nothing where no other package is left
 */
export async function leaveOutDevelopment(
  { directory, file, isNx, isPlugAndPlay, members, run }: Place,
  text: string,
  install: StarterCommand,
  tests: readonly StarterTest[],
): Promise<StarterCommand[] | undefined> {
  const option = withoutDevelopment[run];
  const fields = asMap(parseJson(text));
  const development = new Set(Object.keys(asMap(fields['devDependencies'])));
  const isSimple = !isNx && !isPlugAndPlay && fields['workspaces'] === undefined;
  const isBuilt = [file, ...members].some(({ scripts }) => started.some((name) => name in scripts));
  if (option === undefined || development.size === 0 || !isSimple || isBuilt) return undefined;
  for (const { command, directory: folder = '.' } of tests) {
    const [program, ...rest] = command;
    if (program !== 'node' || startsPrograms(rest.join(' '))) return undefined;
    const imported = rest.flatMap((word) => [...word.matchAll(/\bimport\('([^']+)'\)/g)]);
    const words = [...rest, ...imported.map(([, word = '']) => word)];
    const files = words.filter((word) => /^[\w./-]+\.[cm]?[jt]s$/.test(word));
    const own = members.find((one) => one.folder === folder)?.dependencies;
    const used = new Set(words.flatMap((word) => listNamed(`"${word}"`, development)));
    for (const one of files) {
      const names = await listPackagesUsed(directory, posix.join(folder, one), (text) =>
        listNamed(text, development),
      );
      if (names === undefined) return undefined;
      for (const name of names) used.add(name);
    }
    const needs = (name: string): boolean => used.has(name) && own?.has(name) !== true;
    if (files.length === 0 || [...development].some(needs)) return undefined;
  }
  const others = ['dependencies', 'optionalDependencies', 'peerDependencies'];
  if (others.every((kind) => Object.keys(asMap(fields[kind])).length === 0)) return [];
  const because = `${install.because}; without devDependencies, which no benchmark uses`;
  return [{ ...install, command: [...install.command, option], because }];
}

/** The packages that a text names after a quote or within a path, as in `"--import=tsx"` and `node_modules/tape/x.js`. */
function listNamed(text: string, packages: ReadonlySet<string>): string[] {
  return [...packages].filter((name) => {
    const literal = name.replaceAll(/[^\w@/-]/g, String.raw`\$&`);
    return new RegExp(`["'\`/=]${literal}(?![\\w.-])`).test(text);
  });
}
