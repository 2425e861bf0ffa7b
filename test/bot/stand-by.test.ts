import { expect, test } from 'vitest';
import { watchOtherReader } from '../../bot/src/stand-by.ts';
import { startBotWorld } from './start-bot-service.ts';

const soon = { timeout: 180_000, interval: 50 };
const standsBy = /report: another process works with the ledger \S+; this process stands by/;

async function readReady(url: string): Promise<[status: number, text: string]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.text()];
}

test('of two that report from one ledger the second stands by, says so, and takes over when the first is killed', async () => {
  const world = await startBotWorld();
  const door = await world.start('webhooks');
  world.pointAt(door);
  const first = await world.start('report');
  const second = await world.start('report');
  const [status, text] = await readReady(second.url);
  expect([status, standsBy.test(text)]).toEqual([503, true]);
  const early = world.open('faster');
  await world.tell(early, 'opened');
  await expect.poll(() => world.findCheck(early)?.status, soon).toBe('queued');
  expect((await readReady(first.url))[0]).toBe(200);
  expect(second.lines.filter(({ message }) => message === 'swept')).toEqual([]);

  await first.kill();
  const late = world.open('slower');
  await world.tell(late, 'opened');
  await expect.poll(() => world.findCheck(late)?.status, soon).toBe('queued');
  await expect.poll(async () => (await readReady(second.url))[0], soon).toBe(200);
  expect([await door.stop(), await second.stop()]).toEqual([0, 0]);
});

test('whoever stands by ends when it is told to, and leaves the one that works alone', async () => {
  const world = await startBotWorld();
  const first = await world.start('report');
  const second = await world.start('report');
  expect(await second.stop()).toBe(0);
  expect((await readReady(first.url))[0]).toBe(200);
  expect(await first.stop()).toBe(0);
});

test('one with another ledger does not work beside it, and says why', async () => {
  const world = await startBotWorld();
  const first = await world.start('report');
  const ledger = { PERIGEE_BOT_LEDGER: `${world.environment.PERIGEE_DATA}/other.sqlite` };
  const second = await world.start('report', ledger);
  const [status, text] = await readReady(second.url);
  expect(status).toBe(503);
  expect(text).toMatch(/report: another process reads file \S+; this process stands by/);
  expect([await first.stop(), await second.stop()]).toEqual([0, 0]);
});

/** @param answers whether the group is shared, one after the other; the last one stays */
function watch(...answers: boolean[]) {
  const lines: string[] = [];
  let asked = 0;
  const isShared = async (): Promise<boolean> => {
    asked += 1;
    return answers[Math.min(asked, answers.length) - 1] ?? false;
  };
  const logger = { log: (level: string) => void lines.push(level) };
  return { ...watchOtherReader({ isShared }, 'the topic', logger, 1), lines, count: () => asked };
}

test('two that began at the same moment are told, once', async () => {
  const { close, count, findObstacle, lines } = watch(true);
  await expect.poll(count).toBeGreaterThan(4);
  await close();
  expect(findObstacle()).toBe(
    'report: another process reads the topic too; one of them has to end',
  );
  expect(lines).toEqual(['error']);
});

test('a consumer that was made anew is no other process', async () => {
  const { close, count, findObstacle, lines } = watch(false, true, false);
  await expect.poll(count).toBeGreaterThan(4);
  await close();
  expect([findObstacle(), lines]).toEqual([undefined, []]);
});
