import { expect, test } from 'vitest';
import { listFaults } from '../../action/src/list-faults.ts';
import { UserError } from '../../src/contract/user-error.ts';

test('each fault of a configuration stands on its own line', () => {
  const error = new UserError({
    where: 'ci/perigee.yml:6:14',
    seen: '"4M" does not fit here',
    others: [{ where: 'ci/perigee.yml:9:1', seen: 'the list is empty' }],
  });
  expect(listFaults(error)).toEqual([
    {
      message: 'ci/perigee.yml:6:14: "4M" does not fit here',
      file: 'ci/perigee.yml',
      startLine: 6,
    },
    { message: 'ci/perigee.yml:9:1: the list is empty', file: 'ci/perigee.yml', startLine: 9 },
  ]);
});

test('what is wrong elsewhere has no line', () => {
  const error = new UserError({ where: '/home/us/repository', seen: 'it is not checked out' });
  expect(listFaults(error)).toEqual([{ message: '/home/us/repository: it is not checked out' }]);
});

test('of more than GitHub shows the rest is counted', () => {
  const others = Array.from({ length: 14 }, (_, i) => ({
    where: `perigee.yml:${i + 2}:1`,
    seen: 'x',
  }));
  const faults = listFaults(new UserError({ where: 'perigee.yml:1:1', seen: 'x', others }));
  expect(faults).toHaveLength(10);
  expect(faults.at(-1)?.message).toContain('and 5 more');
});
