import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { hideRest, listIgnored } from '../../../src/runner/view/share-ignored.ts';
import { cleanEnvironment, makeFolder, makeRepository } from '../stage/make-repository.ts';

test('ignored are whole folders and single files, but no caches, nothing tracked and nothing new', async () => {
  const repository = makeRepository({
    '.gitignore': 'dist\n*.log\n__pycache__\n.perigee\n',
    'a/b': '',
  });
  const paths = ['dist/x', 'a/c.log', 'a/__pycache__/b.pyc', '.perigee/runs/x', 'new'];
  for (const path of paths) repository.write(path, '');
  const opened = await openRepository(repository.root, cleanEnvironment);
  expect((await listIgnored(opened, repository.root)).sort()).toEqual(['a/c.log', 'dist']);
});

/** Only root can make what an overlay takes for "nothing is here". */
describe.runIf(process.getuid?.() === 0)('the layer between a side and the checkout', () => {
  /** @returns the paths that the layer hides; undefined where there is none */
  function hide(root: readonly string[], checkout: readonly string[], ignored: readonly string[]) {
    const folder = makeFolder();
    const [rootFolder, checkoutFolder, layer] = ['root', 'checkout', 'layer'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    // Each path is an empty folder: what it is makes no difference.
    for (const path of root) mkdirSync(join(rootFolder, path), { recursive: true });
    for (const path of ['', ...checkout])
      mkdirSync(join(checkoutFolder, path), { recursive: true });
    if (!hideRest(rootFolder, checkoutFolder, ignored, layer)) return undefined;
    const names = readdirSync(layer, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => lstatSync(join(layer, name)).isCharacterDevice()).sort();
  }

  test('hides all but what is ignored and lacks on the side', () => {
    expect(hide(['dist', 'src', 'new'], ['src'], ['dist'])).toEqual(['new', 'src']);
  });

  test('hides what is beside something ignored in a folder that the side has, too', () => {
    const root = ['src/dist', 'src/old', 'src/a'];
    expect(hide(root, ['src/a'], ['src/dist'])).toEqual(['src/a', 'src/old']);
  });

  test('hides a folder that the side does not have, with what is ignored in it', () => {
    expect(hide(['gone/dist', 'dist'], [], ['gone/dist', 'dist'])).toEqual(['gone']);
  });

  test('is not there where the side has all that is ignored', () => {
    expect(hide(['dist', 'src'], ['dist', 'src'], ['dist'])).toBeUndefined();
    expect(hide(['src'], ['src'], [])).toBeUndefined();
  });
});
