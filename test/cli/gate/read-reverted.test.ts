import { expect, test } from 'vitest';
import { readReverted } from '../../../src/cli/gate/read-reverted.ts';
import { makeJudged } from '../../gate/record/make-entries.ts';
import { cleanEnvironment, makeRepository } from '../../runner/stage/make-repository.ts';

async function ask(made: ReturnType<typeof makeRepository>, commits: readonly string[]) {
  const entries = commits.map((commit) => ({ ...makeJudged(1, { isRed: true }), commit }));
  return [...((await readReverted(made.root, entries, cleanEnvironment)) ?? ['no branch'])];
}

test('a commit is reverted where git says so, and one that nobody reverted is not', async () => {
  const made = makeRepository();
  made.write('work.mjs', '1');
  const slower = made.commit('slower');
  made.write('other.mjs', '1');
  const fine = made.commit('fine');
  made.git('revert', '--no-edit', slower);
  expect(await ask(made, [slower, fine, 'f'.repeat(40), '--all'])).toEqual([slower]);
});

test('what a reverted merge brought counts, and the branch before it does not', async () => {
  const made = makeRepository();
  made.git('switch', '--quiet', '--create', 'topic');
  made.write('work.mjs', '1');
  const measured = made.commit('slower');
  made.git('switch', '--quiet', 'main');
  made.write('other.mjs', '1');
  const before = made.commit('meanwhile');
  made.git('merge', '--quiet', '--no-ff', '--message=merged', 'topic');
  made.git('revert', '--no-edit', '--mainline', '1', 'HEAD');
  expect(await ask(made, [measured, before])).toEqual([measured]);
});

test('a change that was squashed is known by its files', async () => {
  const made = makeRepository();
  made.git('switch', '--quiet', '--create', 'topic');
  made.write('work.mjs', '1');
  const measured = made.commit('slower');
  made.git('switch', '--quiet', 'main');
  made.git('merge', '--quiet', '--squash', 'topic');
  made.commit('squashed');
  made.git('revert', '--no-edit', 'HEAD');
  expect(await ask(made, [measured])).toEqual([measured]);
});

test('a branch that reverts nothing says so', async () => {
  const made = makeRepository();
  expect(await ask(made, [made.git('rev-parse', 'HEAD')])).toEqual([]);
});
