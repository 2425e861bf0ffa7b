import { describe, expect, test } from 'vitest';
import { explainRefusedRerun, type Run } from '../../../bot/src/runs/run.ts';
import { placeByTime } from '../../../bot/src/runs/github-runs.ts';
import { nameSettled } from '../../../bot/src/runs/describe-build.ts';
import {
  openRuns,
  platformOf,
  platformOfRun,
  type RunPorts,
} from '../../../bot/src/runs/open-runs.ts';
import { recallUnlisted } from '../../../bot/src/runs/recall-unlisted.ts';
import { type PollFacts, whenToPoll } from '../../../bot/src/runs/when-to-poll.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { openWorld } from '../reconcile/github.ts';
import { createWorld, repository } from '../reconcile/world.ts';
import { makeBuild, makeJob, makeParallel, retryOf } from './make-build.ts';

describe('explain refused rerun', () => {
  test('a permission that the app has not is named, with who can give it', () => {
    const raw =
      'GitHub said 403 for run 8 of acme/sync: the app may not do it (Resource not accessible by integration)';
    expect(explainRefusedRerun(new Refused('ci-not-allowed', raw, { status: 403 }))).toBe(
      'the app may not run jobs again (actions: write); a maintainer can grant it',
    );
  });

  test.each([
    [403, 'Unable to retry this workflow run because it was created over a month ago', 'too old'],
    [404, 'GitHub said 404 for run 8 of acme/sync', 'gone, with what it measured'],
  ])('a run that is no longer there is told with the way to a new one: %i', (status, raw, said) => {
    const told = explainRefusedRerun(new Refused('ci-not-allowed', raw, { status }));
    expect(told).toContain(said);
    expect(told).toContain('push a commit, or close the pull request and reopen it');
  });

  test('another refusal is told as GitHub gives it', () => {
    const raw = 'This workflow run is already running';
    expect(explainRefusedRerun(new Refused('ci-not-allowed', raw, { status: 403 }))).toBe(raw);
  });
});

describe('github runs', () => {
  /** A run whose second attempt began at 100 s. */
  const run = { attempt: 2, startedAtMs: 100_000 };

  test.each([
    ['the newest attempt, while it is at work', 2, 150_000, { attempt: 2 }],
    ['an earlier one, before the newest began', 1, 50_000, { attempt: 1 }],
    ['an earlier one, a little late by another clock', 1, 104_000, { attempt: 1 }],
    ['the newest, a little early by another clock', 2, 96_000, { attempt: 2 }],
    ['either, where nobody knows when it was uploaded', 1, undefined, { attempt: 1 }],
  ])('an artifact is of %s', (_, attempt, createdAtMs, placed) => {
    expect(placeByTime(run, createdAtMs === undefined ? {} : { createdAtMs }, { attempt })).toEqual(
      placed,
    );
  });

  test.each([
    ['its run has not begun that attempt', 3, 150_000, 'the newest attempt of its run is 2'],
    [
      'it says an earlier attempt, and was uploaded by the newest',
      ...([1, 150_000, 'it was uploaded after attempt 2 of its run had begun'] as const),
    ],
    [
      'it was there before the attempt that it says',
      ...([2, 50_000, 'it was uploaded before attempt 2 of its run began'] as const),
    ],
  ])('an artifact is refused where %s', (_, attempt, createdAtMs, refusal) => {
    expect(placeByTime(run, { createdAtMs }, { attempt })).toEqual({ refusal });
  });

  test('a first attempt has nothing before it', () => {
    expect(
      placeByTime({ attempt: 1, startedAtMs: 100_000 }, { createdAtMs: 1 }, { attempt: 1 }),
    ).toEqual({ attempt: 1 });
  });
});

describe('name settled', () => {
  test('a build that ended has the same name as long as its jobs are the same, in any order', () => {
    const jobs = makeParallel(2);
    const name = nameSettled(makeBuild({ jobs }));
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(nameSettled(makeBuild({ jobs: jobs.toReversed() }))).toBe(name);
    expect(nameSettled(makeBuild({ jobs, conclusion: 'failure' }))).toBe(name);
  });

  test('a retry that ended gives it another name', () => {
    const jobs = makeParallel(2);
    const name = nameSettled(makeBuild({ jobs }));
    const retry = retryOf(jobs[0]!, 'retry-1', 60_000);
    const retried = nameSettled(makeBuild({ jobs: [...jobs, retry] }));
    expect(retried).toBeDefined();
    expect(retried).not.toBe(name);
  });

  test.each([
    ['that is at work', makeBuild({ state: 'in-progress', jobs: [makeJob('a')] })],
    ['that waits', makeBuild({ state: 'queued' })],
    ['of which a job is at work', makeBuild({ jobs: [makeJob('a', { state: 'running' })] })],
    ['of which a job waits for a step', makeBuild({ jobs: [makeJob('a', { state: 'waiting' })] })],
  ])('a build %s has none: more may come', (_, build) => {
    expect(nameSettled(build)).toBeUndefined();
  });
});

