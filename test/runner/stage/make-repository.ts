import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, writeFiles } from '../../make-folder.ts';

export { makeFolder } from '../../make-folder.ts';

/** A real git repository in a folder of its own, removed when the test ends. */
export interface TestRepository {
  root: string;
  git(...args: string[]): string;
  write(path: string, text: string): void;
  /** Everything as it is, as a commit; returns its id. */
  commit(message: string): string;
}

export const cleanEnvironment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  // No samples of hooks, and no look for housekeeping after each commit: half of the time of git here.
  GIT_TEMPLATE_DIR: '',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
};

/** With a branch `main` and, unless told otherwise, one commit of `work.mjs`. */
export function makeRepository(files: Record<string, string> = { 'work.mjs': '' }): TestRepository {
  return copyRepository(JSON.stringify(files), ({ git, write, commit }) => {
    git('init', '--quiet', '--initial-branch=main');
    for (const [path, text] of Object.entries(files)) write(path, text);
    if (Object.keys(files).length > 0) commit('first');
  }).repository;
}

const originals = new Map<string, { root: string; made: unknown }>();
process.once('exit', () => {
  for (const { root } of originals.values()) rmSync(root, { recursive: true, force: true });
});

/**
 * A repository of its own for each caller, made once for each key: a copy takes no process for each commit.
 * @returns what making it gave, too
 */
export function copyRepository<T>(
  key: string,
  make: (repository: TestRepository) => T,
): { repository: TestRepository; made: T } {
  let original = originals.get(key);
  if (original === undefined) {
    const root = mkdtempSync(join(tmpdir(), 'perigee-original-'));
    original = { root, made: make(openTestRepository(root)) };
    originals.set(key, original);
  }
  const repository = openTestRepository(makeFolder());
  cpSync(original.root, repository.root, { recursive: true });
  // Its index knows the files by their times.
  repository.git('update-index', '-q', '--refresh');
  return { repository, made: original.made as T };
}

/** One that is there already. */
export function openTestRepository(root: string): TestRepository {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, env: cleanEnvironment, encoding: 'utf8' }).trim();
  const write = (path: string, text: string): void => writeFiles(root, { [path]: text });
  const commit = (message: string): string => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  return { root, git, write, commit };
}
