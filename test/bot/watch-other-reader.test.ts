import { expect, test } from 'vitest';
import { watchOtherReader } from '../../bot/src/watch-other-reader.ts';

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
