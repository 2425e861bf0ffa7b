/** What the bot does by the clock, beside what it is told. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Changes, makePlace, type Place, startBotWork } from './start-bot-work.ts';

let place: Place;
const running: ReturnType<typeof startBotWork>[] = [];
beforeEach(() => (place = makePlace()));
afterEach(async () => {
  for (const bot of running.splice(0)) await bot.stop();
  place.remove();
});
function start(changes: Changes = {}) {
  const bot = startBotWork(place, changes);
  running.push(bot);
  return bot;
}

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
  running.splice(0);
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
