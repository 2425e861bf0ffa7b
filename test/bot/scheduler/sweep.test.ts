import { expect, test } from 'vitest';
import { createBotMetrics } from '../../../bot/src/bot-metrics.ts';
import type { WorkPorts } from '../../../bot/src/scheduler/ports.ts';
import { createRepositoryDirectory } from '../../../bot/src/scheduler/repository-directory.ts';
import { createQuietRounds, quietAtOnce, createSweep } from '../../../bot/src/scheduler/sweep.ts';
import { type Subject, subjectKey } from '../../../bot/src/subject.ts';
import { createMetricRegistry } from '../../../src/logging/metrics.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { commit, makePull, repository } from './start-bot-work.ts';

const dayMs = 24 * 3_600_000;
const startMs = Date.parse('2026-11-21T10:00:00Z');
const other = { ...repository, id: 6, name: 'other' };
const push: Subject = { kind: 'push', repository, commit };

function makeSweep(changes: Partial<WorkPorts['github']> = {}) {
  const time = { nowMs: startMs };
  const asked: number[] = [];
  const woken: string[] = [];
  const maintained: number[] = [];
  const watched: string[] = [];
  const github: WorkPorts['github'] = {
    findPullRequests: async () => [],
    listOpenPullRequests: async ({ name }) =>
      name === 'sync'
        ? [
            makePull(1, { updatedAtMs: startMs - dayMs }),
            makePull(2, { updatedAtMs: startMs - 15 * dayMs }),
          ]
        : [makePull(7, { updatedAtMs: startMs })],
    findRunOrigin: async () => undefined,
    defaultBranch: async () => 'main',
    listRepositories: async () => [repository, other],
    readFile: async () => undefined,
    redeliverMissed: async (sinceMs) => {
      asked.push((startMs - sinceMs) / dayMs);
      return 2;
    },
    ...changes,
  };
  const metrics = createBotMetrics(createMetricRegistry());
  const sweep = createSweep({
    ports: {
      ...{ github, metrics, nowMs: () => time.nowMs, findFacts: async () => undefined },
      ledger: {
        ...{ scheduleLook: () => undefined, listDue: () => [], noteFinished: () => undefined },
        ...{ listUnfinished: () => [push], maintain: (nowMs) => void maintained.push(nowMs) },
      },
      logger: { log: () => undefined },
      watchGate: async ({ name }) => void watched.push(name),
      directory: createRepositoryDirectory(github, () => time.nowMs),
    },
    wake: (subject) => void woken.push(subjectKey(subject)),
  });
  const run = () => sweep.run(new AbortController().signal);
  return { run, time, asked, woken, maintained, watched, metrics };
}

test('all that may wait for a check is looked at, and what nobody touched for long is not', async () => {
  const sweep = makeSweep();
  expect(await sweep.run()).toBe(true);
  expect(sweep.woken).toEqual([`acme/sync!${commit}`, 'acme/sync#1', 'acme/other#7']);
  expect(sweep.watched).toEqual(['sync', 'other']);
  expect(sweep.maintained).toEqual([startMs]);
  expect(sweep.metrics.redelivered.value()).toBe(2);
});

test('missed webhooks are asked for since the last whole sweep, at first of all that GitHub keeps', async () => {
  const sweep = makeSweep();
  await sweep.run();
  sweep.time.nowMs += dayMs;
  await sweep.run();
  expect(sweep.asked[0]).toBe(3);
  // With an overlap of a minute.
  expect(sweep.asked[1]).toBeCloseTo(60_000 / dayMs);
});

test('a repository that is out of reach leaves the others as they are, and the sweep is not whole', async () => {
  let isDown = true;
  const sweep = makeSweep({
    listOpenPullRequests: async ({ name }) => {
      if (name === 'sync' && isDown) throw new Unavailable('502');
      return [makePull(7, { updatedAtMs: startMs })];
    },
  });
  expect(await sweep.run()).toBe(false);
  expect(sweep.woken).toContain('acme/other#7');
  isDown = false;
  sweep.time.nowMs += 300_000;
  expect(await sweep.run()).toBe(true);
  // The second one begins where the first had begun.
  expect(sweep.asked[1]).toBeCloseTo(3 - 300_000 / dayMs);
  expect(sweep.woken).toContain('acme/sync#7');
});

test('what GitHub refuses for good is left out of the sweep', async () => {
  const sweep = makeSweep({
    listOpenPullRequests: async ({ name }) => {
      if (name === 'sync') throw new Refused('ci-not-allowed', '403');
      return [makePull(7, { updatedAtMs: startMs })];
    },
  });
  expect(await sweep.run()).toBe(true);
  expect(sweep.woken).toEqual([`acme/sync!${commit}`, 'acme/other#7']);
});

test('while all of GitHub is away, what the ledger knows is looked at all the same', async () => {
  const down = async () => {
    throw new Unavailable('no answer');
  };
  const sweep = makeSweep({ redeliverMissed: down, listRepositories: down });
  expect(await sweep.run()).toBe(false);
  expect(sweep.woken).toEqual([`acme/sync!${commit}`]);
});

test('a defect is not taken for an outage', async () => {
  const sweep = makeSweep({
    listRepositories: () => Promise.reject(new TypeError('x is undefined')),
  });
  await expect(sweep.run()).rejects.toThrow(TypeError);
});

test('a sweep of thousands leaves most of what GitHub answers in an hour to what happens', async () => {
  const pulls = Array.from({ length: 1000 }, (_, number) =>
    makePull(number + 1, { updatedAtMs: startMs - 5 * dayMs }),
  );
  const listOpenPullRequests = async ({ name }: { name: string }) => (name === 'sync' ? pulls : []);
  const sweep = makeSweep({ listOpenPullRequests });
  const seen = new Set<string>();
  for (let round = 1; round <= 10; round++) {
    sweep.woken.splice(0);
    await sweep.run();
    expect(sweep.woken).toHaveLength(1 + quietAtOnce);
    for (const key of sweep.woken) seen.add(key);
    sweep.time.nowMs += 3_600_000;
  }
  // Each had its turn, and the push.
  expect(seen.size).toBe(1001);
  sweep.woken.splice(0);
  pulls[500]!.updatedAtMs = sweep.time.nowMs;
  await sweep.run();
  expect(sweep.woken).toContain(`acme/sync#${pulls[500]!.number}`);
});

test('installations have rounds of their own', () => {
  const rounds = createQuietRounds();
  const pull = (installation: number, number: number): Subject => ({
    ...{ kind: 'pull-request', number },
    repository: { ...repository, installation },
  });
  const many = Array.from({ length: quietAtOnce + 1 }, (_, number) => pull(1, number + 1));
  const first = rounds.choose([...many, pull(2, 1)]);
  expect(first).toHaveLength(quietAtOnce + 1);
  expect(first).toContainEqual(pull(2, 1));
  const left = many.find((one) => !first.includes(one));
  expect(rounds.choose(many)[0]).toBe(left);
  expect(rounds.choose([])).toEqual([]);
});
