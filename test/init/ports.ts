import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../../src/adapters/read-results.ts';
import { draftSuite } from '../../src/init/draft-suite.ts';
import type { RepositoryFindings, StarterPorts } from '../../src/init/findings.ts';
import { inspectRepository } from '../../src/init/inspect-repository.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import type { Suite } from '../../src/contract/suite.ts';
import { writeFiles } from '../make-folder.ts';

/** A machine on which no program can be started. */
export const noPorts: StarterPorts = {
  checkOut: () => Promise.resolve(undefined),
  readResults,
  startCases: () => [],
  note: () => undefined,
  run: ([program = '']) =>
    Promise.resolve({ status: undefined, fault: `no ${program} here`, output: '', durationMs: 0 }),
};

/** Of a repository in which nothing is found. */
export const nothing: RepositoryFindings = {
  ...{ name: 'n', setup: [], tests: [], passedOver: [], hasSchema: false },
};

/** Writes the files and tells what is found in the folder then. */
export function inspect(
  folder: string,
  files: Readonly<Record<string, unknown>>,
): Promise<RepositoryFindings> {
  writeFiles(folder, files);
  return inspectRepository(folder, noPorts);
}

/** Writes the files, drafts a suite for them and loads it. */
export async function draft(
  folder: string,
  files: Readonly<Record<string, string>>,
  ports: StarterPorts = noPorts,
): Promise<Suite> {
  writeFiles(folder, files);
  const file = join(folder, 'perigee.yml');
  writeFileSync(file, draftSuite(await inspectRepository(folder, ports)));
  return loadSuite(file);
}

type Commands = readonly { readonly command: readonly string[] }[];
export const commandsOf = ({ tests }: { readonly tests: Commands }): string[] =>
  tests.map(({ command }) => command.join(' '));
