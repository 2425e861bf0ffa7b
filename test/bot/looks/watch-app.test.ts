import { afterEach, expect, test } from 'vitest';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { type AppWatch, watchApp } from '../../../bot/src/looks/watch-app.ts';

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
