import { execFileSync } from 'node:child_process';
import type { Git } from '../../action/act/stage-repository.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/**
 * Brings commits of a repository into one of the emulator, which computes ids as git does: there they are the
 * same commits.
 * @param call as somebody who may write there
 * @param slug `owner/name` there
 */
export async function pushObjects(
  call: Call,
  slug: string,
  { origin, git }: { origin: string; git: Git },
  refs: readonly string[],
): Promise<void> {
  const api = `/repos/${slug}/git`;
  for (const commit of git('rev-list', '--reverse', ...refs).split('\n')) {
    const tree = listFiles(git, commit).map(({ mode, path, sha }) => ({
      ...{ path, mode, type: 'blob' },
      content: execFileSync('git', ['cat-file', 'blob', sha], { cwd: origin, encoding: 'utf8' }),
    }));
    const { sha } = await call('POST', `${api}/trees`, { tree });
    const format = '--format=%an%n%ae%n%aI%n%cn%n%ce%n%cI%n%P';
    const [name, email, date, byName, byEmail, byDate, parents = ''] = git(
      ...['show', '--no-patch', format, commit],
    ).split('\n');
    const made = await call('POST', `${api}/commits`, {
      ...{ tree: sha, message: git('show', '--no-patch', '--format=%B', commit) },
      parents: parents.split(' ').filter((parent) => parent !== ''),
      author: { name, email, date },
      committer: { name: byName, email: byEmail, date: byDate },
    });
    if (made['sha'] !== commit) throw new Error(`${commit} became ${String(made['sha'])}`);
  }
}

function listFiles(git: Git, commit: string) {
  return git('ls-tree', '-r', commit)
    .split('\n')
    .map((line) => {
      const [, mode = '', sha = '', path = ''] = /^(\d+) blob (\w+)\t(.*)$/.exec(line) ?? [];
      return { mode, sha, path };
    });
}
