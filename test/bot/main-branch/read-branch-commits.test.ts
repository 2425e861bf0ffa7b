import { expect, test } from 'vitest';
import type { ListedCommit } from '../../../bot/src/github/github-side.ts';
import {
  type KnownCommits,
  readBranchCommits,
} from '../../../bot/src/main-branch/read-branch-commits.ts';
import { repository } from '../reconcile/world.ts';

const name = (i: number): string => `m${i}`;

/** A branch that a merge of a side commit follows each tenth commit, and what was asked about it. */
function openGithub(): {
  listCommits(_: unknown, tip: string, pages: number): Promise<ListedCommit[]>;
  asked: number[];
} {
  const asked: number[] = [];
  return {
    asked,
    listCommits: async (_, tip, pages) => {
      asked.push(pages);
      const from = Number(tip.slice(1));
      const all: ListedCommit[] = [];
      for (let i = from; i >= 0; i -= 1) {
        const side = i % 10 === 5 && i > 0 ? [`side${i}`] : [];
        const parents = [...(i > 0 ? [name(i - 1)] : []), ...side];
        const rest = { tree: `t${i}`, committedAtMs: i, author: 'Ann', subject: '', reverts: [] };
        all.push({ ...rest, commit: name(i), parents });
        for (const commit of side) all.push({ ...rest, commit, parents: [name(i - 1)] });
      }
      return all.slice(0, 100 * pages);
    },
  };
}

test('a branch is the first parents from its tip, oldest first', async () => {
  const github = openGithub();
  const commits = await readBranchCommits(github, new Map(), repository, name(150));
  expect(commits.map(({ commit }) => commit)).toEqual(
    Array.from({ length: 151 }, (_, i) => name(i)),
  );
  expect(commits[15]).toMatchObject({ isMerge: true, tree: 't15' });
});

test('after a push one page is asked for, and more only if that does not reach what is known', async () => {
  const github = openGithub();
  const known: KnownCommits = new Map();
  await readBranchCommits(github, known, repository, name(300));
  const next = await readBranchCommits(github, known, repository, name(310));
  expect(next.at(-1)?.commit).toBe(name(310));
  expect(next).toHaveLength(311);
  expect(github.asked).toEqual([20, 1]);
  const later = await readBranchCommits(github, known, repository, name(600));
  expect(later).toHaveLength(601);
  expect(github.asked).toEqual([20, 1, 1, 20]);
});

test('a branch that was rewound loses what it has not any more', async () => {
  const known: KnownCommits = new Map();
  await readBranchCommits(openGithub(), known, repository, name(50));
  const back = await readBranchCommits(openGithub(), known, repository, name(40));
  expect(back.at(-1)?.commit).toBe(name(40));
});
