import { expect, test } from 'vitest';
import { connectGithub } from '../../../action/src/github/connect.ts';
import { findAppCheck, type AppCheck } from '../../../action/src/github/find-app-check.ts';
import { refuse } from '../../servers/github/answer.ts';
import { startFakeGithub, type FakeGithub } from '../servers/fake-github.ts';

async function find(github: FakeGithub): Promise<AppCheck | undefined> {
  const api = await connectGithub('token', github.url, { owner: 'acme', name: 'sync' });
  return findAppCheck(api!, 'a'.repeat(40));
}

test("the app's own check says that the app is there", async () => {
  const github = await startFakeGithub();
  github.checks.push({ name: 'perigee', app: 'perigee-acme' });
  expect(await find(github)).toEqual({ app: 'perigee-acme', isPassed: false });
});

test('a check that a workflow made, or one of another name, does not', async () => {
  const github = await startFakeGithub();
  github.checks.push({ name: 'perigee', app: 'github-actions' });
  github.checks.push({ name: 'lint', app: 'linter' });
  expect(await find(github)).toBeUndefined();
});

test('a job that may not look finds none', async () => {
  const github = await startFakeGithub();
  github.intercept = () => refuse(403, 'Resource not accessible by integration');
  expect(await find(github)).toBeUndefined();
});
