import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchRevision } from '../../../src/runner/revisions/fetch-revision.ts';
import { findChange, nameBase } from '../../../src/runner/revisions/find-change.ts';
import { findLastRelease, listTags } from '../../../src/runner/revisions/find-last-release.ts';
import { listBetween } from '../../../src/runner/revisions/list-between.ts';
import { readFileAt } from '../../../src/runner/revisions/read-file-at.ts';
import { findBranchWith, readMainline } from '../../../src/runner/revisions/read-mainline.ts';
import { readCommits } from '../../../src/runner/revisions/read-first-parents.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { cleanEnvironment, makeRepository, type TestRepository } from '../stage/make-repository.ts';
import { checkOut, makeHost, mergeForPull } from './make-clone.ts';

describe('fetch revision', () => {
  test('a base may be a branch, a tag or a commit that the checkout does not have', async () => {
    const { origin, commits } = makeHost();
    origin.git('tag', '--annotate', '-m', 'one', 'v1', commits['first']!);
    const checkout = await checkOut(origin.root, 'refs/heads/main');
    const named = async (name: string) => fetchRevision(checkout.remote, name);
    expect(await named('faster')).toEqual({ commit: commits['head'], label: 'faster' });
    expect(await named('v1')).toEqual({ commit: commits['first'], label: 'v1' });
    expect(await named(commits['left']!)).toMatchObject({ commit: commits['left'] });
    expect(await named('HEAD')).toEqual({ commit: commits['tip'], label: 'HEAD' });
  });

  test('a branch is taken as the remote has it, not as this clone remembers it', async () => {
    const { origin } = makeHost();
    const checkout = await checkOut(origin.root, 'refs/heads/main');
    checkout.git('branch', 'main', 'HEAD');
    const newest = origin.commit('main goes on');
    expect(await fetchRevision(checkout.remote, 'main')).toEqual({ commit: newest, label: 'main' });
  });

  test.each(['--upload-pack=touch pwned', '-x', '$(touch pwned)', 'a b', '', ':refs/heads/x'])(
    'the base %j is refused, and nothing is done with it',
    async (name) => {
      const { origin } = makeHost();
      const checkout = await checkOut(origin.root, 'refs/heads/main');
      await expect(fetchRevision(checkout.remote, name)).rejects.toThrow(/branch, a tag/);
      expect(existsSync(join(checkout.root, 'pwned'))).toBe(false);
    },
  );

  test('where the remote cannot be asked, an unknown base is told as such, and a known one as perhaps old', async () => {
    const { origin, commits } = makeHost();
    const checkout = await checkOut(origin.root, 'refs/heads/main');
    checkout.git('remote', 'set-url', 'origin', 'http://127.0.0.1:1/x.git');
    await expect(fetchRevision(checkout.remote, 'faster')).rejects.toThrow(
      /the base "faster" is not in this checkout, and origin could not be reached/,
    );
    checkout.git('branch', 'faster');
    const { commit } = await fetchRevision(checkout.remote, 'faster');
    expect(commit).toBe(commits['tip']);
    expect(checkout.said.at(-1)).toContain('which may be old');
  });
});

describe('find anchor', () => {
  const day = 24 * 3600;
  const evenDay = 20_000 * day;

  /** One commit a day on main; the newest on the day given. */
  function makeDays(count: number, newest: number): { origin: TestRepository; commits: string[] } {
    const origin = makeRepository();
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const stream = Array.from({ length: count }, (_, i) => {
      const at = `A <a@localhost> ${newest - (count - 1 - i) * day} +0000`;
      const parent = i === 0 ? '' : `from :${i}\n`;
      return `commit refs/heads/days\nmark :${i + 1}\ncommitter ${at}\ndata 1\n${i % 10}\n${parent}M 100644 inline a\ndata 3\n${100 + i}\n`;
    });
    execFileSync('git', ['fast-import', '--quiet'], { cwd: origin.root, input: stream.join('') });
    const commits = origin.git('log', '--reverse', '--format=%H', 'days').split('\n');
    return { origin, commits };
  }

  async function findBefore({ origin, commits }: ReturnType<typeof makeDays>) {
    const { remote, said } = await checkOut(origin.root, 'refs/heads/days');
    const head = { commit: commits.at(-1)!, label: 'days', reference: 'refs/heads/days' };
    const { before } = await findChange(remote, { head, base: nameBase('anchor run') });
    return { before, said: said.at(-1) };
  }

  test('an anchor run compares with the newest release, on every second day', async () => {
    const made = makeDays(20, evenDay);
    made.origin.git('tag', 'v1.0', made.commits[4]!);
    made.origin.git('tag', '--annotate', '--message=x', 'v1.1', made.commits[15]!);
    made.origin.git('tag', 'v2.0-rc', made.commits[19]!);
    const { before, said } = await findBefore(made);
    expect(before).toEqual({ commit: made.commits[15], label: 'release v1.1' });
    expect(said).toContain('compares with release v1.1');
  });

  test('and on the others with what the branch was a week before', async () => {
    const made = makeDays(20, evenDay + day);
    made.origin.git('tag', 'v1.0', made.commits[4]!);
    const { before } = await findBefore(made);
    expect(before).toEqual({ commit: made.commits[12], label: 'the branch a week before' });
  });

  test('without a release it is always the week before', async () => {
    const made = makeDays(20, evenDay);
    expect((await findBefore(made)).before?.commit).toBe(made.commits[12]);
  });

  test('a young branch without a release is compared with the commit before', async () => {
    const made = makeDays(3, evenDay);
    const { before, said } = await findBefore(made);
    expect(before?.commit).toBe(made.commits[1]);
    expect(said).toContain('taking the parent');
  });
});

