import type { Json } from './fake/show.ts';
import type { FakePull, FakeRepository, GithubState } from './fake/state.ts';

/**
 * Brings branches and pull requests of a state up to what another GitHub says of them. The list is there at every
 * moment: whoever looks while it is made anew sees the one of before.
 */
export async function readPulls(
  state: GithubState,
  repository: FakeRepository,
  get: (path: string) => Promise<unknown>,
): Promise<void> {
  const path = `/repos/${repository.owner}/${repository.name}`;
  const now = state.nowMs();
  const know = (sha: string): void => {
    if (repository.commits.has(sha)) return;
    repository.commits.set(sha, { parents: [], files: new Map(), author: 'acme', atMs: now });
  };
  const branches = (await get(`${path}/branches?per_page=100`)) as Json[];
  for (const branch of branches) {
    const { sha } = branch['commit'] as { sha: string };
    know(sha);
    repository.branches.set(String(branch['name']), sha);
  }
  const pulls = (await get(`${path}/pulls?state=all&per_page=100`)) as Json[];
  const read: FakePull[] = [];
  for (const pull of pulls) {
    const head = pull['head'] as { sha: string; ref: string; repo: { id: number } };
    const base = pull['base'] as { sha: string; ref: string };
    know(head.sha);
    const { files } = (await get(`${path}/compare/${base.sha}...${head.sha}`)) as {
      files: { filename: string }[];
    };
    read.push({
      ...{ number: Number(pull['number']), title: String(pull['title']) },
      ...{ state: pull['state'] as FakePull['state'], merged: pull['merged_at'] !== null },
      author: (pull['user'] as { login: string }).login,
      head: { repositoryId: head.repo.id, branch: head.ref, commit: head.sha },
      ...{ baseBranch: base.ref, changedFiles: files.map(({ filename }) => filename) },
      createdAtMs: Date.parse(String(pull['created_at'])),
      updatedAtMs: Date.parse(String(pull['updated_at'])),
    });
  }
  repository.pulls = read;
}
