import { expect, test } from 'vitest';
import { openStage, pullRequestOf } from './stage-job.ts';
import { choosePlace, stageSync } from './stage-sync.ts';

const longestRunMs = 600_000;

test(
  'the example, in two shards: what regressed turns the report red, by the shard that measured it',
  async () => {
    const { repository, github, run } = await openStage(stageSync, choosePlace());
    const payload = pullRequestOf(repository, repository.regressed);
    const { exitCode, output } = await run('pull_request', payload, repository.regressed);
    expect(output).toContain('## ❌ Regressed');
    expect(output).toContain('xychart');
    expect(output).toMatch(/::error.*perigee\.yml/);
    expect(github.comments[0]?.body).toContain('upload 5,000 files of 1 kB');
    expect(exitCode).toBe(1);
  },
  longestRunMs,
);

test(
  'the example, in two shards: a change that runs nothing new is not red',
  async () => {
    const { repository, github, run } = await openStage(stageSync, choosePlace());
    const payload = pullRequestOf(repository, repository.clean);
    const { exitCode, output } = await run('pull_request', payload, repository.clean);
    expect(output).toMatch(/## (✅ Passed|⚠️ Undecided)/);
    expect(github.comments).toHaveLength(1);
    expect(exitCode).toBe(0);
  },
  longestRunMs,
);
