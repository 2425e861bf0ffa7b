import { expect, test } from 'vitest';
import { pushCommit } from '../servers/fake/history.ts';
import { listRequests, openSide } from './open-side.ts';

const files = {
  'src/a.js': 'a',
  'src/run': 'mode 100755:#!/bin/sh',
  'src/to': 'mode 120000:a.js',
  'vendor/lib': 'mode 160000:a commit',
};

test('a folder lists its names with their modes and ids', async () => {
  const { side, state, fake, repository } = await openSide();
  const commit = pushCommit(state, fake, 'main', { files });
  const root = await side.readTree(repository, await side.findTree(repository, commit));
  expect(root.isWhole).toBe(true);
  expect([...root.entries.keys()]).toEqual(['README.md', 'src', 'vendor']);
  const src = await side.readTree(repository, root.entries.get('src')?.id ?? '');
  const modes = [...src.entries].map(([name, { mode }]) => `${mode} ${name}`);
  expect(modes).toEqual(['100644 a.js', '100755 run', '120000 to']);
  const vendor = await side.readTree(repository, root.entries.get('vendor')?.id ?? '');
  expect(vendor.entries.get('lib')?.mode).toBe('160000');
});

test('a tree never changes, so it is asked for once', async () => {
  const { side, state, fake, github, repository } = await openSide();
  const commit = pushCommit(state, fake, 'main', { files });
  for (let time = 0; time < 3; time += 1) {
    await side.readTree(repository, await side.findTree(repository, commit));
  }
  expect(listRequests(github).filter((line) => line.includes('/git/'))).toHaveLength(2);
});

test('a tree that GitHub does not have is refused', async () => {
  const { side, repository } = await openSide();
  await expect(side.readTree(repository, 'f'.repeat(40))).rejects.toThrow('the tree ffff');
  await expect(side.findTree(repository, 'f'.repeat(40))).rejects.toThrow('the tree of the commit');
});
