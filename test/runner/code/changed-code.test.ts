import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { readChangedCode } from '../../../src/runner/code/changed-code.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { addSubmodule } from '../stage/add-submodule.ts';
import { makeVersions } from '../stage/compare-versions.ts';
import { cleanEnvironment, makeFolder, makeRepository } from '../stage/make-repository.ts';

const long = 'a text that no other file holds by chance: VERSION';

/** The original is what the user has; the checkouts stand beside it. */
async function read(files: Record<string, string>, repository = makeRepository({})) {
  const versions = makeVersions(files, repository);
  const checkouts = [versions.before, versions.after].map((commit) => {
    const checkout = join(makeFolder(), 'checkout');
    versions.git('worktree', 'add', '--quiet', '--detach', checkout, commit);
    return checkout;
  });
  const sides = { before: { commit: versions.before }, after: { commit: versions.after } };
  const code = await readChangedCode(
    await openRepository(versions.root, cleanEnvironment),
    sides as Pick<RunRecord, 'before' | 'after'>,
    checkouts,
    [versions.root],
  );
  return { code, versions, checkouts };
}

test('files that differ between the sides are known by their path', async () => {
  const { code } = await read({ 'src/a.js': long, 'src/b.js': 'same' });
  const paths = ['src/a.js', 'src/b.js', 'src', 'a.js'];
  expect(code.changed).toEqual(['src/a.js']);
  expect(paths.filter(code.differs)).toEqual(['src/a.js']);
  expect(paths.filter(code.isTracked)).toEqual(['src/a.js', 'src/b.js']);
});

test('all that lies in a submodule which differs differs', async () => {
  const repository = makeRepository();
  const before = repository.git('rev-parse', 'HEAD');
  addSubmodule(repository, 'inner');
  const after = repository.commit('with a submodule');
  const sides = { before: { commit: before }, after: { commit: after } };
  const opened = await openRepository(repository.root, cleanEnvironment);
  const code = await readChangedCode(opened, sides as Pick<RunRecord, 'before' | 'after'>, [], []);
  expect(code.differs('inner/work.mjs')).toBe(true);
  expect(code.differs('work.mjs')).toBe(false);
});

test('a tracked file of the user is another one where a checkout holds something else', async () => {
  const { code, versions } = await read({ 'a.js': 'same', 'b.js': 'same' });
  versions.write('b.js', 'edited');
  versions.write('new.js', 'untracked');
  const isOther = (path: string): boolean => code.isOther(join(versions.root, path), path);
  expect(['a.js', 'b.js', 'new.js'].filter(isOther)).toEqual(['b.js']);
});

test('a copy of a changed file is found by what it holds, in the version of any side', async () => {
  const { code, checkouts } = await read({ 'src/a.js': long, 'src/b.js': `${long.length}` });
  const folder = makeFolder();
  const copies = checkouts.map((checkout, i) => {
    copyFileSync(join(checkout, 'src/a.js'), join(folder, `copy-${i}`));
    return code.findCopied(join(folder, `copy-${i}`));
  });
  expect(copies).toEqual(['src/a.js', 'src/a.js']);
});

test.each([
  ['another text of the same length', long.replace('VERSION', 'BEFORE')],
  ['an equal file that is so short that it may be so by chance', 'before'],
  ['an equal file that no side changes', 'a text that both sides hold as it was once'],
])('%s is no copy', async (_which, text) => {
  const { code } = await read({
    'src/a.js': long,
    'src/short.js': 'VERSION',
    'src/same.js': 'a text that both sides hold as it was once',
  });
  const file = join(makeFolder(), 'file');
  writeFileSync(file, text);
  expect(code.findCopied(file)).toBeUndefined();
});
