import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../../src/contract/user-error.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import {
  resolveSides,
  type Sides,
  type SidesRequest,
} from '../../../src/runner/revisions/resolve-sides.ts';
import { makeStateDirectory } from '../../../src/runner/worktrees/state-directory.ts';
import { cleanEnvironment, makeFolder, makeRepository } from '../stage/make-repository.ts';

const patch: SidesRequest = {
  before: { kind: 'where-it-branched' },
  after: { kind: 'working-tree' },
};
const committed: SidesRequest = {
  before: { kind: 'where-it-branched' },
  after: { kind: 'revision', name: 'HEAD' },
};
const between = (before: string, after: string): SidesRequest => ({
  before: { kind: 'revision', name: before },
  after: { kind: 'revision', name: after },
});

async function resolve(root: string, request: SidesRequest): Promise<Sides> {
  const repository = await openRepository(root, cleanEnvironment);
  return resolveSides(repository, request, await makeStateDirectory(repository));
}

test('a branch is compared with where it left main, not with what main is now', async () => {
  const repository = makeRepository();
  const fork = repository.git('rev-parse', 'HEAD');
  repository.git('switch', '--quiet', '--create', 'faster');
  repository.write('work.mjs', 'faster');
  const tip = repository.commit('faster');
  repository.git('switch', '--quiet', 'main');
  repository.commit('main moves on');
  repository.git('switch', '--quiet', 'faster');
  expect(await resolve(repository.root, committed)).toEqual({
    before: { commit: fork, label: 'merge base with main' },
    after: { commit: tip, label: 'HEAD' },
    branch: 'faster',
  });
});

test('uncommitted work on main is compared with HEAD', async () => {
  const repository = makeRepository();
  repository.write('work.mjs', 'changed');
  const head = repository.git('rev-parse', 'HEAD');
  const { before, after, branch } = await resolve(repository.root, patch);
  expect(before).toEqual({ commit: head, label: 'HEAD' });
  expect(after).toMatchObject({ label: 'working tree', dirty: true });
  expect(repository.git('rev-parse', `${after.commit}^`)).toBe(head);
  expect(branch).toBe('main');
});

test('nothing uncommitted is a comparison of the same code, and says so', async () => {
  const repository = makeRepository();
  const { before, after } = await resolve(repository.root, patch);
  expect(after).toEqual({ commit: before.commit, label: 'working tree, as committed' });
});

test('the tip of main is compared with the commit before it', async () => {
  const repository = makeRepository();
  const first = repository.git('rev-parse', 'HEAD');
  const second = repository.commit('second');
  const { before, after } = await resolve(repository.root, committed);
  expect(before).toEqual({ commit: first, label: 'the commit before' });
  expect(after.commit).toBe(second);
});

test('what the remote calls its default branch wins over the usual names', async () => {
  const repository = makeRepository();
  const first = repository.git('rev-parse', 'HEAD');
  repository.git('update-ref', 'refs/remotes/origin/trunk', first);
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
  repository.commit('second');
  repository.commit('third');
  const { before } = await resolve(repository.root, committed);
  expect(before).toEqual({ commit: first, label: 'merge base with origin/trunk' });
});

test('an unknown revision is answered with the names that come near', async () => {
  const repository = makeRepository();
  repository.git('branch', 'feature/upload');
  await expect(resolve(repository.root, between('main', 'feature/uplaod'))).rejects.toThrow(
    /"feature\/uplaod" names no commit[^]*did you mean feature\/upload/,
  );
});

test.each([
  '--all',
  '-h',
  '--output=pwned',
  '--upload-pack=touch pwned',
  '$(touch pwned)',
  'a b',
  '',
])('the revision %j is refused and nothing is done with it', async (name) => {
  const repository = makeRepository();
  await expect(resolve(repository.root, between('main', name))).rejects.toThrow(UserError);
  expect(existsSync(join(repository.root, 'pwned'))).toBe(false);
});

test.each(['$(touch${IFS}pwned)', ';touch-pwned', 'a"b', "it's", '@-at', 'ünïcode', 'HEAD-like'])(
  'a branch may be called %j',
  async (name) => {
    const repository = makeRepository();
    repository.git('branch', name);
    const { after, branch } = await resolve(repository.root, between('main', name));
    expect(after.label).toBe(name);
    expect(branch).toBe(name);
  },
);

test('commits that were found before keep their labels, and the branch that was given', async () => {
  const repository = makeRepository();
  const first = repository.git('rev-parse', 'HEAD');
  const second = repository.commit('second');
  const sides: Sides = await resolve(repository.root, {
    before: { kind: 'commit', commit: first, label: 'merge base with main' },
    after: { kind: 'commit', commit: second, label: 'faster' },
    branch: 'faster',
  });
  expect(sides).toEqual({
    before: { commit: first, label: 'merge base with main' },
    after: { commit: second, label: 'faster' },
    branch: 'faster',
  });
});

test('a change alone stands on both sides, and is marked', async () => {
  const repository = makeRepository();
  const commit = repository.git('rev-parse', 'HEAD');
  const sides = await resolve(repository.root, {
    before: { kind: 'none' },
    after: { kind: 'commit', commit, label: 'main' },
  });
  const side = { commit, label: 'main' };
  expect(sides).toEqual({ before: side, after: side, isAlone: true });
});

test('a folder outside any repository is refused with a remedy', async () => {
  await expect(openRepository(makeFolder(), cleanEnvironment)).rejects.toThrow(
    /is not inside the working tree of a git repository[^]*git init/,
  );
});

test("another user's repository is told as such, with what makes git trust it", async () => {
  const { root } = makeRepository();
  const environment = { ...cleanEnvironment, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
  await expect(openRepository(root, environment)).rejects.toThrow(
    /belongs to another user[^]*git config --global --add safe\.directory/,
  );
});

test('a repository without commits is refused with a remedy', async () => {
  const repository = makeRepository({});
  await expect(resolve(repository.root, patch)).rejects.toThrow(
    /has no commit yet[^]*commit the code/,
  );
});

test('a repository without a default branch asks for the baseline', async () => {
  const repository = makeRepository();
  repository.git('branch', '--move', 'one');
  repository.git('branch', 'two');
  await expect(resolve(repository.root, patch)).rejects.toThrow(/no default branch/);
});

test('a shallow clone that does not reach the fork says how to fetch more', async () => {
  const origin = makeRepository();
  origin.git('switch', '--quiet', '--create', 'faster');
  origin.commit('faster');
  origin.git('switch', '--quiet', 'main');
  origin.commit('main moves on');
  const clone = join(makeFolder(), 'clone');
  const args = [
    '--depth=1',
    '--no-single-branch',
    '--branch=faster',
    `file://${origin.root}`,
    clone,
  ];
  execFileSync('git', ['clone', '--quiet', ...args], { env: cleanEnvironment });
  await expect(resolve(clone, committed)).rejects.toThrow(/shallow[^]*git fetch --unshallow/);
});

test('variables that a git hook sets do not lead to another repository', async () => {
  const own = makeRepository();
  const other = makeRepository();
  const environment = {
    ...cleanEnvironment,
    GIT_DIR: join(other.root, '.git'),
    GIT_WORK_TREE: other.root,
  };
  expect((await openRepository(own.root, environment)).root).toBe(own.root);
});
