import { describe, expect, test } from 'vitest';
import { refuse } from '../../servers/github/answer.ts';
import { addRepository, pushCommit } from '../servers/fake/history.ts';
import type { Role } from '../servers/fake/state.ts';
import { address, installation, listRequests, openSide, openSideOfPull } from './open-side.ts';

describe('add label', () => {
  test('a label is added beside those that are there, and not twice', async () => {
    const { side, fake, repository } = await openSide();
    const number = await side.writeIssue(repository, {
      ...{ marker: 'perigee:culprit:abc', title: 'a', body: 'b', isOpen: true },
    });
    await side.addLabel(repository, number, 'perigee: expect improved');
    await side.addLabel(repository, number, 'perigee: expect improved');
    expect(fake.issues[0]?.labels).toEqual(['perigee', 'perigee: expect improved']);
  });
});

describe('ancestors', () => {
  test('the merge base is where the head left the base', async () => {
    const { side, state, fake, repository } = await openSide();
    const left = fake.branches.get('main') ?? '';
    const head = pushCommit(state, fake, 'faster');
    const base = pushCommit(state, fake, 'main');
    expect(await side.findMergeBase(repository, base, head)).toBe(left);
    expect(await side.findMergeBase(repository, head, head)).toBe(head);
  });

  test('two histories without a common commit have none', async () => {
    const { side, state, fake, repository } = await openSide();
    const other = pushCommit(state, fake, 'orphan', { parents: [] });
    const base = fake.branches.get('main') ?? '';
    expect(await side.findMergeBase(repository, base, other)).toBeUndefined();
  });

  test('the first parent of a merge is what was merged into', async () => {
    const { side, state, fake, repository } = await openSide();
    const root = fake.branches.get('main') ?? '';
    const one = pushCommit(state, fake, 'faster');
    const merge = pushCommit(state, fake, 'main', { parents: [root, one] });
    expect(await side.findFirstParent(repository, merge)).toBe(root);
    expect(await side.findFirstParent(repository, root)).toBeUndefined();
    expect(await side.defaultBranch(repository)).toBe('main');
  });

  test('the commits that lead to a tip come with their parents, tree, author and subject', async () => {
    const { side, state, fake, repository } = await openSide();
    const root = fake.branches.get('main') ?? '';
    const message = `Revert "start"\n\nThis reverts commit ${root}.`;
    const tip = pushCommit(state, fake, 'main', { author: 'ann', message });
    const listed = await side.listCommits(repository, tip, 1);
    expect(listed.map(({ commit, parents }) => ({ commit, parents }))).toEqual([
      { commit: tip, parents: [root] },
      { commit: root, parents: [] },
    ]);
    expect(listed[0]).toMatchObject({ subject: 'Revert "start"' });
    expect(listed[0]).toMatchObject({
      author: 'ann',
      tree: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(await side.listTags(repository)).toEqual([]);
  });
});

describe('gone installation', () => {
  const refused = { name: 'Refused', isOfInstallation: true };

  test('where the installation is gone nothing is missing: it is refused, and for that reason', async () => {
    const { repository, side, state } = await openSide();
    state.installations = [];
    await expect(side.readPullRequest(repository, 1)).rejects.toMatchObject(refused);
    await expect(side.readFile(repository, 'perigee.yml', 'main')).rejects.toMatchObject(refused);
    await expect(side.readPermission(repository, 'ada')).rejects.toMatchObject(refused);
  });

  test('so it is while there is a token that worked until now', async () => {
    const { repository, side, state } = await openSide();
    await side.readFile(repository, 'perigee.yml', 'main');
    state.installations = [];
    state.tokens.clear();
    await expect(side.readPullRequest(repository, 1)).rejects.toMatchObject(refused);
  });

  test('what is missing in a repository is of no installation', async () => {
    const { repository, side } = await openSide();
    expect(await side.readPullRequest(repository, 1)).toBeUndefined();
    await expect(side.defaultBranch({ ...repository, name: 'gone' })).rejects.toMatchObject({
      ...{ name: 'Refused', status: 404, isOfInstallation: false },
    });
  });
});

describe('list changed files', () => {
  test('the files are those between the merge base and the head', async () => {
    const files = { 'src/a.ts': '1', 'README.md': null };
    const { side, state, fake, repository } = await openSideOfPull(files);
    pushCommit(state, fake, 'main', { files: { 'src/b.ts': '1' } });
    expect(await side.listChangedFiles(repository, 1)).toEqual(['README.md', 'src/a.ts']);
  });

  test('at 3,000 files nobody can tell whether there are more', async () => {
    const { side, repository, pull } = await openSideOfPull();
    const name = (_: unknown, index: number): string => `src/${index}.ts`;
    pull.changedFiles = Array.from({ length: 2999 }, name);
    expect(await side.listChangedFiles(repository, 1)).toHaveLength(2999);
    pull.changedFiles = Array.from({ length: 3001 }, name);
    expect(await side.listChangedFiles(repository, 1)).toBeUndefined();
  });

  test('a file with a name that is hard to read is one all the same', async () => {
    const { side, repository } = await openSideOfPull({ 'src/a\nb\u0000.ts': '1' });
    expect(await side.listChangedFiles(repository, 1)).toEqual(['src/a\nb\u0000.ts']);
  });
});

describe('read permission', () => {
  test('roles count as what they may do at the least', async () => {
    const { side, fake, repository } = await openSide();
    const roles: Record<string, Role> = {
      ...{ ada: 'admin', max: 'maintain', will: 'write', tim: 'triage', rea: 'read' },
      nobody: 'none',
    };
    for (const [login, role] of Object.entries(roles)) fake.roles.set(login, role);
    const found = await Promise.all(
      Object.keys(roles).map((login) => side.readPermission(repository, login)),
    );
    expect(found).toEqual(['admin', 'write', 'write', 'read', 'read', 'none']);
  });

  test('somebody unknown, and a right that has no known name, may do nothing', async () => {
    const { side, github, fake, repository } = await openSide();
    fake.isPrivate = true;
    expect(await side.readPermission(repository, 'mallory')).toBe('none');
    github.intercept = ({ path }) =>
      path.endsWith('/permission') ? refuse(404, 'Not Found') : undefined;
    expect(await side.readPermission(repository, 'mallory')).toBe('none');
    const body = { permission: 'constructor', role_name: 'x', user: null };
    github.intercept = ({ path }) =>
      path.endsWith('/permission') ? { status: 200, body } : undefined;
    expect(await side.readPermission(repository, 'mallory')).toBe('none');
  });
});

describe('read tree', () => {
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
    await expect(side.findTree(repository, 'f'.repeat(40))).rejects.toThrow(
      'the tree of the commit',
    );
  });
});

describe('repositories', () => {
  test('the repositories of all installations are listed, of all pages', async () => {
    const { side, state, repository } = await openSide();
    for (let index = 0; index < 120; index++) addRepository(state, 'acme', `more-${index}`);
    const one = addRepository(state, 'globex', 'one');
    addRepository(state, 'globex', 'two');
    addRepository(state, 'nobody', 'here');
    const permissions = { metadata: 'read' } as const;
    state.installations.push({ id: 78, account: 'globex', repositories: ['one'], permissions });
    const found = await side.listRepositories();
    expect(found).toHaveLength(122);
    expect(found[0]).toEqual(repository);
    expect(found.at(-1)).toEqual({ ...address(one), installation: 78 });
  });

  test('an installation that is gone by now is not in the way of the others', async () => {
    const { side, github, state, repository } = await openSide();
    addRepository(state, 'globex', 'one');
    state.installations.unshift({ id: 78, account: 'globex', permissions: { metadata: 'read' } });
    github.intercept = ({ path }) =>
      path === '/app/installations/78/access_tokens'
        ? refuse(403, 'This installation has been suspended')
        : undefined;
    expect(await side.listRepositories()).toEqual([{ ...repository, installation }]);
  });
});
