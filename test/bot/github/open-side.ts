import { openGithubSide } from '../../../bot/src/github/open-github-side.ts';
import { type GithubSettings, openGithub } from '../../../src/transport/github/open-github.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import type { CheckContent } from '../../../bot/src/github/github-side.ts';
import type { FakeRepository } from '../servers/fake/state.ts';
import { startFakeGithub } from '../servers/fake-github.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { openPull } from '../servers/fake/people.ts';

export const installation = 77;

export function address({ owner, name, id }: FakeRepository): Repository {
  return { installation, owner, name, id };
}

export interface AppSettings extends Omit<GithubSettings, 'credentials'> {
  appId: number;
  privateKey: string;
}

/** GitHub as the app sees it, without pauses between its writes. */
export function openAppSide({ appId, privateKey, ...settings }: AppSettings) {
  const credentials = { appId: String(appId), privateKey };
  const client = openGithub({ writeSpacingMs: 0, credentials, ...settings });
  return openGithubSide({ appId, client });
}

/** A GitHub in memory, and the app that talks to it without pauses between its writes. */
export async function openSide(
  options: Partial<AppSettings> & { server?: Parameters<typeof startFakeGithub>[0] } = {},
) {
  const { server, ...own } = options;
  const github = await startFakeGithub(server);
  const { url: apiUrl, appId, privateKey, state, repository } = github;
  const side = openAppSide({ apiUrl, appId, privateKey, ...own });
  return { github, state, fake: repository, repository: address(repository), side };
}

/** The same, with a pull request of the branch `faster`. @param files that it writes */
export async function openSideOfPull(
  files: Record<string, string | null> = {},
  options: Parameters<typeof openSide>[0] = {},
) {
  const opened = await openSide(options);
  pushCommit(opened.state, opened.fake, 'faster', { files });
  return { ...opened, pull: openPull(opened.state, opened.fake, 'faster') };
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
