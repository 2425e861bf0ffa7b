import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tracked-files.ts';

/** A rule about a folder that is gone, or has another name by now, is one that nobody can break. */
export async function checkPlacesOfRules(): Promise<string> {
  const patterns = [
    ...listImportPatterns(await readConfig('.dependency-cruiser.mjs')),
    ...listLintPatterns(await readConfig('oxlint.config.ts')),
    ...listTestPatterns(await readConfig('vitest.config.ts')),
  ];
  const places = patterns.flatMap(listPlacesOf);
  const gone = places.filter((place) => !existsSync(join(root, place)));
  if (gone.length === 0) return `${new Set(places).size} files and folders`;
  throw new Error(
    `a rule names what is not there: ${[...new Set(gone)].join(', ')}\n` +
      'expected: files and folders of the repository; look at .dependency-cruiser.mjs, oxlint.config.ts and vitest.config.ts',
  );
}

/**
 * The files and folders that a pattern begins with: of a regular expression of paths as our rules write them, or of
 * a glob. What can be known only by looking (`$1`, `[a-z]*`) and what lies in packages is left out.
 */
export function listPlacesOf(pattern: string): string[] {
  const group = /\(([^()]*)\)|\{([^{}]*)\}/.exec(pattern);
  if (group !== null) {
    const choices = group[1]?.split('|') ?? group[2]?.split(',') ?? [];
    return choices.flatMap((choice) => listPlacesOf(pattern.replace(group[0], () => choice)));
  }
  return pattern.split('|').flatMap((one) => {
    const [literal = ''] = one
      .replace(/^\^|\$$/g, '')
      .replaceAll('\\.', '.')
      .split(/(?<=^|\/)[^/]*\*/);
    const isUnknown = literal === '' || /[?[\]$\\:+^]|node_modules/.test(literal);
    return isUnknown ? [] : [literal];
  });
}

/** What a tool reads as its configuration. */
async function readConfig<T>(file: string): Promise<T> {
  const { default: config } = (await import(join(root, file))) as { default: T };
  return config;
}

interface Ends {
  path?: string;
  pathNot?: string;
  dependencyTypes?: readonly string[];
}

function listImportPatterns({ forbidden }: { forbidden: { from: Ends; to: Ends }[] }): string[] {
  return forbidden
    .flatMap(({ from, to }) => [from, to])
    .filter(({ dependencyTypes }) => dependencyTypes === undefined)
    .flatMap(({ path, pathNot }) => [path, pathNot])
    .filter((pattern) => pattern !== undefined);
}

/** Without what no rule is about, such as the output of a build, which need not be there. */
function listLintPatterns({ overrides }: { overrides: { files: string[] }[] }): string[] {
  return overrides.flatMap(({ files }) => files);
}

interface TestConfig {
  test: { projects: { test: { include?: string[]; exclude?: string[] } }[] };
}

function listTestPatterns({ test: { projects } }: TestConfig): string[] {
  // What a pattern leaves out has to be there, too.
  const all = projects.flatMap(({ test: { include = [], exclude = [] } }) => [
    ...include,
    ...exclude,
  ]);
  return all.map((pattern) => pattern.replace('!(', '('));
}
