import {
  openGithubSide,
  type GithubSideOptions,
} from '../../../bot/src/github/open-github-side.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import type { CheckContent } from '../../../bot/src/github/github-side.ts';
import type { FakeRepository } from '../servers/fake/state.ts';
import { startFakeGithub } from '../servers/fake-github.ts';

export const installation = 77;

export function address({ owner, name, id }: FakeRepository): Repository {
  return { installation, owner, name, id };
}

/** A GitHub in memory, and the app that talks to it without pauses between its writes. */
export async function openSide(
  options: Partial<GithubSideOptions> & { server?: Parameters<typeof startFakeGithub>[0] } = {},
) {
  const { server, ...own } = options;
  const github = await startFakeGithub(server);
  const { url: apiUrl, appId, privateKey, state, repository } = github;
  const side = openGithubSide({ apiUrl, appId, privateKey, writeSpacingMs: 0, ...own });
  return { github, state, fake: repository, repository: address(repository), side };
}

/** `GET /repos/o/r/…` without what it asks for. */
export function listRequests(github: { requests: { line: string }[] }): string[] {
  return github.requests.map(({ line }) => line.replace(/\?.*$/, ''));
}

export const check: CheckContent = {
  status: 'completed',
  conclusion: 'failure',
  externalId: 'one',
  title: 'upload is 12% slower',
  summary: 'It is.',
  annotations: [],
  buttons: [],
};
