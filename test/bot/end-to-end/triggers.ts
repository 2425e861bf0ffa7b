/** Why GitHub starts a run: the event that its jobs get, the same for all attempts. */
import type { EmulatedBotGithub } from '../servers/emulated-github.ts';
import type { FakeRun } from '../servers/fake/state.ts';

export interface Trigger {
  event: 'pull_request' | 'push' | 'merge_group';
  payload: object;
  /** The commit that is checked out. */
  head: string;
  /** GITHUB_REF. */
  reference: string;
  /** What GitHub says of such a run. */
  run: Pick<FakeRun, 'event' | 'branch' | 'headRepositoryId' | 'pulls'>;
}

/** A group of the merge queue. */
export interface Group {
  head: string;
  /** What the queue puts it on. */
  base: string;
  /** That it is to be merged into. */
  branch: string;
  /** The pull request that is last in it. */
  number: number;
}

const slug = 'acme/sync';
const repository = { full_name: slug, default_branch: 'main' };

/** For the head that the pull request has now. */
export async function triggerOfPull(github: EmulatedBotGithub, number: number): Promise<Trigger> {
  await github.sync();
  const pull = github.repository.pulls.find((each) => each.number === number);
  if (pull === undefined) throw new Error(`there is no pull request ${number}`);
  const { author, head } = pull;
  const event = 'pull_request';
  const { repositoryId: headRepositoryId, branch } = head;
  return {
    event,
    payload: {
      ...{ action: 'opened', number, repository, sender: { login: author } },
      pull_request: await github.readPull(number),
    },
    ...{ head: head.commit, reference: `refs/pull/${number}/merge` },
    run: {
      ...{ event, branch, headRepositoryId },
      // GitHub names no pull request for a fork.
      pulls: headRepositoryId === github.repositoryId ? [number] : [],
    },
  };
}

export function triggerOfPush(
  { repositoryId }: EmulatedBotGithub,
  { after, before, branch }: { before: string; after: string; branch: string },
): Trigger {
  const event = 'push';
  const reference = `refs/heads/${branch}`;
  return {
    ...{ event, head: after, reference },
    payload: { ref: reference, before, after, repository, sender: { login: 'dev' } },
    run: { event, branch, headRepositoryId: repositoryId, pulls: [] },
  };
}

export function triggerOfGroup({ repositoryId }: EmulatedBotGithub, group: Group): Trigger {
  const event = 'merge_group';
  const branch = nameOfGroup(group);
  const { base, head } = group;
  const reference = `refs/heads/${branch}`;
  const own = { base_ref: `refs/heads/${group.branch}`, base_sha: base };
  return {
    ...{ event, head, reference },
    payload: {
      ...{ action: 'checks_requested', repository, sender: { login: 'acme' } },
      merge_group: { head_ref: reference, head_sha: head, ...own },
    },
    run: { event, branch, headRepositoryId: repositoryId, pulls: [] },
  };
}

/** The branch that GitHub makes for it. */
export function nameOfGroup({ base, branch, number }: Group): string {
  return `gh-readonly-queue/${branch}/pr-${number}-${base}`;
}
