import { createAnswerCache } from '../../../src/async/answer-cache.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import type { OwnApp } from '../../../src/transport/github/markers.ts';
import type { Repository } from '../subject.ts';
import { openChecks } from './checks.ts';
import { openComments } from './comments.ts';
import { openCommits } from './commits.ts';
import { openInstallations } from './installations.ts';
import { openIssues } from './issues.ts';
import { openPullRequests } from './pull-requests.ts';
import { readRequirement } from './read-requirement.ts';
import { type AskedBefore, redeliverMissed } from './redeliver-missed.ts';
import { openWorkflowRuns } from './workflow-runs.ts';

/** The name of an app changes hardly ever, but then all that it writes has the new one. */
const knownForMs = 10 * 60_000;
/** It only chooses words: a minute later they are right. */
const requirementKnownMs = 60_000;

/** GitHub as one app sees it. One for a process: it remembers what stays true for a while. */
export function openGithubSide({ appId, client }: { appId: number; client: GithubClient }) {
  const { clock } = client.sender;
  const askedBefore: AskedBefore = new Map();
  const requirements = createAnswerCache(clock, { entries: 500, forMs: requirementKnownMs });
  const names = createAnswerCache(clock, { entries: 1, forMs: knownForMs });
  const own = (): Promise<OwnApp> =>
    names.answer([], async () => {
      const question = { what: 'the app itself' };
      const app = await client.ask(question, ({ rest }) => rest.apps.getAuthenticated());
      return { appId, slug: app.text('slug') };
    });
  const runs = openWorkflowRuns(client);
  return {
    slug: async () => (await own()).slug,
    ...runs,
    ...openPullRequests(client, runs.listWorkflowRuns),
    ...openCommits(client),
    ...openInstallations(client),
    ...openChecks(client, appId),
    ...openComments(client, own),
    ...openIssues(client, own),
    /** Whether merging waits for our check, as far as the app may know. */
    readRequirement: (repository: Repository, branch: string) =>
      requirements.answer([repository.id, branch], () =>
        readRequirement({ ...client, appId }, repository, branch),
      ),
    redeliverMissed: (sinceMs: number) => redeliverMissed(client, askedBefore, sinceMs),
  };
}

/**
 * GitHub as the bot sees it: reads of the truth and idempotent writes, each for one repository.
 * Every method throws Unavailable when it helps to wait, and Refused when it does not
 * (no permission, deleted, 404 where something had to be).
 */
export type GithubSide = Omit<ReturnType<typeof openGithubSide>, 'slug'>;
