import { expect, test } from 'vitest';
import { type PollFacts, whenToPoll } from '../../../bot/src/runs/when-to-poll.ts';

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
