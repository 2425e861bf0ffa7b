import { showMarker } from '../../../src/report/markdown-text.ts';
import { mostCharacters } from '../../../src/transport/github/comments.ts';
import { cutCharacters } from '../../../src/transport/github/cut-text.ts';
import type { OwnApp } from '../../../src/transport/github/is-own.ts';
import { withMarker } from '../../../src/transport/github/markers.ts';
import type { DataOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { listOwnIssues } from './find-issue.ts';

/** By which people filter; nothing of ours depends on it. */
const label = 'perigee';
const mostTitle = 256;

export interface IssueContent {
  number?: number;
  marker: string;
  title: string;
  body: string;
  isOpen: boolean;
}

/** Changes the issue of that number, or the one with the marker, or opens one. @returns its number */
export async function writeIssue(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  issue: IssueContent,
): Promise<number> {
  const { marker } = issue;
  const text = {
    title: cutCharacters(issue.title, mostTitle, '…'),
    body: cutCharacters(withMarker(issue.body, showMarker(marker)), mostCharacters),
  };
  const standing = issue.number ?? (await listOwnIssues(api, own, repository, marker))[0]?.number;
  const state = issue.isOpen ? 'open' : 'closed';
  if (standing !== undefined) return change(api, repository, standing, { ...text, state });
  const made = await open(api, repository, { ...text, labels: [label] });
  const [first = { number: made }] = await listOwnIssues(api, own, repository, marker);
  // Another process opened one before us.
  if (first.number < made) {
    await change(api, repository, made, { state: 'closed', state_reason: 'not_planned' });
    return change(api, repository, first.number, { ...text, state });
  }
  return issue.isOpen ? made : change(api, repository, made, { state });
}

type Json = Readonly<Record<string, unknown>>;

function open(
  api: GithubApi,
  repository: Repository,
  body: { title: string; body: string; labels: string[] },
): Promise<number> {
  const question = { repository, what: 'an issue' };
  return api
    .create(question, ({ rest }, at) => rest.issues.create({ ...at, ...body }))
    .then(readNumber);
}

function change(
  api: GithubApi,
  repository: Repository,
  number: number,
  body: Json,
): Promise<number> {
  const question = { repository, what: `issue ${number}` };
  return api
    .write(question, ({ rest }, at) => rest.issues.update({ ...at, issue_number: number, ...body }))
    .then(readNumber);
}

function readNumber(issue: Fields<DataOf<'GET /repos/{owner}/{repo}/issues/{issue_number}'>>) {
  return issue.whole('number');
}
