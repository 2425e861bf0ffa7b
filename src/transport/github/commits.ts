import { readFields } from '../rest/fields.ts';
import type { RestClient } from '../rest/rest-client.ts';
import type { CommitFacts, CommitSource } from '../ci/ci-facts.ts';
import { readRepository } from './names.ts';

/** As many as a build's document holds. */
const mostParents = 100;
const longestAuthor = 200;

/** Commits of any repository that the token may read (`contents: read`). */
export function openGithubCommits(client: RestClient): CommitSource {
  return {
    findCommit: async (repository, commit, signal) => {
      const { owner, name } = readRepository(repository);
      const what = `the commit ${commit} of ${repository}`;
      const path = `/repos/${owner}/${name}/commits/${commit}`;
      // Its files come in pages with it; one is the least.
      const query = { per_page: '1' };
      return parseCommit(await client.getJson({ path, query, repository, what, signal }), what);
    },
  };
}

function parseCommit(value: unknown, what: string): CommitFacts {
  const commit = readFields(value, `GitHub’s answer for ${what}`);
  const author = commit.optionalText('author.login') ?? commit.optionalText('commit.author.name');
  const committedAt = commit.instant('commit.committer.date');
  return {
    parents: commit
      .list('parents')
      .slice(0, mostParents)
      .map((parent) => parent.commit('sha')),
    ...(author === undefined ? {} : { author: author.slice(0, longestAuthor) }),
    ...(committedAt === undefined ? {} : { committedAt }),
  };
}
