import { formatMarker } from '../../../src/report/markdown-text.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import { mostCharacters } from '../../../src/transport/github/comments.ts';
import { cutCharacters } from '../../../src/transport/github/cut-text.ts';
import {
  isOwn,
  type OwnApp,
  hasMarker,
  withMarker,
} from '../../../src/transport/github/markers.ts';
import type { Repository } from '../subject.ts';
import type { OwnIssue } from './github-side.ts';

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

/** @param own asked each time, since an app may get another name */
export function openIssues(api: GithubClient, own: () => Promise<OwnApp>) {
  /** Our own issues with the marker, open or closed, the oldest first. */
  const list = async (repository: Repository, marker: string): Promise<OwnIssue[]> => {
    const self = await own();
    const question = { repository, what: 'our issues' };
    const line = formatMarker(marker);
    // Not by a label: people take those away.
    const asked = { creator: `${self.slug}[bot]`, state: 'all', sort: 'created' } as const;
    const pages = { mostPages: 100, isCut: true, holdsProse: true };
    const all = await api.list(question, pages, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.issues.listForRepo, {
        ...{ ...at, ...asked, direction: 'desc' },
      }),
    );
    return all
      .filter((issue) => isOwn(issue, self) && hasMarker(issue.prose('body'), line))
      .map((issue) => ({
        number: issue.whole('number'),
        isOpen: issue.text('state') === 'open',
        body: issue.prose('body'),
      }))
      .sort((a, b) => a.number - b.number);
  };
  const change = async (
    repository: Repository,
    number: number,
    body: Readonly<Record<string, unknown>>,
  ): Promise<number> => {
    const question = { repository, what: `issue ${number}` };
    const issue = await api.write(question, ({ rest }, at) =>
      rest.issues.update({ ...at, issue_number: number, ...body }),
    );
    return issue.whole('number');
  };
  return {
    findIssue: async (repository: Repository, marker: string): Promise<OwnIssue | undefined> =>
      (await list(repository, marker))[0],
    /** Changes the issue of that number, or the one with the marker, or opens one. @returns its number */
    writeIssue: async (repository: Repository, issue: IssueContent): Promise<number> => {
      const { isOpen, marker } = issue;
      const text = {
        title: cutCharacters(issue.title, mostTitle, '…'),
        body: cutCharacters(withMarker(issue.body, formatMarker(marker)), mostCharacters),
      };
      const standing = issue.number ?? (await list(repository, marker))[0]?.number;
      const state = isOpen ? 'open' : 'closed';
      if (standing !== undefined) return change(repository, standing, { ...text, state });
      const opened = await api.create({ repository, what: 'an issue' }, ({ rest }, at) =>
        rest.issues.create({ ...at, ...text, labels: [label] }),
      );
      const made = opened.whole('number');
      const [first = { number: made }] = await list(repository, marker);
      // Another process opened one before us.
      if (first.number < made) {
        await change(repository, made, { state: 'closed', state_reason: 'not_planned' });
        return change(repository, first.number, { ...text, state });
      }
      return isOpen ? made : change(repository, made, { state });
    },
    /** GitHub makes a label that the repository does not have yet, and adds none twice. */
    addLabel: async (repository: Repository, number: number, name: string): Promise<void> => {
      const question = { repository, what: `the label of ${number}` };
      await api.write(question, ({ rest }, at) =>
        rest.issues.addLabels({ ...at, issue_number: number, labels: [name] }),
      );
    },
  };
}
