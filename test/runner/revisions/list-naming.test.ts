import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { listNaming } from '../../../src/runner/revisions/list-naming.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { makeFolder, writeFiles } from '../../make-folder.ts';

test('files whose text holds the path of a worktree are found, whether git tracks them or setup made them', async () => {
  const [root, side] = [makeFolder(), makeFolder()];
  execFileSync('git', ['init', '--quiet'], { cwd: side });
  const files = {
    'conftest.py': `sys.path.insert(0, "${root}")\n`,
    'README.md': `cd ${root}\n`,
    'packages/a b/made.json': `["${root}"]`,
    'ignored.json': root,
    '.gitignore': 'ignored.json\n',
    'own.js': '',
  };
  writeFiles(side, files);
  execFileSync('git', ['add', 'conftest.py', 'README.md'], { cwd: side });
  const repository = await openRepository(side, process.env);
  expect((await listNaming(repository, side, [root])).sort()).toEqual([
    'conftest.py',
    'packages/a b/made.json',
  ]);
});
