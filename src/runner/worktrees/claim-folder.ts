import { readFile, rm } from 'node:fs/promises';
import { writeWhole } from '../journal/write-whole.ts';

/** Beside the folder and written before it: a folder without one has been left behind. */
function ownerFile(folder: string): string {
  return `${folder}${ownerSuffix}`;
}

export const ownerSuffix = '.owner';

/** Writes down which process works in a folder. */
export async function claimFolder(folder: string): Promise<void> {
  const owner = { pid: process.pid, started: await readStartTicks(process.pid) };
  await writeWhole(ownerFile(folder), JSON.stringify(owner));
}

/** The process that works in the folder, or undefined when it is gone, even if its pid was given away. */
export async function findOwner(folder: string): Promise<number | undefined> {
  const text = await readFile(ownerFile(folder), 'utf8').catch(() => '');
  const match = /^\{"pid":(\d+),"started":"([^"]*)"\}$/.exec(text);
  if (match === null) return undefined;
  const pid = Number(match[1]);
  return isAlive(pid) && (await readStartTicks(pid)) === match[2] ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Field 22 of /proc/<pid>/stat; empty where there is no /proc. The name before it may hold anything. */
async function readStartTicks(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[19] ?? '';
}

/** Gives the folder up. */
export async function releaseFolder(folder: string): Promise<void> {
  await rm(ownerFile(folder), { force: true });
}
