import { readPlainYaml } from '../suite/read-yaml.ts';
import { posix } from 'node:path';
import { attempt } from '../contract/attempt.ts';
import { fitsPath, listFiles, readIfThere } from './repository-files.ts';

export const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
];

export interface PackageFile {
  name?: string;
  scripts: Record<string, string>;
  /** Name → range of versions. */
  dependencies: ReadonlyMap<string, string>;
}

/** A package of a workspace. */
export interface Member extends PackageFile {
  /** From the root. */
  folder: string;
}

/** A package.json may be half written: what is not as it should be is passed over. */
export function readPackage(text: string): PackageFile {
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

/** The versions of Node that a package.json names, as text. */
export function readNodeRange(text: string): string {
  const { devEngines, engines, volta } = asMap(parseJson(text));
  const node = asMap(volta)['node'] ?? asMap(devEngines)['runtime'] ?? asMap(engines)['node'];
  return JSON.stringify([node]);
}

/** Installing Perigee makes such a file in a repository of another language. */
export function isForPerigee({ dependencies, name, scripts }: PackageFile): boolean {
  const isBare = name === undefined && Object.keys(scripts).length === 0;
  return isBare && dependencies.size === 1 && dependencies.has('perigee');
}

/** The packages of the workspace that pnpm, npm, yarn, bun, lerna or Rush make of this repository; none without one. */
export async function listMembers(directory: string): Promise<Member[]> {
  const patterns = await listPatterns(directory);
  if (patterns.length === 0) return [];
  const wanted = patterns.filter((one) => !one.startsWith('!')).map(tidy);
  const unwanted = patterns.filter((one) => one.startsWith('!')).map((one) => tidy(one.slice(1)));
  return (await listPackages(directory)).filter(({ folder }) => {
    const fits = (all: readonly string[]): boolean => all.some((one) => fitsPath(one, folder));
    return fits(wanted) && !fits(unwanted);
  });
}

/** Each folder below the root with a package.json, those nearer to the root first. */
export async function listPackages(directory: string): Promise<Member[]> {
  const packages: Member[] = [];
  for (const file of await listFiles(directory, /^package\.json$/)) {
    const folder = posix.dirname(file);
    if (folder === '.') continue;
    packages.push({ folder, ...readPackage((await readIfThere(directory, file)) ?? '') });
  }
  return packages;
}

async function listPatterns(directory: string): Promise<string[]> {
  const read = async (name: string): Promise<string> => (await readIfThere(directory, name)) ?? '';
  const lerna = await read('lerna.json');
  const { workspaces } = asMap(parseJson(await read('package.json')));
  const lists = [
    asMap(readPlainYaml(await read('pnpm-workspace.yaml')))['packages'],
    Array.isArray(workspaces) ? workspaces : asMap(workspaces)['packages'],
    ...(lerna === '' ? [] : [asMap(parseJson(lerna))['packages'] ?? ['packages/*']]),
    // It has comments.
    [...(await read('rush.json')).matchAll(/"projectFolder"\s*:\s*"([^"]+)"/g)].map(
      ([, one]) => one,
    ),
  ];
  const patterns = lists.flat().filter((one): one is string => typeof one === 'string');
  return patterns.flatMap(expandBraces);
}

/** `{apps,packages}/*` → `apps/*`, `packages/*` */
function expandBraces(pattern: string): string[] {
  const [whole, inside = ''] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  return inside.split(',').flatMap((one) => expandBraces(pattern.replace(whole, () => one)));
}

/** `./tools/bench/` → `tools/bench` */
function tidy(pattern: string): string {
  return pattern.replaceAll(/^\.\/|\/+$/g, '');
}

export function parseJson(text: string): unknown {
  return attempt((): unknown => JSON.parse(text), {});
}

export function asMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
