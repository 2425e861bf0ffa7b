import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findChange, nameBase } from '../../../src/runner/revisions/find-change.ts';
import { makeRepository, type TestRepository } from '../stage/make-repository.ts';
import { checkOut } from './make-clone.ts';

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