describe('open runs', () => {
  const { signal } = new AbortController();
  const ports: RunPorts = {
    github: openWorld(createWorld()),
    openArtifacts: () => {
      throw new Error('nothing is opened before it is asked for');
    },
  };

  test('the base branch says whose runs count', () => {
    expect(platformOf({})).toBe('github');
    expect(platformOf({ pipeline: 'acme/sync' })).toBe('buildkite');
  });

  test.each([
    ['812', 'github'],
    ['acme/sync/812', 'buildkite'],
  ])('the id %s is one of %s', (id, platform) => {
    expect(platformOfRun({ id })).toBe(platform);
  });

  test('without a token for Buildkite it is said who can set it, and GitHub is asked nothing', () => {
    expect(() => openRuns(ports, 'buildkite', repository, signal)).toThrow(
      'the bot has no access to Buildkite; its operator has to set artifacts.buildkite.token',
    );
    expect(() => openRuns(ports, 'github', repository, signal)).not.toThrow();
  });
});

describe('recall unlisted', () => {
  /** A run that was seen, the younger the larger its number. */
  function makeRun(number: number, more: Partial<Run> = {}): Run {
    return {
      ...{ platform: 'github', id: String(number), attempt: 1, head: 'a'.repeat(40) },
      ...{ status: 'completed', createdAtMs: number, url: `https://example.org/${number}` },
      origin: { path: 'ci.yml', event: 'pull_request', headRepositoryId: 7, headBranch: 'fix' },
      ...more,
    };
  }

  /** Asks a CI that still has some of these runs. */
  async function recall(seen: readonly Run[], listed: readonly string[], there: readonly string[]) {
    const asked: string[] = [];
    const recalled = await recallUnlisted(
      seen,
      (id) => listed.includes(id),
      async (id) => {
        asked.push(id);
        return there.includes(id) ? id : undefined;
      },
    );
    return { asked, ...recalled };
  }

  test('a run that is listed is not asked for, one that is not is recalled', async () => {
    const { asked, there, absent } = await recall([makeRun(1), makeRun(2)], ['2'], ['1']);
    expect([asked, there, absent]).toEqual([['1'], ['1'], []]);
  });

  test('a run that its CI has no more is over, and is not asked for again', async () => {
    const first = await recall([makeRun(1, { status: 'in-progress' })], [], []);
    expect(first.absent).toMatchObject([{ id: '1', absent: 'deleted', status: 'completed' }]);
    const second = await recall(first.absent, [], []);
    expect(second.asked).toEqual([]);
    expect(second.absent).toEqual(first.absent);
  });

  test('of many runs the twenty youngest are asked for, and the others count as they were', async () => {
    const seen = Array.from({ length: 25 }, (_, number) => makeRun(number));
    const { asked, absent } = await recall(seen, [], asIds(seen));
    expect(asked).toEqual(asIds(seen.slice(5)).toReversed());
    expect(absent.map(({ id, absent: why }) => [id, why])).toEqual(
      asIds(seen.slice(0, 5)).map((id) => [id, 'not-asked']),
    );
  });

  function asIds(runs: readonly Run[]): string[] {
    return runs.map(({ id }) => id);
  }
});

describe('when to poll', () => {
  const waiting: PollFacts = {
    ...{ nowMs: 1_000_000, pipeline: 'acme/sync', hearsOfBuilds: false, isSettled: false },
    run: undefined,
  };
  const minuteMs = 60_000;

  test('a build that nobody tells of is looked for every two minutes, and until it has ended', () => {
    expect(whenToPoll(waiting)).toBe(1_000_000 + 2 * minuteMs);
    expect(whenToPoll({ ...waiting, run: { status: 'in-progress' } })).toBeGreaterThan(1_000_000);
    // Its verdict stands, and another attempt is on its way.
    const again = { ...waiting, isSettled: true, run: { status: 'queued' } } as const;
    expect(whenToPoll(again)).toBeGreaterThan(1_000_000);
  });

  test('where webhooks tell of builds it is looked for seldom', () => {
    expect(whenToPoll({ ...waiting, hearsOfBuilds: true })).toBe(1_000_000 + 15 * minuteMs);
  });

  test.each<[what: string, facts: Partial<PollFacts>]>([
    ['all is said', { isSettled: true, run: { status: 'completed' } }],
    ['nothing came, and it is said so', { isSettled: true }],
    ['GitHub tells of its own runs', { pipeline: undefined, run: { status: 'in-progress' } }],
  ])('nobody is asked where %s', (_, facts) => {
    expect(whenToPoll({ ...waiting, ...facts })).toBeUndefined();
  });
});
