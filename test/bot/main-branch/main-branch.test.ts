import { describe, expect, test } from 'vitest';
import type { ListedCommit, OwnIssue } from '../../../bot/src/github/github-side.ts';
import { judgePast } from '../../../bot/src/main-branch/judge-past.ts';
import {
  type KnownCommits,
  readBranchCommits,
} from '../../../bot/src/main-branch/read-branch-commits.ts';
import { readPush } from '../../../bot/src/main-branch/walk-pushes.ts';
import { writeIssue } from '../../../bot/src/main-branch/write-issue.ts';
import type { Alert } from '../../../src/contract/alerts.ts';
import { renderAlert } from '../../../src/report/pull-request/render-alert.ts';
import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import { issues } from '../../report/pull-request/fixtures/issues.ts';
import { measureRun, openPull, startScenario } from '../reconcile/scenario.ts';
import { commitId, newestCheck, repository } from '../reconcile/world.ts';
import { accepting, lookUntilDone, pushOf, pushToMain, startPush } from './pushes.ts';

describe('many accepts', () => {
  const accepted = { ...accepting, change: 0.32, changeAbsolute: 4e6, upper: 0.35 };

  test.each([1, 19, 20, 60])(
    'an accept counts when its pull request is merged, however many later ones have some too (%i)',
    async (others) => {
      const scenario = startScenario();
      const { ledger, world } = scenario;
      const merged = pushToMain(scenario, 'merged', { factor: 1.3 });
      for (let number = 4; number <= 4 + others; number++) {
        openPull(world, number, commitId(`head of ${number}`));
        const facts = {
          repositoryId: repository.id,
          commit: commitId(`head of ${number}`),
          atMs: 1,
        };
        ledger.addAccept({ ...facts, number, series: [accepted], by: 'm', because: 'worth it' });
      }
      Object.assign(world.pulls.get(4)!, { isOpen: false, isMerged: true, mergeCommit: merged });
      await lookUntilDone(scenario, merged);
      expect(world.issues).toEqual([]);
    },
  );
});

describe('read branch commits', () => {
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
    const { commits, isCut } = await readBranchCommits(github, new Map(), repository, name(150));
    expect(isCut).toBe(false);
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
    expect(next.commits.at(-1)?.commit).toBe(name(310));
    expect(next.commits).toHaveLength(311);
    expect(github.asked).toEqual([20, 1]);
    const later = await readBranchCommits(github, known, repository, name(600));
    expect(later.commits).toHaveLength(601);
    expect(github.asked).toEqual([20, 1, 1, 20]);
  });

  test('of a long branch the older commits are left out, which is known after later pushes too', async () => {
    const known: KnownCommits = new Map();
    for (const tip of [2500, 2510]) {
      const { commits, isCut } = await readBranchCommits(
        ...([openGithub(), known, repository, name(tip)] as const),
      );
      expect(commits.at(-1)?.commit).toBe(name(tip));
      expect(isCut).toBe(true);
    }
  });

  test('a branch that was rewound loses what it has not any more', async () => {
    const known: KnownCommits = new Map();
    await readBranchCommits(openGithub(), known, repository, name(50));
    const back = await readBranchCommits(openGithub(), known, repository, name(40));
    expect(back.commits.at(-1)?.commit).toBe(name(40));
  });
});

