import { posix } from 'node:path';
import type { StarterCommand, StarterPorts, StarterTest } from './findings.ts';
import { findInstaller } from './node-installer.ts';
import { isBenchmarkName, type Place, startsPackages } from './node-scripts.ts';
import { listPackages, type Member, type PackageFile } from './package-file.ts';
import { benchmarkFolders } from './repository-files.ts';

/** Packages in folders of benchmarks that no workspace installs. */
export interface Nested {
  /** Their own scripts are measured. */
  apart: Member[];
  /** Scripts of the root, or none, start their files. */
  others: Member[];
}

/** @param members of the workspace */
export async function listNested(
  directory: string,
  { scripts }: PackageFile,
  members: readonly Member[],
): Promise<Nested> {
  const isMember = new Set(members.map(({ folder }) => folder));
  const nested: Member[] = [];
  for (const one of await listPackages(directory)) {
    const isOfBenchmarks = one.folder.split('/').some((name) => benchmarkFolders.includes(name));
    const isInside = nested.some(({ folder }) => one.folder.startsWith(`${folder}/`));
    if (isOfBenchmarks && !isInside && !isMember.has(one.folder)) nested.push(one);
  }
  const started = Object.entries(scripts).flatMap(([name, script]) =>
    isBenchmarkName(name) && !startsPackages(script) ? [script] : [],
  );
  const isApart = (one: Member): boolean =>
    Object.keys(one.scripts).some(isBenchmarkName) && !names(started, one.folder);
  return { apart: nested.filter(isApart), others: nested.filter((one) => !isApart(one)) };
}

export async function installNested(
  directory: string,
  ports: StarterPorts,
  folder: string,
): Promise<StarterCommand> {
  const { because, install, unlocked } = await findInstaller(directory, ports, folder);
  return {
    command: install,
    because: `${because}; the benchmarks there have packages of their own`,
    ...(unlocked !== undefined && { unlocked }),
  };
}

/** Whether tests of the root start something in the folder. */
export function isUsed(
  { dependencies, folder }: Member,
  { file }: Place,
  tests: readonly StarterTest[],
): boolean {
  const texts = tests.flatMap(({ command, name }) => [...command, file.scripts[name] ?? '']);
  return dependencies.size > 0 && names(texts, folder);
}

/** A path into the folder, or the folder itself. */
function names(texts: readonly string[], folder: string): boolean {
  const words = texts
    .flatMap((text) => text.split(/[\s"'()&;|=]+/))
    .map((word) => posix.normalize(word));
  return words.some((word) => word === folder || word.startsWith(`${folder}/`));
}
