import { expect, test } from 'vitest';
import { pushCommit } from '../servers/fake/history.ts';
import { openPull } from '../servers/fake/people.ts';
import { openSide } from './open-side.ts';

test('the files are those between the merge base and the head', async () => {
  const { side, state, fake, repository } = await openSide();
  pushCommit(state, fake, 'faster', { files: { 'src/a.ts': '1', 'README.md': null } });
  openPull(state, fake, 'faster');
  pushCommit(state, fake, 'main', { files: { 'src/b.ts': '1' } });
  expect(await side.listChangedFiles(repository, 1)).toEqual(['README.md', 'src/a.ts']);
});

test('at 3,000 files nobody can tell whether there are more', async () => {
  const { side, state, fake, repository } = await openSide();
  pushCommit(state, fake, 'faster');
  const pull = openPull(state, fake, 'faster');
  const name = (_: unknown, index: number): string => `src/${index}.ts`;
  pull.changedFiles = Array.from({ length: 2999 }, name);
  expect(await side.listChangedFiles(repository, 1)).toHaveLength(2999);
  pull.changedFiles = Array.from({ length: 3001 }, name);
  expect(await side.listChangedFiles(repository, 1)).toBeUndefined();
});

test('a file with a name that is hard to read is one all the same', async () => {
  const { side, state, fake, repository } = await openSide();
  pushCommit(state, fake, 'faster', { files: { 'src/a\nb\u0000.ts': '1' } });
  openPull(state, fake, 'faster');
  expect(await side.listChangedFiles(repository, 1)).toEqual(['src/a\nb\u0000.ts']);
});
