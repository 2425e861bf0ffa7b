import { createAnswerCache } from '../../../src/async/answer-cache.ts';
import { createSizedCache } from '../../../src/async/sized-cache.ts';
import { isCommitId } from '../../../src/contract/commit.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import type { DataOf } from '../../../src/transport/github/routes.ts';
import { Refused, unlessMissing } from '../../../src/transport/platform-errors.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { ListedCommit, Tree, TreeEntry } from './github-side.ts';

const hourMs = 60 * 60_000;
/** Names in folders, of the trees that were compared lately. */
const mostKnownNames = 200_000;
/** As much as a perigee.yml may have. */
const mostBytes = 2 ** 22;

/** Commits and what lies in them. What a full commit id names stays the same, so it is kept for an hour. */
export function openCommits(api: GithubClient) {
  const kept = createAnswerCache(api.sender.clock, {
    entries: 500,
    forMs: hourMs,
    longestText: 65_536,
  });
  const trees = createSizedCache<Tree>(mostKnownNames);
  const keep = <T>(what: string, at: Repository, refs: string[], ask: () => Promise<T>) =>
    refs.every(isCommitId) ? kept.answer([what, at.id, ...refs], ask) : ask();
  return {
    /** Undefined for a root commit. */
    findFirstParent: (repository: Repository, commit: string) =>
      keep('parent', repository, [commit], async () => {
        const question = { repository, what: `the commit ${commit}` };
        // Its files come in pages with it; one is the least.
        const found = await api.ask(question, ({ rest }, at) =>
          rest.repos.getCommit({ ...at, ref: commit, per_page: 1 }),
        );
        return found.list('parents')[0]?.commit('sha');
      }),
    /** The commit where `head` left `base`; undefined when they have nothing in common. */
    findMergeBase: (repository: Repository, base: string, head: string) =>
      keep('merge base', repository, [base, head], async () => {
        const question = { repository, what: `the comparison of ${base} and ${head}` };
        const basehead = `${base}...${head}`;
        // Its commits come in pages with it; one is the least.
        const answer = api.ask(question, ({ rest }, at) =>
          rest.repos.compareCommitsWithBasehead({ ...at, basehead, per_page: 1 }),
        );
        return (await unlessMissing(answer))?.commit('merge_base_commit.sha');
      }),
    /** Commits that lead to this one, itself first, in an order of GitHub; a hundred to a page. */
    listCommits: async (repository: Repository, tip: string, pages: number) => {
      const question = { repository, what: `the commits that lead to ${tip}` };
      const options = { mostPages: pages, isCut: true, holdsProse: true };
      const all = await api.list(question, options, (octokit, at) =>
        octokit.paginate.iterator(octokit.rest.repos.listCommits, { ...at, sha: tip }),
      );
      return all.map((commit): ListedCommit => {
        const [subject = ''] = commit.prose('commit.message').split('\n', 1);
        const committedAt = commit.instant('commit.committer.date') ?? '1970-01-01T00:00:00Z';
        return {
          commit: commit.commit('sha'),
          parents: commit.list('parents').map((parent) => parent.commit('sha')),
          tree: commit.commit('commit.tree.sha'),
          committedAtMs: Date.parse(committedAt),
          author: commit.optionalText('commit.author.name') ?? '',
          subject: subject.slice(0, 200),
        };
      });
    },
    /** The first hundred, in an order of GitHub. */
    listTags: async (repository: Repository) => {
      const question = { repository, what: 'the tags' };
      const all = await api.list(question, { mostPages: 1, isCut: true }, (octokit, at) =>
        octokit.paginate.iterator(octokit.rest.repos.listTags, at),
      );
      return all.map((tag) => ({ name: tag.text('name'), commit: tag.commit('commit.sha') }));
    },
    /** The tree of a commit. */
    findTree: (repository: Repository, commit: string) =>
      keep('tree', repository, [commit], async () => {
        const question = { repository, what: `the tree of the commit ${commit}` };
        const found = await api.ask(question, ({ rest }, at) =>
          rest.git.getCommit({ ...at, commit_sha: commit }),
        );
        return found.commit('tree.sha');
      }),
    /** One folder of a commit, without what lies in the folders below it. */
    readTree: async (repository: Repository, id: string): Promise<Tree> => {
      const key = `${repository.id} ${id}`;
      const known = trees.find(key);
      if (known !== undefined) return known;
      const question = { repository, what: `the tree ${id}` };
      const found = await api
        .ask(question, ({ rest }, at) => rest.git.getTree({ ...at, tree_sha: id }))
        .then(parseTree);
      trees.keep(key, found, found.entries.size + 1);
      return found;
    },
    /**
     * The text of a file at a commit or branch. Above 1 MiB GitHub gives the content by its blob id alone, which the
     * same file has on all branches.
     * @returns undefined when there is no such file, or when it is no file
     * @throws Refused for a larger one
     */
    readFile: (repository: Repository, path: string, ref: string) => {
      const ask = () => readFile(api, repository, path, ref);
      return isCommitId(ref) ? kept.answer(['file', repository.id, path, ref], ask) : ask();
    },
  };
}

function parseTree(tree: Fields<DataOf<'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'>>): Tree {
  const entries = new Map<string, TreeEntry>();
  for (const entry of tree.list('tree')) {
    // People chose it: git forbids no character in it but these two.
    const name = entry.prose('path');
    const mode = entry.text('mode');
    if (name === '' || name.includes('/') || entries.has(name) || !/^[0-7]{6}$/.test(mode)) {
      throw new Refused('ci-strange-answer', 'GitHub gave a tree with an entry that git has not');
    }
    entries.set(name, { mode, id: entry.commit('sha'), size: entry.optionalWhole('size') });
  }
  return { entries, isWhole: tree.isFalse('truncated') };
}

async function readFile(
  api: GithubClient,
  repository: Repository,
  path: string,
  ref: string,
): Promise<string | undefined> {
  // No file has such a name, and an address with it leads elsewhere.
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return undefined;
  const what = `the file ${path} at ${ref}`;
  const file = await unlessMissing(
    api.ask({ repository, what }, ({ rest }, at) => rest.repos.getContent({ ...at, path, ref })),
  );
  if (file?.optionalText('type') !== 'file') return undefined;
  if (file.optionalText('encoding') === 'base64') return decode(file);
  const id = file.commit('sha');
  if (file.whole('size') > mostBytes) {
    throw new Refused('ci-strange-answer', `${what} is larger than 4 MiB`);
  }
  const blob = { repository, what: `the content of ${path} at ${ref}` };
  return decode(await api.ask(blob, ({ rest }, at) => rest.git.getBlob({ ...at, file_sha: id })));
}

type WithContent =
  | DataOf<'GET /repos/{owner}/{repo}/contents/{path}'>
  | DataOf<'GET /repos/{owner}/{repo}/git/blobs/{file_sha}'>;

/** An empty file has an empty text: only its absence is strange. */
function decode(file: Fields<WithContent>): string {
  const content = file.optionalProse('content');
  if (content !== undefined) return Buffer.from(content, 'base64').toString('utf8');
  throw new Refused('ci-strange-answer', 'GitHub gave a file without its content');
}