describe('list between', () => {
  test('the commits after the good one come with author, date and subject, the oldest first', async () => {
    const { origin, commits } = makeHost();
    const repository = await openRepository(origin.root, cleanEnvironment);
    const found = await listBetween(repository, commits['left']!, commits['tip']!);
    expect(found.map(({ subject }) => subject)).toEqual([
      'main since 0',
      'main since 1',
      'main since 2',
    ]);
    expect(found.at(-1)).toMatchObject({ commit: commits['tip'], isMerge: false });
    expect(found[0]?.committedAtMs).toBeGreaterThan(0);
    expect(found[0]?.author).not.toBe('');
  });

  test('of a branch that was merged only the merge is listed', async () => {
    const host = makeHost();
    const merge = mergeForPull(host, host.commits['head']!);
    const repository = await openRepository(host.origin.root, cleanEnvironment);
    const found = await listBetween(repository, host.commits['tip']!, merge);
    expect(found).toMatchObject([{ commit: merge, isMerge: true }]);
  });

  test('two commits of which neither comes before the other are refused', async () => {
    const { origin, commits } = makeHost();
    const repository = await openRepository(origin.root, cleanEnvironment);
    const list = listBetween(repository, commits['head']!, commits['tip']!);
    await expect(list).rejects.toThrow(/does not come before[\s\S]*git merge-base/);
    const same = listBetween(repository, commits['tip']!, commits['tip']!);
    await expect(same).rejects.toThrow(/both revisions are/);
  });

  test('a clone that is cut between them is refused, with the way to mend it', async () => {
    const { origin, commits } = makeHost();
    const { root } = await checkOut(origin.root, 'refs/heads/main', ['--depth=2']);
    const repository = await openRepository(root, cleanEnvironment);
    const list = listBetween(repository, commits['left']!, commits['tip']!);
    await expect(list).rejects.toThrow('git fetch --unshallow');
  });

  test('what an author writes into a name or a subject cannot pass for another commit', async () => {
    const { origin, commits } = makeHost();
    const subject = `one\u001e${'f'.repeat(40)}\u001ftwo`;
    origin.git('commit', '--quiet', '--allow-empty', '--allow-empty-message', '-m', '');
    origin.git('commit', '--quiet', '--allow-empty', '-m', subject);
    const repository = await openRepository(origin.root, cleanEnvironment);
    const found = await listBetween(repository, commits['tip']!, origin.git('rev-parse', 'HEAD'));
    expect(found.map((one) => one.subject)).toEqual(['', subject]);
  });
});

describe('read file at', () => {
  test('a file is read as the commit has it, not as it lies there now', async () => {
    const { root, git, write } = makeRepository({ 'perf/perigee.yml': 'version: 1\n\n' });
    write('perf/perigee.yml', 'version: 2\n');
    const repository = await openRepository(root, cleanEnvironment);
    const commit = git('rev-parse', 'HEAD');
    expect(await readFileAt(repository, commit, 'perf/perigee.yml')).toBe('version: 1\n\n');
    expect(await readFileAt(repository, commit, 'perigee.yml')).toBe(undefined);
    expect(await readFileAt(repository, commit, 'perf')).toBe(undefined);
    expect(await readFileAt(repository, commit, '--output=x')).toBe(undefined);
  });

  test('neither a link nor a file that is too large is read', async () => {
    const { root, commit, write } = makeRepository();
    symlinkSync('/etc/passwd', join(root, 'perigee.yml'));
    write('large.yml', '#'.repeat(2 ** 22 + 1));
    const made = commit('odd');
    const repository = await openRepository(root, cleanEnvironment);
    expect(await readFileAt(repository, made, 'perigee.yml')).toBe(undefined);
    await expect(readFileAt(repository, made, 'large.yml')).rejects.toThrow(/at most 4 MiB/);
  });

  test('a commit that is not there is no commit without the file', async () => {
    const { root } = makeRepository();
    const repository = await openRepository(root, cleanEnvironment);
    await expect(readFileAt(repository, '0'.repeat(40), 'perigee.yml')).rejects.toThrow(/ls-tree/);
  });
});

describe('read mainline', () => {
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
    for (const name of ['HEAD', 'heads/main', 'refs/heads/main'])
      expect(await readMainline(repository, name)).toMatchObject({ branch: 'main', commits });
  });

  test('commits are told that are here, and nothing else', async () => {
    const made = makeRepository();
    const commit = made.git('rev-parse', 'HEAD');
    const repository = await openRepository(made.root, cleanEnvironment);
    const gone = '0123456789'.repeat(4);
    const found = await readCommits(repository, [commit, gone, '--all']);
    expect(found).toMatchObject([{ commit, tree: made.git('rev-parse', 'HEAD^{tree}') }]);
    expect(await readCommits(repository, [gone])).toEqual([]);
    expect(await findBranchWith(repository, commit)).toBe('main');
    expect(await findBranchWith(repository, gone)).toBeUndefined();
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
});