describe('several runs', () => {
  /** A push that was measured by several runs: its issue, its check and commands on the issue tell the same. */
  const { signal } = new AbortController();

  const measureAgain = async (times: number) => {
    const scenario = startScenario();
    const { ledger, look, ports, world } = scenario;
    const before = world.branches.get('main')!;
    const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
    await lookUntilDone(scenario, slower);
    expect(world.issues).toMatchObject([{ isOpen: true }]);
    world.nowMs += 60_000;
    const lucky = startPush(world, slower);
    for (let attempt = 1; attempt <= times; attempt++) {
      lucky.attempt = attempt;
      measureRun(world, { before }, lucky);
      await look(pushOf(slower));
    }
    const push = readPush(ledger, repository, slower)!;
    const { judgement } = await judgePast(ports, repository, 'main', push, signal);
    return { check: newestCheck(world, slower), issues: world.issues, judgement };
  };

  test('one more run that is lucky neither turns the check green nor clears the issue', async () => {
    const { check, issues, judgement } = await measureAgain(1);
    expect(check).toMatchObject({ conclusion: 'failure' });
    expect(issues).toMatchObject([{ isOpen: true }]);
    expect(judgement?.series).toMatchObject([{ said: { regressed: 2, otherwise: 1 } }]);
  });

  test('when as many attempts of another run clear it, the issue is closed with the check', async () => {
    const { check, issues } = await measureAgain(2);
    expect(check).toMatchObject({ conclusion: 'success' });
    expect(issues).toMatchObject([{ isOpen: false }]);
    expect(issues[0]?.body).toContain('### ✅ Cleared');
  });
});

describe('write issue', () => {
  /** @returns whether the issue is open after each view; `close`: a person closes it */
  async function tell(views: (MainBranchView | 'close')[]): Promise<(boolean | undefined)[]> {
    let issue: OwnIssue | undefined;
    const github = {
      findIssue: async () => issue && { ...issue },
      writeIssue: async (_: unknown, { body, isOpen }: { body: string; isOpen: boolean }) => {
        issue = { number: 9, body, isOpen };
        return 9;
      },
    };
    const seen: (boolean | undefined)[] = [];
    for (const view of views) {
      if (view !== 'close') {
        const marker = 'perigee culprit x of y';
        const text = renderIssue(view, { marker });
        await writeIssue(github, repository, { ...text, marker, isOpen: view.state === 'open' });
      } else if (issue !== undefined) issue.isOpen = false;
      seen.push(issue?.isOpen);
    }
    return seen;
  }

  const { accepted, cleared, fresh, recovered, 'recovered-and-accepted': inPart } = issues;

  test('what was closed for an accept, or as cleared, is open again when that is over', async () => {
    expect(await tell([fresh, accepted, fresh])).toEqual([true, false, true]);
    expect(await tell([fresh, inPart, fresh])).toEqual([true, false, true]);
    expect(await tell([fresh, cleared, fresh])).toEqual([true, false, true]);
  });

  test('what has recovered, or was closed by a person, stays closed', async () => {
    expect(await tell([fresh, recovered, fresh])).toEqual([true, false, false]);
    expect(await tell([fresh, 'close', fresh, accepted, fresh])).toEqual([
      true,
      ...[false, false, false, false],
    ]);
  });

  test('what ended with its budget, and was not accepted by anybody, is open again when the budget counts again', async () => {
    const marker = 'perigee budget-release x of sync';
    const open = { state: 'new', atMs: 0 } as const;
    const ended = { state: 'accepted', because: 'it has no budget now', atMs: 1 } as const;
    const alert: Alert = {
      ...{ number: 1, repository: 'acme/sync', suite: 'sync', foundBy: 'budget', series: [] },
      ...{ commit: 'x', range: { after: 'a', upTo: 'x' }, transitions: [open, ended] },
      budget: { since: 'release', release: 'v1.0', limit: 0.05, action: 'warn', parts: [] },
    };
    const { body } = renderAlert(alert, { branch: 'main', links: { logs: {} }, marker });
    expect(body).toMatch(/### ✅ Ended\n[^]*: ended since/);
    const written: boolean[] = [];
    const github = {
      findIssue: async () => ({ number: 9, body, isOpen: false }),
      writeIssue: async (_: unknown, { isOpen }: { isOpen: boolean }) => written.push(isOpen),
    };
    await writeIssue(github, repository, { title: '', body: 'Over budget', marker, isOpen: true });
    expect(written).toEqual([true]);
  });

  test('of what stood never, nobody is told', async () => {
    expect(await tell([accepted, recovered, cleared])).toEqual([undefined, undefined, undefined]);
  });
});
