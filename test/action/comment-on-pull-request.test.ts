import { expect, test } from 'vitest';
import { commentOnPullRequest } from '../../action/src/comment-on-pull-request.ts';
import type { CiRun } from '../../action/src/github/ci-run.ts';
import type { Trigger } from '../../action/src/trigger.ts';
import { verdicts } from '../report/fixtures/verdicts.ts';
import { refuse } from '../servers/github/answer.ts';
import { rememberLog } from './jobs/make-job.ts';
import { type FakeGithub, startFakeGithub } from './servers/fake-github.ts';

const head = 'a'.repeat(40);

/** @param comment what the input of that name says */
async function comment(github: FakeGithub, comment: 'auto' | 'always', fork = false) {
  const trigger: Trigger = {
    ...{ kind: 'pull-request', pullRequest: 7, fork, branch: 'change', targetBranch: 'main' },
    head: { commit: head, reference: 'refs/pull/7/head', label: 'change' },
    base: { kind: 'branch-point', branch: 'main' },
  };
  const ci: CiRun = {
    ...{ repository: { owner: 'acme', name: 'sync' }, runId: '812', attempt: 1 },
    ...{ apiUrl: github.url, url: 'https://github.com/acme/sync/actions/runs/812/attempts/1' },
    ...{ workspace: '/w', temporaryFolder: '/t' },
  };
  const log = rememberLog();
  const request = { ci, inputs: { comment, token: 'token' }, log, trigger };
  const end = await commentOnPullRequest(request, 'sync', verdicts['one-regression']);
  return { end, said: log.said };
}

test('where no app is, the job comments and says where', async () => {
  const github = await startFakeGithub();
  const { end, said } = await comment(github, 'auto');
  expect(end).toEqual({ failed: false });
  expect(said).toEqual([`comment created: ${github.url}/comment-1`]);
  expect(github.comments[0]?.body).toContain('Regressed');
});

test('where the app has its check, it comments, and the job only if it always does', async () => {
  const github = await startFakeGithub();
  github.checks.push({ name: 'perigee', app: 'perigee-acme' });
  const { said } = await comment(github, 'auto');
  expect(said).toEqual(['the app perigee-acme comments on this pull request']);
  expect(github.comments).toEqual([]);
  await comment(github, 'always');
  expect(github.comments).toHaveLength(1);
});

test.each([
  ['auto', false],
  ['always', true],
] as const)(
  'what a job of a fork may not write is noted; with %s the job fails: %s',
  async (input, failed) => {
    const github = await startFakeGithub();
    github.intercept = (method) =>
      method === 'POST' ? refuse(403, 'Resource not accessible by integration') : undefined;
    const { end, said } = await comment(github, input, true);
    expect(end.failed).toBe(failed);
    expect(end.note).toContain('a job of a fork may only read');
    expect(said.at(-1)).toBe(end.note);
  },
);
