import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Job } from '../../../bot/src/scheduler/job-queue.ts';
import { createJobMaker } from '../../../bot/src/scheduler/make-jobs.ts';
import { repeat } from '../../../src/async/repeat.ts';
import { takeBuildEvent } from '../../../bot/src/scheduler/take-build-event.ts';
import { type AppWatch, watchApp } from '../../../bot/src/scheduler/watch-app.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import type { BuildKey } from '../../../src/contract/documents.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import {
  type Changes,
  makePlace,
  makePull,
  type Place,
  repository,
  startBotWork,
} from './start-bot-work.ts';

describe('make jobs', () => {
  type Ports = Parameters<typeof createJobMaker>[0];

  const again: Repository = { ...repository, installation: 8 };
  const gone = new Refused('ci-not-allowed', 'GitHub said 404 for a token of the installation', {
    ...{ status: 404, isOfInstallation: true },
  });

  test('a build of a repository whose app was installed anew is searched for by the new one', async () => {
    const asked: number[] = [];
    const directory: Ports['directory'] = {
      find: async () => repository,
      findAgain: async () => again,
      refresh: async () => [again],
    };
    const github: Pick<Ports['github'], 'findRunOrigin' | 'findPullRequests'> = {
      findRunOrigin: async () => ({ event: 'pull_request', head: 'ab'.repeat(20) }),
      findPullRequests: async ({ installation }) => {
        asked.push(installation);
        if (installation === repository.installation) throw gone;
        return [makePull(3)];
      },
    };
    const ledger: Pick<Ports['ledger'], 'listUnfinished'> = { listUnfinished: () => [] };
    const logger: Ports['logger'] = { log: () => undefined };
    const ports = { directory, github, ledger, logger, nowMs: Date.now } as Ports;
    const job = createJobMaker(ports).searchBuild({
      ...{ repository: 'acme/sync', suite: 'sync', runId: '812' },
    });
    const found = await job.run(new AbortController().signal);
    expect(asked).toEqual([7, 8]);
    expect(found.map(({ key, account }) => [key, account])).toEqual([['look acme/sync#3', '8']]);
  });
});

