import { readSubject } from '../../contract/commit.ts';
import type { CommitFacts, CommitSource } from '../ci/ci-facts.ts';
import type { Fields } from '../rest/fields.ts';
import type { GithubClient } from './client.ts';
import { readRepository } from './names.ts';
import type { DataOf } from './routes.ts';

/** As many as a build's document holds. */
const mostParents = 100;
const longestAuthor = 200;

/** Commits of any repository that the token may read (`contents: read`). */
export function openGithubCommits(client: GithubClient): CommitSource {
  return {
    findCommit: async (repository, commit, signal) => {
      const question = {
        ...{ repository: readRepository(repository), what: `the commit ${commit}`, signal },
      };
      return client
        .ask(question, ({ rest }, at) =>
          rest.repos.getCommit({
            ...at,
            ref: commit,
            // Its files come in pages with it; one is the least.
            per_page: 1,
          }),
        )
        .then(parseCommit);
    },
  };
}

type Commit = DataOf<'GET /repos/{owner}/{repo}/commits/{ref}'>;

function parseCommit(commit: Fields<Commit>): CommitFacts {
  const author = commit.optionalText('author.login') ?? commit.optionalText('commit.author.name');
  const subject = readSubject(commit.optionalText('commit.message'));
  const committedAt = commit.instant('commit.committer.date');
  return {
    parents: commit
      .list('parents')
      .slice(0, mostParents)
      .map((parent) => parent.commit('sha')),
    ...(author === undefined ? {} : { author: author.slice(0, longestAuthor) }),
    ...(subject === undefined ? {} : { subject }),
    committedAt,
  };
}
