import { expect, test } from 'vitest';
import { openStage, pullRequestOf } from './stage-job.ts';
import { planted } from '../../bot/end-to-end/shorten-suite.ts';
import { stageSync } from './stage-sync.ts';

test('the example, in two shards: what regressed turns the report red, by the shard that measured it', async () => {
  const { repository, github, run } = await openStage(stageSync);
  const payload = pullRequestOf(repository, repository.regressed);
  const { exitCode, output } = await run('pull_request', payload, repository.regressed);
  expect(output).toContain('## ❌ Regressed');
  expect(output).toContain('xychart');
  expect(output).toMatch(/::error.*perigee\.yml/);
  expect(github.comments[0]?.body).toContain(planted.test);
  expect(exitCode).toBe(1);
});
