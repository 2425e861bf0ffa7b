import { expect, test } from 'vitest';
import { observe } from './observe-change.ts';

/** What the test reads depends on the change in the second build alone. */
const plant = {
  files: { work: '1' },
  setup: [['sh', '-c', 'if [ "$PERIGEE_BUILD" = 1 ]; then cat work > made; else echo > made; fi']],
  command: ['cat', 'made'],
  change: { work: '2' },
  builds: 2,
};

test('a test whose inputs differ in the second build of a side is measured', async () => {
  expect(await observe(plant)).toMatchObject({
    state: 'changed',
    why: expect.stringContaining('made') as string,
  });
});

test('a test whose inputs are the same in each build is left out', async () => {
  const setup = [['sh', '-c', 'echo > made']];
  expect(await observe({ ...plant, setup })).toMatchObject({ state: 'same' });
});
