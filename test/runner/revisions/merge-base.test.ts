import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { countTrials } from '../../nightly.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { findMergeBase } from '../../../src/runner/revisions/merge-base.ts';
import { cleanEnvironment, makeRepository, type TestRepository } from '../stage/make-repository.ts';
import { checkOut } from './make-clone.ts';

/** Commits 1 to n by their parents' numbers, as branches c1 to cn. */
function importGraph(origin: TestRepository, parents: readonly (readonly number[])[]): void {
  const lines = parents.flatMap(([first, ...more], index) => [
    `commit refs/heads/c${index + 1}`,
    `mark :${index + 1}`,
    `committer A <a@example.org> ${1_700_000_000 + index} +0000`,
    'data 0',
    ...(first === undefined ? [] : [`from :${first}`]),
    ...more.map((parent) => `merge :${parent}`),
    '',
  ]);
  const input = `${lines.join('\n')}\n`;
  execFileSync('git', ['fast-import', '--quiet'], {
    cwd: origin.root,
    env: cleanEnvironment,
    input,
  });
}

const line = (length: number, from: number): number[][] =>
  Array.from({ length }, (_, index) => [from + index]);

test('a change that is older than the first steps is found by fetching further', async () => {
  const origin = makeRepository();
  // 1 is where they part; 2 to 401 are main, 402 and 403 the change.
  importGraph(origin, [[], ...line(400, 1), [1], [402]]);
  const checkout = await checkOut(origin.root, 'refs/heads/c401');
  checkout.git('fetch', '--quiet', '--depth=1', 'origin', 'refs/heads/c403');
  const [one, other, parted] = ['c401', 'c403', 'c1'].map((name) => origin.git('rev-parse', name));
  const found = await findMergeBase(checkout.remote, { commit: one! }, { commit: other! });
  expect(found).toBe(parted);
  expect(checkout.said.map((sentence) => /\d+/.exec(sentence)?.[0])).toEqual(['50', '200', '800']);
});

test('after the last step the whole history is fetched', async () => {
  const origin = makeRepository();
  importGraph(origin, [[], ...line(30, 1), [1]]);
  const checkout = await checkOut(origin.root, 'refs/heads/c31');
  checkout.git('fetch', '--quiet', '--depth=1', 'origin', 'refs/heads/c32');
  const [one, other, parted] = ['c31', 'c32', 'c1'].map((name) => origin.git('rev-parse', name));
  const remote = { ...checkout.remote, deepenBy: [3] };
  expect(await findMergeBase(remote, { commit: one! }, { commit: other! })).toBe(parted);
  expect(checkout.said.at(-1)).toContain('the whole history');
});

test('an old common commit does not pass for the answer while a younger one is behind the cut', async () => {
  const origin = makeRepository();
  // The change 14 merges 1, which is near, and 13, a long way from 3; main is 4 on 3 on 2 on 1.
  const graph = [[], [1], [2], [3], ...line(9, 4).map((_, index) => [index === 0 ? 3 : index + 4])];
  importGraph(origin, [...graph, [1, 13]]);
  const checkout = await checkOut(origin.root, 'refs/heads/c4', ['--depth=4']);
  checkout.git('fetch', '--quiet', '--depth=2', 'origin', 'refs/heads/c14');
  const [main, change, near, right] = ['c4', 'c14', 'c1', 'c3'].map((name) =>
    origin.git('rev-parse', name),
  );
  expect(checkout.git('merge-base', main!, change!)).toBe(near);
  expect(await findMergeBase(checkout.remote, { commit: main! }, { commit: change! })).toBe(right);
});

test('histories without a common commit have no merge base', async () => {
  const origin = makeRepository();
  importGraph(origin, [[], [1], [], [3]]);
  const checkout = await checkOut(origin.root, 'refs/heads/c2');
  checkout.git('fetch', '--quiet', '--depth=1', 'origin', 'refs/heads/c4');
  const [one, other] = ['c2', 'c4'].map((name) => origin.git('rev-parse', name));
  expect(await findMergeBase(checkout.remote, { commit: one! }, { commit: other! })).toBe(
    undefined,
  );
});

test('in random histories a shallow clone gives the answer of a full one', async () => {
  const seed = randomInt(2 ** 32);
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let round = 0; round < countTrials({ byNight: 6, byDay: 2 }); round += 1) {
    const origin = makeRepository();
    const size = 30;
    const graph = Array.from({ length: size }, (_, index) => {
      const near = (): number => Math.max(1, index - below(6));
      if (index === 0) return [];
      return random() < 0.3 ? [...new Set([near(), near()])] : [near()];
    });
    importGraph(origin, graph);
    const [one, other] = [size - below(5), size - below(12)].map((number) =>
      origin.git('rev-parse', `c${number}`),
    );
    const checkout = await checkOut(origin.root, one!);
    checkout.git('fetch', '--quiet', '--depth=1', 'origin', other!);
    const remote = { ...checkout.remote, deepenBy: [1, 2, 3] };
    const found = await findMergeBase(remote, { commit: one! }, { commit: other! });
    expect(origin.git('merge-base', '--all', one!, other!).split('\n')).toContain(found);
  }
});
