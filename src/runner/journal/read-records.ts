import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { runFiles } from './run-state.ts';

/** A folder of artifacts holds a folder a shard, and each of them perhaps the folder of its run. */
const deepest = 5;
/** Every shard of the largest build with every attempt that a person waits for. */
const filesAtMost = 5000;

/**
 * Reads run records: files, folders of runs, or folders that hold such folders.
 * @param paths in any order
 * @returns at least one for each path; the same file named twice counts once
 * @throws UserError when a path holds none, or a file is not a valid record
 */
export async function readRecords(paths: readonly string[]): Promise<RunRecord[]> {
  const files = new Set<string>();
  for (const path of paths) {
    const found = await findRecordFiles(path);
    if (found.length === 0) throw refuse(path, `there is no ${runFiles.record} in it`);
    for (const file of found) files.add(file);
  }
  if (files.size > filesAtMost) {
    throw refuse(paths.join(', ').slice(0, 200), `more than ${filesAtMost} run records`);
  }
  const records: RunRecord[] = [];
  for (const file of files) {
    records.push(parseDocument('run-record', await readFile(file, 'utf8'), file));
  }
  return records;
}

async function findRecordFiles(path: string): Promise<string[]> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw refuse(path, `it cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`);
  });
  return facts.isDirectory() ? searchFolder(path, 1) : [path];
}

/** Symbolic links inside a folder are not followed: it may come from outside. */
async function searchFolder(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === runFiles.record)) {
    return [join(folder, runFiles.record)];
  }
  if (depth === deepest) return [];
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found: string[] = [];
  for (const name of folders.sort()) {
    found.push(...(await searchFolder(join(folder, name), depth + 1)));
  }
  return found;
}

function refuse(where: string, seen: string): UserError {
  return new UserError({
    where,
    seen,
    expected: `a ${runFiles.record}, or a folder that holds some`,
    remedy: 'name the folders of the runs, e.g. .perigee/runs/<id>',
  });
}
