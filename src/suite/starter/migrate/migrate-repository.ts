import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { UserError } from '../../../contract/user-error.ts';
import {
  schemaFile,
  type PassedOver,
  type RepositoryFindings,
  type StarterPorts,
} from '../findings.ts';
import type { FormerToolName } from '../former-tools.ts';
import { isThere, readIfThere } from '../repository-files.ts';
import { tryTests, withOwnNames } from '../try-tests.ts';
import { type MigratedWorkflow, migrateWorkflow } from './migrate-workflow.ts';

const folder = '.github/workflows';
const mostFiles = 100;

export interface MigratedRepository {
  findings: RepositoryFindings;
  workflows: MigratedWorkflow[];
}

/**
 * The suite that the workflows of a repository become, tried like any other.
 * @param name of the former tool
 * @throws UserError where no workflow uses the tool, or one cannot be read
 */
export async function migrateRepository(
  directory: string,
  name: FormerToolName,
  ports: StarterPorts,
): Promise<MigratedRepository> {
  const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => `${folder}/${entry.name}`)
    .sort();
  const workflows: MigratedWorkflow[] = [];
  for (const file of files.slice(0, mostFiles)) {
    const text = await readIfThere(directory, file);
    const migrated = text === undefined ? undefined : migrateWorkflow(text, file, name);
    if (migrated !== undefined) workflows.push(migrated);
  }
  if (workflows.length === 0) {
    throw new UserError({
      where: folder,
      seen: `none of ${files.length} workflows uses ${name}`,
      expected: `a workflow of at most 1 MiB with a step of ${name}`,
      remedy: 'run `perigee init` without --from: it looks at the benchmarks themselves',
    });
  }
  const setup = workflows.flatMap((one) => one.setup);
  const tests = withOwnNames(workflows.flatMap((one) => one.tests));
  const tried = await tryTests(directory, { setup, tests }, ports);
  return { findings: await describe(directory, tried), workflows };
}

async function describe(
  directory: string,
  found: Pick<RepositoryFindings, 'setup' | 'tests'> & { passedOver: PassedOver[] },
): Promise<RepositoryFindings> {
  return {
    name: basename(resolve(directory)),
    ...found,
    hasSchema: await isThere(directory, schemaFile),
  };
}
