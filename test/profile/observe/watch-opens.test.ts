import { expect, test } from 'vitest';
import { OpenWatch } from '../../../src/profile/observe/watch-opens.ts';
import { makeFolder } from '../../runner/stage/make-repository.ts';

test('a watch that is concluded twice closes its descriptor once', () => {
  const closed: number[] = [];
  const watch = OpenWatch.open(
    {
      openWatch: () => 7,
      addWatch: () => 1,
      readWatch: () => 0,
      closeWatch: (descriptor) => void closed.push(descriptor),
    },
    makeFolder(),
  );
  watch?.conclude();
  watch?.conclude();
  expect(closed).toEqual([7]);
});
