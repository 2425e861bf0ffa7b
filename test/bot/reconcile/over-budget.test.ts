/** The default branch exceeds its budget: what pull requests are told, and which are held back. */
import { expect, test } from 'vitest';
import type { AlertBudget } from '../../../src/contract/alerts.ts';
import { moveAlert } from '../../../src/history/alerts/settle-alert.ts';
import { accepting } from '../main-branch/pushes.ts';
import { measureRun, propose, pullRequest, startScenario } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

interface Given {
  action: AlertBudget['action'];
  /** What the pull request does to the series: 5% is allowed. */
  factor: number;
  baseBranch?: string;
  accepted?: true;
}

async function judge({ accepted, action, baseBranch = 'main', factor }: Given) {
  const { ledger, look, world } = startScenario();
  const tip = world.branches.get('main')!;
  world.branches.set('old', tip);
  const { metric, span, test: name } = accepting;
  const series = {
    test: name,
    span,
    metric,
    platform: 'linux-x64',
    annotations: {},
    change: 0.071,
  };
  const part = { after: tip, commit: tip, author: 'Ann', subject: 'Check @everyone twice' };
  const alert = ledger.openAlert({
    ...{ repository: 'acme/sync', suite: 'sync', foundBy: 'budget', commit: tip },
    range: { after: tip, upTo: tip },
    budget: {
      ...{ since: 'release', release: 'v1.0', limit: 0.05, action },
      parts: [{ ...part, size: 0.03, standsOut: true }],
    },
    ...{ series: [series], transitions: [{ state: 'new', atMs: 1 }] },
  });
  if (accepted) {
    ledger.changeAlert('acme/sync', alert.number, (one) =>
      moveAlert(one, { state: 'accepted', by: 'ada', because: 'x', atMs: 2 }),
    );
  }
  const head = propose(world, { name: 'a' }, { baseBranch });
  measureRun(world, { factors: { upload: factor }, baseBranch });
  await look(pullRequest(1));
  const [comment = ''] = ownComments(world, 1);
  return { conclusion: newestCheck(world, head)?.conclusion, comment };
}

test('a budget that warns is told, with the commits that contributed the most', async () => {
  const { comment, conclusion } = await judge({ action: 'warn', factor: 1.03 });
  expect(conclusion).toBe('success');
  expect(comment).toContain(
    'over its budget of 5.0% since v1.0: latency of upload › whole test +7.1%',
  );
  expect(comment).toContain('The most: +3.0%');
  expect(comment).not.toMatch(/(?<!`)@everyone/);
});

test('a budget that blocks holds back what makes its series worse, however little', async () => {
  const { comment, conclusion } = await judge({ action: 'block', factor: 1.03 });
  expect(conclusion).toBe('action_required');
  expect(comment).toContain('Held: a series whose budget is used up gets worse');
  expect(comment).toContain('This change makes it worse still: latency of upload › whole test +3.');
  expect(comment).toContain('`/perigee alert accepted because <reason>`');
  expect(await judge({ action: 'block', factor: 0.9 })).toMatchObject({ conclusion: 'success' });
  expect(await judge({ action: 'block', factor: 1 })).toMatchObject({ conclusion: 'success' });
});

test('what a person accepted, and another branch, hold nothing back', async () => {
  const held = { action: 'block', factor: 1.03 } as const;
  for (const more of [{ accepted: true }, { baseBranch: 'old' }] as const) {
    const { comment, conclusion } = await judge({ ...held, ...more });
    expect([conclusion, comment.includes('over its budget')]).toEqual(['success', false]);
  }
});
