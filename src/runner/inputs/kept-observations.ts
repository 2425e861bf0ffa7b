import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObservationRecord } from '../../contract/documents.ts';
import { parseDocument } from '../../contract/validate.ts';
import { UserError } from '../../contract/user-error.ts';
import { writeWhole } from '../journal/write-whole.ts';

/** For all suites, bases and environments of one repository. */
export const mostKept = 8;
/** For an observation with tens of thousands of paths. */
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
    const [signature = '', text = ''] = (await readFile(file, 'utf8')).split(/\n(.*)/s, 2);
    const key = await readKey(dirname(file));
    if (key === undefined || !isSigned(text, signature, key)) return 'was not written by Perigee';
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
  const key = (await readKey(folder)) ?? (await makeKey(folder));
  await writeWhole(file, `${sign(text, key)}\n${text}`);
  const all = await listNewestFirst(folder);
  for (const name of all.slice(mostKept)) await rm(join(folder, name), { force: true });
}

/** Beside what it signs: the folder is hidden from tests as a whole. */
const keyFile = 'key';

/** @returns undefined where there is none that only this user can read */
async function readKey(folder: string): Promise<string | undefined> {
  const file = join(folder, keyFile);
  const facts = await lstat(file).catch(() => undefined);
  const isOwn = facts?.isFile() === true && facts.uid === process.getuid?.();
  return isOwn && (facts.mode & 0o077) === 0 && facts.size === 64
    ? readFile(file, 'latin1')
    : undefined;
}

/** With two runs at once, the key of the first counts for both. */
async function makeKey(folder: string): Promise<string> {
  const key = randomBytes(32).toString('hex');
  const [file, part] = [join(folder, keyFile), join(folder, `${key}.part`)];
  // One that is no key of this user.
  if ((await readKey(folder)) === undefined) await rm(file, { recursive: true, force: true });
  await writeFile(part, key, { flag: 'wx', mode: 0o600 });
  await link(part, file).catch(() => undefined);
  await rm(part);
  return (await readKey(folder)) ?? key;
}

function sign(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function isSigned(text: string, signature: string, key: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(text, key))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function listNewestFirst(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => fileName.test(name));
  const all = await Promise.all(
    names.map(async (name) => {
      const facts = await stat(join(folder, name)).catch(() => undefined);
      return { name, at: facts?.mtimeMs ?? 0 };
    }),
  );
  return all.sort((a, b) => b.at - a.at).map(({ name }) => name);
}
