import { expect, test } from 'vitest';
import { findChange } from '../../../src/runner/revisions/find-change.ts';
import { makeRepository } from '../stage/make-repository.ts';
import { checkOut, makeHost } from './make-clone.ts';

test('a push of three commits is compared with what the branch was before it', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const head = { commit: commits['tip']!, label: 'main' };
  const { before } = await findChange(checkout.remote, {
    head,
    base: { kind: 'push', before: commits['left']! },
  });
  expect(before).toEqual({ commit: commits['left'], label: 'before the push' });
});

test('a force-push is compared with its parent, not with what it replaced', async () => {
  const { origin, commits } = makeHost();
  const replaced = commits['tip']!;
  origin.git('reset', '--quiet', '--hard', 'HEAD~2');
  const parent = origin.git('rev-parse', 'HEAD');
  const pushed = origin.commit('another way');
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const head = { commit: pushed, label: 'main' };
  const { before } = await findChange(checkout.remote, {
    head,
    base: { kind: 'push', before: replaced },
  });
  expect(before).toEqual({ commit: parent, label: 'the commit before' });
  expect(checkout.said.at(-1)).toContain('was pushed away');
});

test('what the server has thrown away is not looked for any further', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const head = { commit: commits['tip']!, label: 'main' };
  const { before } = await findChange(checkout.remote, {
    head,
    base: { kind: 'push', before: '0123456789'.repeat(4) },
  });
  expect(before?.commit).toBe(origin.git('rev-parse', 'main~1'));
});

test('a new branch is compared with the parent of its tip, which a checkout at depth 1 leaves out', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/faster');
  const head = { commit: commits['head']!, label: 'faster' };
  const { before } = await findChange(checkout.remote, { head, base: { kind: 'push' } });
  expect(before).toEqual({ commit: commits['first'], label: 'the commit before' });
});

test('a merge on main is compared with main as it was, not with the branch that was merged', async () => {
  const { origin, commits } = makeHost();
  origin.git('merge', '--quiet', '--no-ff', '-m', 'merged', 'faster');
  const head = { commit: origin.git('rev-parse', 'main'), label: 'main' };
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const { before } = await findChange(checkout.remote, { head, base: { kind: 'push' } });
  expect(before?.commit).toBe(commits['tip']);
});

test('the very first commit has nothing before it, and the error says so', async () => {
  const origin = makeRepository();
  const head = { commit: origin.git('rev-parse', 'main'), label: 'main' };
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  await expect(findChange(checkout.remote, { head, base: { kind: 'push' } })).rejects.toThrow(
    /is the first commit[^]*name the base yourself/,
  );
});
