import { expect } from 'vitest';
import { formatMarker } from '../../../src/report/markdown-text.ts';
import { deliver } from '../servers/fake/deliver.ts';
import { tellComment } from '../servers/fake/payloads.ts';
import type { EmulatedBotGithub } from '../servers/emulated-github.ts';

const repository = '/repos/acme/sync';

export interface ShownCheck {
  status: string;
  conclusion: string | null;
  title: string;
}

/** The one check `perigee` of a commit. */
export async function readCheck(
  { asOwner }: EmulatedBotGithub,
  commit: string,
): Promise<ShownCheck | undefined> {
  const answer = await asOwner('GET', `${repository}/commits/${commit}/check-runs`);
  const runs = answer['check_runs'] as (Omit<ShownCheck, 'title'> & {
    name: string;
    output: { title: string };
  })[];
  const own = runs.filter(({ name }) => name === 'perigee');
  expect(own.length).toBeLessThan(2);
  const [check] = own;
  if (check === undefined) return undefined;
  return { status: check.status, conclusion: check.conclusion, title: check.output.title };
}

/** What our app wrote below a pull request: its one comment, and answers to commands. */
export async function readComments({ asOwner, slug }: EmulatedBotGithub, number: number) {
  const answer = await asOwner('GET', `${repository}/issues/${number}/comments?per_page=100`);
  const all = Object.values(answer) as { user: { login: string }; body: string }[];
  const bodies = all.filter(({ user }) => user.login === `${slug}[bot]`).map(({ body }) => body);
  const isReport = (body: string): boolean => body.startsWith(formatMarker('perigee'));
  return {
    reports: bodies.filter(isReport),
    answers: bodies.filter((body) => !isReport(body)),
  };
}

/** The one comment. */
export async function readReport(github: EmulatedBotGithub, number: number): Promise<string> {
  const { reports } = await readComments(github, number);
  expect(reports).toHaveLength(1);
  return reports[0] ?? '';
}

/** The page of every series that the comment links to. */
export async function readPage(github: EmulatedBotGithub, number: number): Promise<string> {
  const { reports } = await readComments(github, number);
  const [, address = ''] = /\[Every series\]\((.*?)\)/.exec(reports[0] ?? '') ?? [];
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return response.text();
}

export interface ShownIssue {
  number: number;
  state: string;
  title: string;
  body: string;
}

/** All issues that our app has opened. */
export async function readIssues({ asOwner, slug }: EmulatedBotGithub): Promise<ShownIssue[]> {
  const answer = await asOwner('GET', `${repository}/issues?state=all&per_page=100`);
  const all = Object.values(answer) as (ShownIssue & { user: { login: string } })[];
  return all.filter(({ user }) => user.login === `${slug}[bot]`);
}

/** As a person does with the button "Re-run all jobs" of a run. */
export async function rerunByHand({ url }: EmulatedBotGithub, runId: number): Promise<void> {
  const { status } = await fetch(`${url}${repository}/actions/runs/${runId}/rerun`, {
    method: 'POST',
    // The front takes what names no octokit for a call of the app that goes past it.
    headers: { authorization: 'Bearer writer', 'user-agent': 'octokit of a person' },
  });
  expect(status).toBe(201);
}

/** The status of GitHub's answer to somebody who wants to merge it. */
export async function tryMerge(github: EmulatedBotGithub, number: number): Promise<number> {
  return (await github.merge(number)).status;
}

/**
 * Writes a comment below a pull request. The emulator tells of it as if it were below an issue, so the app is
 * told once more, as GitHub does.
 */
export async function comment(
  github: EmulatedBotGithub,
  who: 'dev' | 'mallory',
  number: number,
  body: string,
): Promise<void> {
  const path = `${repository}/issues/${number}/comments`;
  const { status, body: made } =
    who === 'dev'
      ? { status: 201, body: await github.asWriter('POST', path, { body }) }
      : await github.tryAsStranger('POST', path, { body });
  expect(status).toBe(201);
  const { state, repository: mirror } = github;
  // Else it would be told as one below an issue.
  await expect.poll(() => mirror.pulls.map((pull) => pull.number)).toContain(number);
  const written = { id: Number(made['id']), number, login: who, body };
  const webhook = tellComment(state, mirror, {
    ...written,
    ...{ createdAtMs: Date.parse(String(made['created_at'])), earlier: [] },
  });
  expect((await deliver(state, webhook)).statusCode).toBe(200);
}
