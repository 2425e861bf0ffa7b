import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Every file that is in git or would be added to it, relative to the root, without links to folders. */
export function listTrackedFiles(folder: string = root): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
  const files = [...new Set(listed.split('\0'))].filter((file) => file !== '');
  const isFile = (file: string) =>
    statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() === true;
  return files.filter(isFile).sort();
}

export function readTracked(file: string, folder: string = root): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Written by a program; nobody reads or formats them by hand. */
export function isGenerated(file: string): boolean {
  return (
    file === 'package-lock.json' ||
    file.startsWith('action/dist/') ||
    file.startsWith('buildkite-plugin/dist/')
  );
}
