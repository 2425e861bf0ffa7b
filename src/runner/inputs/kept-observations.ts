import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObservationRecord } from '../../contract/documents.ts';
import { parseDocument } from '../../contract/validate.ts';
import { UserError } from '../../contract/user-error.ts';
import { writeWhole } from '../journal/write-whole.ts';

/** Of all suites, bases and environments of one repository. */
export const mostKept = 8;
/** Of an observation with tens of thousands of paths. */
export const mostBytes = 16 * 2 ** 20;
const limits = { maxCharacters: mostBytes, maxDepth: 16, maxValues: 1_000_000 };

const fileName = /^([0-9a-f]{64})-[0-9a-f]{40,64}\.json$/;

export interface KeptObservations {
  /** The newest first. */
  observations: ObservationRecord[];
  /** Sentences about those that are damaged, which are removed. */
  damaged: string[];
}

/** @param folder need not exist */
export async function readKept(folder: string, conditions: string): Promise<KeptObservations> {
  const found: KeptObservations = { observations: [], damaged: [] };
  for (const name of await listNewestFirst(folder)) {
    if (fileName.exec(name)?.[1] !== conditions) continue;
    const file = join(folder, name);
    const observation = await readOne(file, conditions);
    if (observation === undefined) continue;
    if (typeof observation !== 'string') found.observations.push(observation);
    else {
      await rm(file, { recursive: true, force: true });
      found.damaged.push(
        `what an earlier run saw the tests read is not used, and its file is removed: .perigee/observations/${name.slice(0, 12)}… ${observation}`,
      );
    }
  }
  return found;
}

/** @returns undefined where another process has removed it; a sentence where it is damaged */
async function readOne(
  file: string,
  conditions: string,
): Promise<ObservationRecord | string | undefined> {
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size > mostBytes) return 'is too large';
    const text = await readFile(file, 'utf8');
    const observation = parseDocument('observation', text, file, limits);
    return observation.here?.conditions === conditions ? observation : 'belongs to another run';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof UserError) return `holds ${error.facts.seen}`.slice(0, 300);
    return `cannot be read: ${(error as Error).message}`.slice(0, 300);
  }
}

/** Puts it there as a whole, and removes the oldest ones. */
export async function keepOne(folder: string, observation: ObservationRecord): Promise<void> {
  const text = JSON.stringify(observation);
  const { commit, here } = observation;
  if (here === undefined || text.length > mostBytes) return;
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${here.conditions}-${commit}.json`);
  await writeWhole(file, text);
  const all = await listNewestFirst(folder);
  for (const name of all.slice(mostKept)) await rm(join(folder, name), { force: true });
}

async function listNewestFirst(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const all = await Promise.all(
    names.map(async (name) => {
      const facts = await stat(join(folder, name)).catch(() => undefined);
      return { name, at: facts?.mtimeMs ?? 0 };
    }),
  );
  return all.sort((a, b) => b.at - a.at).map(({ name }) => name);
}
