import { showMarker } from '../../../src/report/markdown-text.ts';
import { isOwn, type OwnApp } from '../../../src/transport/github/is-own.ts';
import { hasMarker } from '../../../src/transport/github/markers.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { OwnIssue } from './github-side.ts';

/** The oldest of our own issues with the marker, open or closed. */
export async function findIssue(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  marker: string,
): Promise<OwnIssue | undefined> {
  const [first] = await listOwnIssues(api, own, repository, marker);
  return first;
}

/** The oldest first. */
export async function listOwnIssues(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  marker: string,
): Promise<OwnIssue[]> {
  const question = { repository, what: 'our issues' };
  const line = showMarker(marker);
  const all = await api.list(
    question,
    { mostPages: 100, isCut: true, holdsProse: true },
    (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.issues.listForRepo, {
        ...at,
        // Not by a label: people take those away.
        creator: `${own.slug}[bot]`,
        state: 'all',
        sort: 'created',
        direction: 'desc',
      }),
  );
  return all
    .filter((issue) => isOwn(issue, own) && hasMarker(issue.prose('body'), line))
    .map((issue) => ({
      number: issue.whole('number'),
      isOpen: issue.text('state') === 'open',
      body: issue.prose('body'),
    }))
    .sort((a, b) => a.number - b.number);
}
