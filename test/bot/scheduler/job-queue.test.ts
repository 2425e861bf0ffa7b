import { expect, test } from 'vitest';
import { makeJob, makeSlowJob, settled, startScheduler } from './start-scheduler.ts';

test('a repository with a thousand jobs does not hold up the one of another', async () => {
  const scheduler = startScheduler(2);
  const order: string[] = [];
  for (let i = 0; i < 1000; i++)
    scheduler.wake(
      makeJob(`big ${i}`, async () => order.push('big'), { owner: 'big' }),
      'told',
    );
  scheduler.wake(
    makeJob('small', async () => order.push('small'), { owner: 'small' }),
    'told',
  );
  await settled(scheduler);
  expect(order).toHaveLength(1001);
  expect(order.indexOf('small')).toBeLessThan(10);
});

test('while all that runs for one installation waits for its turn to write, others go on', async () => {
  const scheduler = startScheduler(3);
  const busy = Array.from({ length: 9 }, (_, i) => makeSlowJob(`a ${i}`, `repository ${i}`));
  for (const { job } of busy) scheduler.wake(job, 'told');
  let isDone = false;
  const other = makeJob('b', async () => (isDone = true), { account: '8' });
  scheduler.wake(other, 'told');
  await expect.poll(() => isDone).toBe(true);
  expect(busy.filter(({ began }) => began() > 0)).toHaveLength(2);
  scheduler.abandon.abort();
});

test('of many workers an installation has a few, however much is told of it', async () => {
  const scheduler = startScheduler(16);
  const busy = Array.from({ length: 9 }, (_, i) => makeSlowJob(`a ${i}`, `repository ${i}`));
  for (const { job } of busy) scheduler.wake(job, 'told');
  expect(busy.filter(({ began }) => began() > 0)).toHaveLength(4);
  scheduler.abandon.abort();
});

test('what is told goes before what a sweep found, and the sweep ends all the same', async () => {
  const scheduler = startScheduler(1);
  const order: string[] = [];
  const slow = makeSlowJob('first');
  scheduler.wake(slow.job, 'told');
  for (let i = 0; i < 20; i++)
    scheduler.wake(
      makeJob(`s${i}`, async () => order.push('s')),
      'swept',
    );
  for (let i = 0; i < 20; i++)
    scheduler.wake(
      makeJob(`t${i}`, async () => order.push('t')),
      'told',
    );
  slow.end();
  await settled(scheduler);
  expect(order).toHaveLength(40);
  expect(order.slice(0, 20).filter((each) => each === 't').length).toBeGreaterThan(14);
  expect(order.slice(0, 20)).toContain('s');
});

test('one that was swept and is told of now moves forward, and runs once', async () => {
  const scheduler = startScheduler(1);
  const order: string[] = [];
  const slow = makeSlowJob('first');
  scheduler.wake(slow.job, 'told');
  const jobs = Array.from({ length: 9 }, (_, i) => makeJob(`${i}`, async () => order.push(`${i}`)));
  for (const job of jobs) scheduler.wake(job, 'swept');
  scheduler.wake(jobs[8]!, 'told');
  slow.end();
  await settled(scheduler);
  expect(order[0]).toBe('8');
  expect([...order].sort()).toEqual(jobs.map(({ key }) => key));
});
