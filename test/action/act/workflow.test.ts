import { expect, test } from 'vitest';
import { markerOf } from '../../../action/src/github/post-comment.ts';
import { atNight } from '../../nightly.ts';
import { openStage, pullRequestOf } from './stage-job.ts';

test('a pull request that regresses fails in its report, with summary, comment and annotation', async () => {
  const { repository, artifacts, github, run } = await openStage();
  const { exitCode, output } = await run(
    'pull_request',
    pullRequestOf(repository, repository.regressed),
    repository.regressed,
  );
  expect(output).toMatch(/Shard 1.*Job succeeded/);
  expect(output).toMatch(/Shard 2.*Job succeeded/);
  expect(output).toMatch(/Perigee.*Job failed/);
  expect(exitCode).toBe(1);
  expect(output).toContain('### ❌ `write notes › write form=plain`');
  expect(output).toContain('200 → 800');
  expect(output).toMatch(/::error.*perigee\.yml/);
  expect(artifacts.artifacts.map(({ name }) => name).sort()).toEqual([
    'perigee-notes-shard-1-of-2-attempt-1',
    'perigee-notes-shard-2-of-2-attempt-1',
  ]);
  expect(artifacts.refusals).toEqual([]);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('### ❌ `write notes › write form=plain`');
});

atNight(
  'a pull request that changes nothing passes, and its comment takes the place of the one before',
  async () => {
    const { repository, github, run } = await openStage();
    // Where a job has no matrix, act gives an empty one, and GitHub null.
    const marker = markerOf('notes', ['{}', 'report', 'Performance', 'perigee.yml']);
    github.comments.push({ id: 1, login: github.login, body: `${marker}\n❌ What was before` });
    const payload = pullRequestOf(repository, repository.clean);
    const { exitCode, output } = await run('pull_request', payload, repository.clean);
    expect(output).toMatch(/### ✅ .*Nothing got slower/);
    expect(exitCode).toBe(0);
    expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual([marker]);
    expect(github.comments[0]?.body).toMatch(/✅ .*Nothing got slower/);
  },
);

atNight(
  'a job of a fork may only read: it measures, uploads, says so, and fails by the verdict',
  async () => {
    const { repository, artifacts, github, run } = await openStage();
    github.intercept = (method) =>
      method === 'POST' || method === 'PATCH'
        ? {
            status: 403,
            body: {
              message: 'Resource not accessible by integration',
              documentation_url: 'https://docs.github.com/rest',
            },
          }
        : undefined;
    const { exitCode, output } = await run(
      'pull_request',
      pullRequestOf(repository, repository.regressed, true),
      repository.regressed,
    );
    expect(artifacts.artifacts).toHaveLength(2);
    expect(output).toContain('### ❌ `write notes › write form=plain`');
    expect(output).toContain('a job of a fork may only read');
    expect(exitCode).toBe(1);
    expect(github.comments).toEqual([]);
  },
);

atNight('a push to the main branch measures its tip alone', async () => {
  const { repository, artifacts, run } = await openStage();
  const { exitCode, output } = await run(
    'push',
    {
      ref: 'refs/heads/main',
      before: repository.base,
      after: repository.tip,
      head_commit: { id: repository.tip },
      pusher: { name: 'dev' },
      sender: { login: 'dev' },
    },
    repository.tip,
  );
  expect(output).toContain('Nothing is compared here');
  expect(artifacts.artifacts).toHaveLength(2);
  expect(exitCode).toBe(0);
});
