/** Questions to git about files in the user's repository. */
import { spawnSync } from 'node:child_process';

/** Names of a million files. */
const mostOutputBytes = 256 * 1024 * 1024;

/** The files among these that git does not have as they are now: changed or untracked, and not ignored. */
export function listUncommitted(root: string, files: readonly string[]): string[] {
  const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all', '--'];
  const { stdout } = git(root, [...status, ...files]);
  return stdout
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.slice(3));
}

/** Files and folders, the latter with a slash at the end, of which git has nothing and that it does not ignore. */
export function listUntracked(root: string): string[] {
  const others = ['ls-files', '-z', '--others', '--exclude-standard'];
  const { stdout } = git(root, [...others, '--directory', '--no-empty-directory']);
  return stdout.split('\0').filter((name) => name !== '');
}

/** Each file in a folder that git does not have and does not ignore. */
export function listUntrackedIn(root: string, folder: string): string[] {
  const { stdout } = git(root, ['ls-files', '-z', '--others', '--exclude-standard', '--', folder]);
  return stdout.split('\0').filter((name) => name !== '');
}

/** The addresses of all remotes. */
export function listRemotes(root: string): string[] {
  const { stdout } = git(root, ['config', '--get-regexp', String.raw`^remote\..*\.url$`]);
  return stdout.split('\n').flatMap((line) => /^\S+ (.+)$/.exec(line)?.[1] ?? []);
}

export function isIgnored(root: string, path: string): boolean {
  return git(root, ['check-ignore', '--quiet', '--', path]).status === 0;
}

export function isTracked(root: string, path: string): boolean {
  return git(root, ['ls-files', '--', path]).stdout !== '';
}

/** Names of all files that git knows of; undefined where it does not tell. */
export function listTracked(root: string): string[] | undefined {
  const { status, stdout } = git(root, ['ls-files', '-z']);
  return status === 0 ? stdout.split('\0').filter((name) => name !== '') : undefined;
}

/** The branch that is checked out, also before its first commit; undefined where none is. */
export function nameBranch(root: string): string | undefined {
  const { status, stdout } = git(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return status === 0 ? stdout.trim() : undefined;
}

/** The commits among these that the clone has; nothing is fetched for it. */
export function listHere(root: string, commits: readonly string[]): Set<string> {
  const input = [...new Set(commits)].join('\n');
  const { stdout } = git(root, ['cat-file', '--batch-check'], input);
  return new Set(stdout.split('\n').flatMap((line) => /^(\S+) commit /.exec(line)?.[1] ?? []));
}

/** How many commits lead from one to the other, of a merge those of its first side; 0 where git knows no such way. */
export function countCommits(root: string, from: string, to: string): number {
  if (git(root, ['merge-base', '--is-ancestor', from, to]).status !== 0) return 0;
  const { stdout } = git(root, ['rev-list', '--count', '--first-parent', `${from}..${to}`, '--']);
  return Number(stdout.trim());
}

/** Asks what the clone knows: one that lacks objects does not fetch them. */
export function git(
  root: string,
  args: readonly string[],
  input = '',
): { status: number | null; stdout: string } {
  return spawnSync('git', args, {
    ...{ cwd: root, encoding: 'utf8', input },
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1' },
    maxBuffer: mostOutputBytes,
  });
}
