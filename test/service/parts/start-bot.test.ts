import { expect, test } from 'vitest';
import { loadBot } from '../../../src/service/parts/start-bot.ts';

test('a service that runs from its sources finds the bot in its own', async () => {
  const start = await loadBot();
  expect(start.length).toBe(2);
});
