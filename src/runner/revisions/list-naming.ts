import type { Repository } from './repository.ts';

const mostFiles = 1000;
const deadlineMs = 60_000;
/** Where a path is told, not followed. */
const prose = ['*.md', '*.rst', '*.adoc', '*.log', '*.map', '*.snap', '*.ipynb'];

/**
 * Files of a checkout whose text holds one of the roots, relative to it: those that git tracks, and those that setup made
 * and git does not ignore. A folder beside a root may begin with its name.
 */
export async function listNaming(
  repository: Repository,
  checkout: string,
  roots: readonly string[],
): Promise<string[]> {
  const { stdout } = await repository.git(
    [
      ...['-C', checkout, 'grep', '-z', '-l', '-I', '-F', '--untracked'],
      ...roots.flatMap((root) => ['-e', root]),
      ...['--', '.', ...prose.map((pattern) => `:(exclude,glob)**/${pattern}`)],
    ],
    {},
    deadlineMs,
  );
  return stdout
    .split('\0')
    .filter((file) => file !== '')
    .slice(0, mostFiles);
}
