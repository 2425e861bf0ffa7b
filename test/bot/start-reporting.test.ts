import { expect, test } from 'vitest';
import { createBotMetrics } from '../../bot/src/bot-metrics.ts';
import type { Delivery } from '../../bot/src/deliveries/delivery.ts';
import { limitSpending } from '../../bot/src/start-reporting.ts';
import type { Subject } from '../../bot/src/subject.ts';
import { createMetricRegistry } from '../../src/logging/metrics.ts';
import { Unavailable } from '../../src/transport/platform-errors.ts';
import { openSide } from './github/open-side.ts';
import { fork, pushCommit } from './servers/fake/history.ts';
import { openPull } from './servers/fake/people.ts';

const hourMs = 60 * 60_000;

/** A repository with pull requests of one author's fork, and somebody who asks about them. */
async function open(count: number) {
  const { fake, github, repository, side, state } = await openSide();
  const from = fork(state, fake, 'mallory');
  const numbers = Array.from({ length: count }, (_, i) => {
    pushCommit(state, from, `branch-${i}`, { files: { 'a.txt': String(i) } });
    return openPull(state, fake, `branch-${i}`, { from }).number;
  });
  let nowMs = 0;
  const metrics = createBotMetrics(createMetricRegistry());
  const spending = limitSpending(metrics, () => nowMs, {
    ofPullRequest: { requests: 20, bytes: 1_000 },
    ofAuthor: { requests: 40, bytes: 1_000 },
  });
  const paying = spending.payingSide(side);
  /** A look that asks so many things that GitHub counts. @returns what ends it */
  const look = (number: number, asks: number) => {
    const subject: Subject = { kind: 'pull-request', repository, number };
    return spending
      .look(subject, async () => {
        await paying.readPullRequest(repository, number);
        for (let i = 1; i < asks; i += 1)
          await paying.readPermission(repository, `user-${number}-${i}`);
        return undefined;
      })
      .catch((error: unknown) => error);
  };
  const wait = (ms: number): void => void (nowMs += ms);
  return { github, look, metrics, numbers, repository, side, spending, wait };
}

test('a pull request that costs too much waits for the next hour, and others go on', async () => {
  const { github, look, metrics, numbers, wait } = await open(2);
  const [hostile = 0, honest = 0] = numbers;
  wait(1_000);
  const before = github.requests.length;
  const end = await look(hostile, 30);
  expect(end).toBeInstanceOf(Unavailable);
  expect((end as Unavailable).retryAfterMs).toBeLessThanOrEqual(hourMs);
  expect(github.requests.length - before).toBeLessThanOrEqual(22);
  expect(await look(hostile, 1)).toBeInstanceOf(Unavailable);
  expect(await look(honest, 10)).toBeUndefined();
  expect(metrics.overBudget.value({ of: 'pull request' })).toBe(1);
  wait(hourMs);
  expect(await look(hostile, 10)).toBeUndefined();
});

test('an author of many pull requests from a fork has one budget for all, and commands of others are free of it', async () => {
  const { look, metrics, numbers, repository, side, spending } = await open(4);
  const ends = [];
  for (const number of numbers) ends.push(await look(number, 16));
  expect(ends.map((end) => end instanceof Unavailable)).toEqual([false, false, true, true]);
  expect(metrics.overBudget.value({ of: 'author' })).toBe(1);
  const say = (author: string) => {
    const said = { writtenAt: '2026-11-22T12:00:00Z', body: '/perigee help' };
    const [number = 0] = numbers;
    const delivery: Delivery = {
      ...{ id: '1', receivedAt: said.writtenAt, repository },
      what: { kind: 'comment', number, commentId: 1, author, authorIsBot: false, ...said },
    };
    const ask = () => side.readPermission(repository, author);
    return spending.command(delivery, ask).catch((error: unknown) => error);
  };
  expect(await say('Mallory')).toBeInstanceOf(Unavailable);
  expect(await say('owner')).not.toBeInstanceOf(Error);
});
