import { expect, test } from 'vitest';
import { findLastRelease, listTags } from '../../../src/runner/revisions/find-last-release.ts';
import { readMainline, readTrees } from '../../../src/runner/revisions/read-mainline.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { cleanEnvironment, makeRepository } from '../stage/make-repository.ts';

test('the commits of a branch are those that it was pushed to, oldest first', async () => {
  const made = makeRepository();
  made.git('switch', '--quiet', '--create', 'topic');
  made.write('topic.mjs', '1');
  const topic = made.commit('on the branch');
  made.git('switch', '--quiet', 'main');
  const second = made.commit('second');
  made.git('merge', '--quiet', '--no-ff', '--message=merged', 'topic');
  const repository = await openRepository(made.root, cleanEnvironment);
  const { branch, commits } = await readMainline(repository);
  expect(branch).toBe('main');
  expect(commits.map(({ subject }) => subject)).toEqual(['first', 'second', 'merged']);
  expect(commits[1]).toMatchObject({ commit: second, author: 'A' });
  expect(commits.every(({ committedAtMs }) => committedAtMs > 0)).toBe(true);
  const { commits: others } = await readMainline(repository, 'topic');
  expect(others.at(-1)?.commit).toBe(topic);
});

test('trees are told of commits that are here, and of nothing else', async () => {
  const made = makeRepository();
  const head = made.git('rev-parse', 'HEAD');
  const repository = await openRepository(made.root, cleanEnvironment);
  const trees = await readTrees(repository, [head, '0123456789'.repeat(4), '--all']);
  expect([...trees]).toEqual([[head, made.git('rev-parse', 'HEAD^{tree}')]]);
});

test('a release on a branch of its own counts from where it left main', async () => {
  const made = makeRepository();
  const left = made.git('rev-parse', 'HEAD');
  made.git('switch', '--quiet', '--create', 'release/1');
  const released = made.commit('prepare');
  made.git('tag', 'v1.0');
  made.git('switch', '--quiet', 'main');
  const head = made.commit('go on');
  made.git('tag', 'v2.0');
  const repository = await openRepository(made.root, cleanEnvironment);
  const release = await findLastRelease(repository, head, await listTags(repository));
  expect(release).toEqual({ tag: 'v1.0', commit: released, base: left });
});

test('without a tag there is no release', async () => {
  const made = makeRepository();
  const repository = await openRepository(made.root, cleanEnvironment);
  const head = made.commit('second');
  expect(await findLastRelease(repository, head, await listTags(repository))).toBeUndefined();
});