describe('regular work', () => {
  /** What the bot does by the clock, beside what it is told. */
  let place: Place;
  beforeEach(() => (place = makePlace()));
  const start = (changes: Changes = {}) => startBotWork(place, changes);

  test('what it stands on stays open until a sweep has ended that was in the middle of it', async () => {
    let answer = (): void => undefined;
    const bot = start({
      github: { redeliverMissed: () => new Promise((resolve) => (answer = () => resolve(0))) },
    });
    const stopping = bot.stop().then(() => 'stopped');
    const later = new Promise((resolve) => setTimeout(() => resolve('still open'), 200));
    expect(await Promise.race([stopping, later])).toBe('still open');
    answer();
    expect(await stopping).toBe('stopped');
    expect(bot.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('a log that does not say how much waits in it is no fault of the bot', async () => {
    const deliveries = place.openDeliveries();
    const openSource: typeof deliveries.openSource = (group) => ({
      ...deliveries.openSource(group),
      lag: () => Promise.reject(new Error('the coordinator is loading')),
    });
    const bot = start({ deliveries: { ...deliveries, openSource } });
    await expect
      .poll(() => bot.lines.map(({ facts }) => facts['why']))
      .toContain('the coordinator is loading');
    expect(bot.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('repeat', () => {
  const never = (error: unknown): void => {
    throw error;
  };

  test('what is in work when it is closed is waited for, and not begun again', async () => {
    let begun = 0;
    let finish = (): void => undefined;
    const repetition = repeat(async () => {
      begun += 1;
      await new Promise<void>((resolve) => (finish = resolve));
      return 0;
    }, never);
    let isClosed = false;
    const closing = repetition.close().then(() => (isClosed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    finish();
    await closing;
    expect(begun).toBe(1);
  });

  test('between two times it closes at once', async () => {
    let begun = 0;
    const repetition = repeat(async () => {
      begun += 1;
      return 60_000;
    }, never);
    await new Promise((resolve) => setImmediate(resolve));
    await repetition.close();
    expect(begun).toBe(1);
  });

  test('a fault is told, and is no end', async () => {
    const faults: unknown[] = [];
    const repetition = repeat(
      () => Promise.reject(new Error('once')),
      (error) => faults.push(error),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await repetition.close();
    expect(faults).toEqual([new Error('once')]);
  });
});

describe('take build event', () => {
  const nowMs = Date.parse('2026-11-21T10:00:00Z');
  const build = { repository: 'acme/sync', suite: 'sync', runId: '812' };
  const head = { schema: 'perigee/build-event', version: 1, id: 'e', build };
  const emittedAt = '2026-11-21T10:00:00Z';
  const aggregated = { total: 2, received: [0, 1], missing: [] };
  const stored = JSON.stringify({ ...head, emittedAt, kind: 'aggregated', aggregated });

  /** @returns which builds are searched for, and whether the message is done at once */
  function take(value: string, ageMs = 0) {
    const searched: BuildKey[] = [];
    let isDone = false;
    const search = (asked: BuildKey): Job => {
      searched.push(asked);
      const place = { account: '7', owner: asked.repository };
      return { key: 'search', ...place, of: 'search', run: async () => [] };
    };
    const message = { key: 'k', value, position: '0/1', receivedAtMs: nowMs - ageMs };
    takeBuildEvent(message, () => (isDone = true), {
      jobs: { searchBuild: search },
      wake: () => undefined,
      nowMs: () => nowMs,
    });
    return { searched, isDone };
  }

  test('a build that is stored is searched for, and its message waits until that is done', () => {
    expect(take(stored)).toEqual({ searched: [build], isDone: false });
  });

  test('a build of Buildkite is searched for as well', () => {
    const other = { ...build, runId: 'acme/sync/812' };
    expect(take(stored.replace('"812"', '"acme/sync/812"')).searched).toEqual([other]);
  });

  test.each([
    [
      'a run that was handed in from a laptop',
      stored.replace('812', '20261121-100000-9a388038'),
      0,
    ],
    ['a shard that is done', JSON.stringify({ ...head, emittedAt, kind: 'shard-done' }), 0],
    ['what is no event', 'hello', 0],
    ['what is larger than any event', stored + ' '.repeat(70_000), 0],
    ['an event of last week, which the sweep has seen', stored, 7 * 24 * 3_600_000],
  ])('%s is passed over', (_what, value, ageMs) => {
    expect(take(value, ageMs)).toEqual({ searched: [], isDone: true });
  });
});

describe('watch app', () => {
  const running: AppWatch[] = [];
  afterEach(async () => {
    for (const watch of running.splice(0)) await watch.close();
  });

  /** @param slug is asked again at once */
  function watch(slug: () => Promise<string>) {
    const lines: string[] = [];
    const logger = {
      log: (level: string, message: string) => void lines.push(`${level}: ${message}`),
    };
    const app = watchApp({ appId: 12, askEveryMs: 1, logger, slug });
    running.push(app);
    return { app, lines };
  }

  test.each([
    ['a foreign key', new Unavailable('GitHub said 401 for the app itself', { status: 401 })],
    [
      'a wrong id',
      new Refused('ci-not-allowed', 'GitHub said 404 for the app itself', { status: 404 }),
    ],
  ])('%s is an obstacle, and an error once, until GitHub accepts the app', async (_what, error) => {
    let [asked, isMended] = [0, false];
    const { app, lines } = watch(async () => {
      asked += 1;
      if (!isMended) throw error;
      return 'perigee';
    });
    await expect.poll(() => asked).toBeGreaterThan(2);
    await expect.poll(() => app.findObstacle()).toMatch(/^github: .*the app 12: GitHub said 40/);
    isMended = true;
    await expect.poll(() => app.findObstacle()).toBeUndefined();
    expect(lines).toEqual(['error: GitHub rejects the app', 'info: GitHub accepts the app']);
  });

  test('an outage of GitHub says nothing of the app', async () => {
    let asked = 0;
    const { app, lines } = watch(async () => {
      asked += 1;
      throw new Unavailable('GitHub is out of order (502)');
    });
    await expect.poll(() => asked).toBeGreaterThan(2);
    expect(app.findObstacle()).toBeUndefined();
    expect(lines).toEqual([]);
  });
});
