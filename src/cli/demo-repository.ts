import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { UserError } from '../contract/user-error.ts';
import { home } from './home.ts';

const example = join(home, 'examples', 'sync');
/** What trying the example in place leaves in it. */
const leftBehind = new Set(['node_modules', '.bench', '.perigee']);
const patches = join(home, 'examples', 'regressions');

export interface Planted {
  name: string;
  title: string;
  /** What becomes worse, the most striking first. */
  regresses: { test: string }[];
}

/** What can be planted, as examples/regressions/regressions.json describes it. */
export function listPlanted(): Planted[] {
  return JSON.parse(readFileSync(join(patches, 'regressions.json'), 'utf8')) as Planted[];
}

/**
 * Makes a repository of its own from the example, with one commit, and plants a regression in its
 * working tree without committing it.
 * @param regression a name of listPlanted(), or `none`
 * @returns the repository's root
 */
export function makeDemoRepository(regression: string): string {
  const patch = join(patches, `${regression}.patch`);
  if (regression !== 'none' && !existsSync(patch)) {
    throw new UserError({
      where: '--regression',
      seen: `"${regression}" is not a planted regression`,
      expected: `one of ${listPlanted()
        .map(({ name }) => name)
        .join(', ')}, none`,
      remedy: '`perigee demo --regression list` tells what each of them is',
    });
  }
  const root = mkdtempSync(join(tmpdir(), 'perigee-demo-'));
  cpSync(example, root, { recursive: true, filter: (path) => !leftBehind.has(basename(path)) });
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git(
    '-c',
    'user.name=Perigee',
    '-c',
    'user.email=perigee@localhost',
    '-c',
    'commit.gpgsign=false',
    'commit',
    '--quiet',
    '--message=A small file synchroniser',
  );
  if (regression !== 'none') git('apply', patch);
  return root;
}
