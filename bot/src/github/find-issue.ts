import type { EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { OwnIssue } from './github-side.ts';
import { type Author, isOwn, type OwnApp, readAuthor } from './is-own.ts';
import { hasMarker, mayHaveMarker } from './markers.ts';

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
  const all = await api
    .list(question, { mostPages: 100, isCut: true, holdsProse: true }, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.issues.listForRepo, {
        ...at,
        creator: `${own.slug}[bot]`,
        state: 'all',
        sort: 'created',
        direction: 'desc',
      }),
    )
    .then((all) => all.map(parseMarked));
  return all
    .flat()
    .filter(({ author, body }) => isOwn(author, own) && hasMarker(body, marker))
    .map(({ number, isOpen, body }) => ({ number, isOpen, body }))
    .sort((a, b) => a.number - b.number);
}

interface MarkedIssue extends OwnIssue {
  author: Author;
}

type Issue = EntryOf<'GET /repos/{owner}/{repo}/issues'>;

function parseMarked(issue: Fields<Issue>): MarkedIssue[] {
  const body = issue.prose('body');
  if (!mayHaveMarker(body)) return [];
  const isOpen = issue.text('state') === 'open';
  return [{ number: issue.whole('number'), isOpen, body, author: readAuthor(issue) }];
}
