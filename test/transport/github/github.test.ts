import { describe, expect, test } from 'vitest';
import { queueWrites } from '../../../src/transport/github/queue-writes.ts';
import { parseRun } from '../../../src/transport/github/run.ts';
import { readFields } from '../../../src/transport/rest/fields.ts';
import { payloadsOf } from '../../action/trigger/payloads.ts';
import { makeClock } from '../rest/make-clock.ts';

describe('queue writes', () => {
  test('after two at once the writes of an installation are a second apart, those of two are not', async () => {
    const clock = makeClock();
    const begun = clock.monotonicMs();
    const queue = queueWrites(clock, 1000);
    const starts: [number, number][] = [];
    const write = (account: number) =>
      queue.run(account, 'acme/sync', () => {
        starts.push([account, clock.monotonicMs() - begun]);
        return Promise.resolve();
      });
    await Promise.all([write(77), write(77), write(77)]);
    await write(78);
    clock.pass(300);
    await write(77);
    expect(starts).toEqual([
      ...[
        [77, 0],
        [77, 0],
        [77, 1000],
      ],
      ...[
        [78, 1000],
        [77, 2000],
      ],
    ]);
  });

  test('repositories take turns: many writes of one do not keep another one waiting', async () => {
    const queue = queueWrites(makeClock(), 1000);
    const order: string[] = [];
    const write = (repository: string) =>
      queue.run(77, repository, () => Promise.resolve(order.push(repository)));
    const all = Array.from({ length: 6 }, () => write('busy'));
    await Promise.all([...all, write('quiet'), write('calm'), write('quiet')]);
    expect(order.slice(0, 6)).toEqual(['busy', 'busy', 'quiet', 'calm', 'busy', 'quiet']);
  });

  test('a write that fails tells its own caller alone', async () => {
    const queue = queueWrites(makeClock(), 0);
    const failed = queue.run(77, 'a', () => Promise.reject(new Error('no')));
    const done = queue.run(77, 'a', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await done).toBe('yes');
  });
});

describe('run', () => {
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
    const strange = {
      head_branch: 'a\u0000b',
      html_url: 'javascript:alert(1)',
      created_at: 'soon',
    };
    expect(parse({ ...run, ...strange, pull_requests: 'none' })).toMatchObject({
      ...{ branch: undefined, url: undefined, createdAt: undefined, pullRequests: [] },
    });
  });
});
