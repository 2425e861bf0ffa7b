import { expect, test } from 'vitest';
import { openStage } from './command-stage.ts';

const label = 'perigee: expect improved';

test('expect improved labels the pull request, starts nothing, and says from when it holds', async () => {
  const stage = openStage();
  const said = await stage.say('/perigee expect improved');
  expect([...stage.labels]).toEqual([label]);
  expect(said).toContain('From the next push on');
  expect(said).toContain('A re-run does not');
  expect([stage.reruns, stage.woken]).toEqual([[], []]);
});

test('only people with write access may ask for it', async () => {
  const stage = openStage();
  expect(await stage.say('/perigee expect improved', { author: 'eve' })).toContain(
    'only people with write access',
  );
  expect(stage.labels.size).toBe(0);
});

test('nothing is labelled when the pull request is closed', async () => {
  const stage = openStage();
  Object.assign(stage.pull, { isOpen: false });
  expect(await stage.say('/perigee expect improved')).toContain('is closed');
  expect(stage.labels.size).toBe(0);
});

test.each(['/perigee expect', '/perigee expect faster', '/perigee expect improved upload'])(
  '%s is answered with how it is written',
  async (line) => {
    const stage = openStage();
    expect(await stage.say(line)).toContain('`/perigee expect improved`');
    expect(stage.labels.size).toBe(0);
  },
);
