import type { GithubClient } from '../../../src/transport/github/client.ts';
import {
  type PullRequest,
  listPullRequests,
  listPullRequestsWith,
  parsePullRequest,
} from '../../../src/transport/github/pull-requests.ts';
import { AnswerTooLarge, unlessMissing } from '../../../src/transport/platform-errors.ts';
import type { Repository } from '../subject.ts';
import type { WorkflowRun } from './github-side.ts';

/** A pull request whose head was pushed just now is among those changed last. */
const mostPagesOfAll = 3;
/** GitHub lists no more, and does not say that there are more. */
const mostFiles = 3000;

/** @param listRuns of a commit */
export function openPullRequests(
  api: GithubClient,
  listRuns: (repository: Repository, head: string) => Promise<WorkflowRun[]>,
) {
  return {
    readPullRequest: (repository: Repository, number: number) => {
      const answer = api.ask({ repository, what: `pull request ${number}` }, ({ rest }, at) =>
        rest.pulls.get({ ...at, pull_number: number }),
      );
      return unlessMissing(answer.then(parsePullRequest));
    },
    /** The open ones, those changed last first. @param base only those that are to be merged into this branch */
    listOpenPullRequests: (repository: Repository, base?: string) =>
      listPullRequests(api, { repository, repositoryId: repository.id }, { state: 'open', base }),
    /**
     * The open pull requests whose head is this commit. GitHub names none for the runs of a fork, so the commit
     * is asked for first, then the branches that its runs are of, and at last those changed lately.
     */
    findPullRequests: async (repository: Repository, head: string): Promise<PullRequest[]> => {
      const isOurs = (pull: PullRequest): boolean => pull.isOpen && pull.head === head;
      const asked = { repository, repositoryId: repository.id };
      const ofCommit = await listPullRequestsWith(api, asked, head);
      if (ofCommit.some(isOurs)) return ofCommit.filter(isOurs);
      const found = new Map<number, PullRequest>();
      for (const branch of new Set((await listRuns(repository, head)).flatMap(nameBranch))) {
        const ofBranch = await listPullRequests(api, asked, { state: 'open', head: branch });
        for (const pull of ofBranch.filter(isOurs)) found.set(pull.number, pull);
      }
      if (found.size > 0) return [...found.values()];
      const all = await listPullRequests(api, asked, { state: 'open', mostPages: mostPagesOfAll });
      return all.filter(isOurs);
    },
    /** Paths, before and after where one was moved; undefined when there are too many to tell. */
    listChangedFiles: async (repository: Repository, number: number) => {
      const question = { repository, what: `the files of pull request ${number}` };
      const pages = { mostPages: mostFiles / 100, isCut: true };
      try {
        // With each file comes what changed in it.
        const files = await api.list(question, pages, (octokit, at) =>
          octokit.paginate.iterator(octokit.rest.pulls.listFiles, { ...at, pull_number: number }),
        );
        if (files.length >= mostFiles) return undefined;
        // Git allows line breaks and worse in names, and a change with such a file is judged all the same.
        const names = files.flatMap((file) => [
          file.prose('filename'),
          file.prose('previous_filename'),
        ]);
        return [...new Set(names.filter((name) => name !== ''))];
      } catch (error) {
        if (error instanceof AnswerTooLarge) return undefined;
        throw error;
      }
    },
  };
}

/** `owner:branch`, as GitHub asks for it. */
function nameBranch({ headBranch, headOwner }: WorkflowRun): string[] {
  return headOwner === undefined || headBranch === undefined ? [] : [`${headOwner}:${headBranch}`];
}
