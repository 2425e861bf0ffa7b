import { expect, test } from 'vitest';
import { ApiProblem } from '../../../src/web/api/http/api-problem.ts';
import { ClientGone, openLine } from '../../../src/web/api/http/wait-in-line.ts';

const limits = { places: 6, ofReader: 2, behind: 2 };

function openRequests() {
  const { enter } = openLine(limits);
  const state: string[] = [];
  return {
    state,
    /** @returns what ends the request */
    ask: async (name?: string) => {
      const gone = new AbortController();
      const at = state.push('waits') - 1;
      enter(name, gone.signal).then(
        () => (state[at] = 'inside'),
        (error: unknown) => (state[at] = error instanceof ApiProblem ? `${error.status}` : 'gone'),
      );
      await Promise.resolve();
      return async () => {
        gone.abort(new ClientGone());
        await Promise.resolve();
      };
    },
  };
}

test('one reader takes two places and waits for them, and leaves the others to others', async () => {
  const { ask, state } = openRequests();
  for (let i = 0; i < 5; i++) await ask('ann');
  expect(state).toEqual(['inside', 'inside', 'waits', 'waits', '429']);
  for (const name of ['ben', 'ben', 'cas', 'cas', 'dan']) await ask(name);
  expect(state.slice(5)).toEqual(['inside', 'inside', 'inside', 'inside', '503']);
});

test('who ends a request gives its place to the next one of the same reader', async () => {
  const { ask, state } = openRequests();
  const ends = [await ask('ann'), await ask('ann'), await ask('ann'), await ask('ann')];
  await ends[2]!();
  await ends[0]!();
  expect(state).toEqual(['inside', 'inside', 'gone', 'inside']);
  await ends[1]!();
  await ends[3]!();
  for (let i = 0; i < 6; i++) await ask();
  expect(state.slice(4)).toEqual(Array(6).fill('inside'));
});
