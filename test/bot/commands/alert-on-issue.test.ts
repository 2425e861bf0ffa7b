import { afterEach, beforeEach, expect, test } from 'vitest';
import { type IssueStage, openIssueStage, pushOf } from './issue-stage.ts';

let stage: IssueStage;
let slower: string;
beforeEach(async () => {
  stage = await openIssueStage();
  slower = await stage.push('slower', { factor: 1.3 });
});
afterEach(() => stage.close());

const states = () =>
  stage.ledger
    .listAlerts('acme/sync')
    .map(({ transitions }) => transitions.map(({ by = 'Perigee', state }) => `${state} ${by}`));

test('a push that made the branch slower is an alert, and its issue says where it stands', async () => {
  expect(stage.ledger.listAlerts('acme/sync')).toMatchObject([
    { commit: slower, suite: 'sync', foundBy: 'push', series: [{ test: 'upload' }] },
  ]);
  expect(stage.issue().body).toContain('**Alert**: new since 2026-11-21');
  const answer = await stage.say('/perigee alert acknowledged');
  expect(answer).toContain('This alert is **acknowledged**, says `@ada`. The issue stays open.');
  expect(stage.issue()).toMatchObject({ isOpen: true });
  expect(stage.issue().body).toContain('**Alert**: acknowledged since 2026-11-21 by `ada`');
  expect(states()).toEqual([['new Perigee', 'acknowledged ada']]);
});

test('a person closes it with a reason, and later looks leave it closed until a person opens it', async () => {
  await stage.say('/perigee alert noise because the runner was `busy` @everyone');
  expect(stage.issue()).toMatchObject({ isOpen: false });
  expect(stage.issue().body).toContain('### ✅ Noise');
  expect(stage.issue().body).toContain('Because: the runner was `busy` `@everyone`');
  await stage.look(pushOf(slower));
  await stage.push('fine');
  expect(stage.issue()).toMatchObject({ isOpen: false });
  await stage.say('/perigee alert new');
  expect(stage.issue()).toMatchObject({ isOpen: true });
  expect(states()).toEqual([['new Perigee', 'noise ada', 'new ada']]);
});

test('a push that takes it back fixes the alert', async () => {
  await stage.say('/perigee alert explained because the cache is cold');
  await stage.push('back', { factor: 0.75 });
  expect(stage.issue()).toMatchObject({ isOpen: false });
  expect(states()).toEqual([['new Perigee', 'explained ada', 'fixed Perigee']]);
});

test('to accept the alert of a push is to accept what it made worse, which can be revoked', async () => {
  const answer = await stage.say('/perigee alert accepted because it does more');
  expect(answer).toContain('**A1**: accepted by `@ada` without an end. Because: it does more');
  expect(stage.issue()).toMatchObject({ isOpen: false });
  expect(states()).toEqual([['new Perigee', 'accepted ada']]);
  await stage.say('/perigee revoke A1');
  expect(stage.issue()).toMatchObject({ isOpen: true });
  expect(states()).toEqual([['new Perigee', 'accepted ada', 'new Perigee']]);
});

test('while the push is measured again it cannot be accepted, and its alert stays as it is', async () => {
  const { ledger, world } = stage;
  const key = { repositoryId: 7, suite: 'sync', runId: String(world.runs.at(-1)?.id) };
  ledger.writeConfirmation(key, {
    ...{ kind: 'requested', atMs: world.nowMs, afterAttempt: 2, shards: [0] },
  });
  Object.assign(world.runs.at(-1)!, { attempt: 3, status: 'in-progress' });
  const answer = await stage.say('/perigee alert accepted because it does more');
  expect(answer).toContain('Nothing was accepted. This push is being measured again.');
  expect(states()).toEqual([['new Perigee']]);
  expect(stage.issue()).toMatchObject({ isOpen: true });
});

test('a budget that blocks is called fixed with a reason only', async () => {
  const [alert] = stage.ledger.listAlerts('acme/sync');
  const budget = { since: 'best', limit: 0.05, parts: [] } as const;
  const exceed = (action: 'warn' | 'block') =>
    stage.ledger.changeAlert('acme/sync', alert!.number, (one) => ({
      ...one,
      budget: { ...budget, action },
    }));
  exceed('block');
  expect(await stage.say('/perigee alert fixed')).toContain('Nothing changed: this budget');
  expect(states()).toEqual([['new Perigee']]);
  expect(await stage.say('/perigee alert fixed because 4f2c reverts it')).toContain(
    'so does the next commit that still exceeds the budget',
  );
  await stage.say('/perigee alert new');
  exceed('warn');
  expect(await stage.say('/perigee alert fixed')).toContain('This alert is **fixed**');
});

test('the button of its check acknowledges it, for those who may', async () => {
  await stage.press('acknowledge', slower, 'eve');
  expect(states()).toEqual([['new Perigee']]);
  await stage.press('acknowledge', slower, 'ada');
  await stage.press('acknowledge', slower, 'ada');
  expect(states()).toEqual([['new Perigee', 'acknowledged ada']]);
  expect(stage.issue().body).toContain('acknowledged since 2026-11-21 by `ada`');
});

test('the commit of an alert is looked for by the workflow of the repository', async () => {
  const { started } = stage.world;
  expect(await stage.say('/perigee bisect')).toContain('only one commit that it can be');
  const last = await stage.push('last', { factor: 1.3, commits: ['first', 'second'] });
  const on = stage.issue(1).number;
  const shown = stage.issue(1).body;
  expect(await stage.say('/perigee bisect', { on, shown })).toContain(
    '.github/workflows/perigee-bisect.yml',
  );
  started.set('perigee-bisect.yml', []);
  const answer = await stage.say('/perigee bisect', { on, shown });
  expect(answer).toContain('The result will be a comment here.');
  expect(started.get('perigee-bisect.yml')).toEqual([
    {
      ...{ good: slower, bad: last, issue: String(on), branch: 'main' },
      ...{ test: 'upload', span: 'whole test', metric: 'latency' },
    },
  ]);
  await stage.say('/perigee bisect', { on, shown, by: 'eve' });
  expect(started.get('perigee-bisect.yml')).toHaveLength(1);
});

test('nothing is looked for where many commits did it', async () => {
  stage.world.started.set('perigee-bisect.yml', []);
  const [alert] = stage.ledger.listAlerts('acme/sync');
  stage.ledger.changeAlert('acme/sync', alert!.number, (one) => ({ ...one, isGradual: true }));
  expect(await stage.say('/perigee bisect')).toContain('There is no single commit to find');
  expect(stage.world.started.get('perigee-bisect.yml')).toEqual([]);
});
