import { expect, test } from 'vitest';
import { parseRun } from '../../../src/transport/github/run.ts';
import { readFields } from '../../../src/transport/rest/fields.ts';
import { payloadsOf } from '../../action/trigger/payloads.ts';

const runs = payloadsOf('workflow_run').map((payload) => payload['workflow_run'] as Run);

interface Run {
  id: number;
  head_sha: string;
  event: string;
  repository: { id: number };
  head_repository: { id: number };
}

const parse = (run: object) => parseRun(readFields(run, 'GitHub’s answer'));

test('every run that GitHub has sent is understood', () => {
  expect(runs.length).toBeGreaterThan(3);
  for (const run of runs) {
    expect(parse(run)).toMatchObject({
      ...{ commit: run.head_sha, event: run.event, attempt: 1 },
      repositoryId: run.repository.id,
      head: { repositoryId: run.head_repository.id },
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
    });
  }
});

test.each<[string, object]>([
  ['no commit', { head_sha: undefined }],
  ['a short commit', { head_sha: 'abc1234' }],
  ['a commit that is no text', { head_sha: 7 }],
  ['an event of two lines', { event: 'push\nx' }],
  ['no repository', { repository: null }],
  ['no id', { id: undefined }],
])('a run with %s is refused', (_title, changes) => {
  const [run] = runs;
  expect(() => parse({ ...run, ...changes })).toThrow(
    expect.objectContaining({ name: 'Refused', code: 'ci-strange-answer' }),
  );
});

test('what is not of the form that GitHub sends is left out where it only helps', () => {
  const [run] = runs;
  const strange = { head_branch: 'a\u0000b', html_url: 'javascript:alert(1)', created_at: 'soon' };
  expect(parse({ ...run, ...strange, pull_requests: 'none' })).toMatchObject({
    ...{ branch: undefined, url: undefined, createdAt: undefined, pullRequests: [] },
  });
});
