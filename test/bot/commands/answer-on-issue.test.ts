import { afterEach, beforeEach, expect, test } from 'vitest';
import { newestCheck } from '../reconcile/world.ts';
import { type IssueStage, openIssueStage, pushOf } from './issue-stage.ts';

const accept = '/perigee accept all because it does more';

let stage: IssueStage;
let slower: string;
beforeEach(async () => {
  stage = await openIssueStage();
  slower = await stage.push('slower', { factor: 1.3 });
});
afterEach(() => stage.close());

test('an accept closes the issue, says so there, and turns the check of the push', async () => {
  expect(stage.issue()).toMatchObject({ isOpen: true });
  expect(stage.issue().body).toContain('`/perigee accept <series or all> because <reason>`');
  const answer = await stage.say(accept);
  expect(answer).toContain('**A1**: accepted by `@ada` without an end. Because: it does more');
  expect(answer).toContain('It covers only this push');
  expect(stage.issue()).toMatchObject({ isOpen: false });
  expect(stage.issue().body).toContain('### ✅ Accepted');
  expect(newestCheck(stage.world, slower)).toMatchObject({ conclusion: 'success' });
  expect(stage.ledger.listAccepts(7, stage.world.nowMs)).toMatchObject([
    { id: 'A1', commit: slower, by: 'ada', series: [{ test: 'upload', metric: 'latency' }] },
  ]);
});

test('a later push that makes it worse again is not covered, by however little', async () => {
  await stage.say(accept);
  const worse = await stage.push('worse', { factor: 1.2 });
  expect(newestCheck(stage.world, worse)).toMatchObject({ conclusion: 'failure' });
  expect(stage.issue(1)).toMatchObject({ isOpen: true });
  expect(stage.issue(1).title).toContain(worse.slice(0, 12));
});

test('taken back, the issue is open again; closed by a person, it stays closed', async () => {
  await stage.say(accept);
  expect(await stage.say('/perigee accepts')).toContain('**A1** by `@ada`');
  const answer = await stage.say('/perigee revoke A1');
  expect(answer).toContain('**A1** was revoked by `@ada`');
  expect(stage.issue()).toMatchObject({ isOpen: true });
  expect(newestCheck(stage.world, slower)).toMatchObject({ conclusion: 'failure' });
  expect(await stage.say('/perigee accepts')).toContain('Nothing is accepted on this push.');
  stage.issue().isOpen = false;
  await stage.look(pushOf(slower));
  expect(stage.issue()).toMatchObject({ isOpen: false });
});

test('an accept with an end is over after that day, and the issue is open again', async () => {
  await stage.say(`${accept} until 2026-11-22`);
  expect(stage.issue()).toMatchObject({ isOpen: false });
  stage.world.nowMs = Date.parse('2026-11-23T00:00:01Z');
  expect(stage.ledger.listDue(stage.world.nowMs)).toEqual([pushOf(slower)]);
  await stage.look(pushOf(slower));
  expect(stage.issue()).toMatchObject({ isOpen: true });
});

test('an outsider gets a polite no, and may have it explained', async () => {
  for (const by of ['eve', 'stranger']) {
    expect(await stage.say(accept, { by })).toContain('Sorry');
    expect(await stage.say('/perigee revoke A1', { by })).toContain('Sorry');
  }
  expect(await stage.say('/perigee explain', { by: 'eve' })).toContain('+30');
  expect(stage.ledger.listAccepts(7, stage.world.nowMs, { all: true })).toEqual([]);
  expect(stage.issue()).toMatchObject({ isOpen: true });
});

test('an issue of somebody else that looks like ours commands nothing', async () => {
  const shown = stage.issue().body;
  expect(await stage.say(accept, { on: 4711, shown })).toBe('');
  expect(stage.ledger.listAccepts(7, stage.world.nowMs)).toEqual([]);
});

test('what was measured after it was written is not accepted', async () => {
  const answer = await stage.say(accept, { atMs: stage.world.nowMs - 60_000 });
  expect(answer).toContain('Nothing was accepted.');
  expect(stage.ledger.listAccepts(7, stage.world.nowMs)).toEqual([]);
});

test('by name: what is there is accepted, and what is not is listed', async () => {
  expect(await stage.say('/perigee accept download because x')).toContain('is not among them');
  expect(await stage.say('/perigee accept "upload/whole test" because x')).toContain('**A1**');
  expect(await stage.say(accept)).toContain('There is nothing to accept');
});

test('help names what is heard there, and what is not heard says where it is', async () => {
  const help = await stage.say('/perigee help');
  expect(help).toContain('accepts what this push made worse');
  expect(help).not.toContain('/perigee rerun');
  expect(await stage.say('/perigee rerun')).toContain('**Re-run** on the check');
  expect(await stage.say('/perigee merge')).toContain('There is no command merge');
});

test('on another issue an accept is taken back by its name', async () => {
  await stage.say(accept);
  const other = await stage.push('other', { factor: 1.3 });
  const [, second] = stage.world.issues;
  const words = { on: second!.number, shown: second!.body };
  const answer = await stage.say('/perigee revoke A1', words);
  expect(answer).toContain(`which was given on the push ${slower.slice(0, 12)},`);
  expect(stage.issue()).toMatchObject({ isOpen: true });
  expect(newestCheck(stage.world, other)).toMatchObject({ conclusion: 'failure' });
});

test('an issue about a push of long ago is closed by an accept too', async () => {
  for (let count = 0; count < 32; count++) await stage.push(`later-${count}`);
  expect(stage.issue()).toMatchObject({ isOpen: true });
  expect(await stage.say(accept)).toContain('**A1**');
  expect(stage.issue()).toMatchObject({ isOpen: false });
  expect(stage.world.issues).toHaveLength(1);
});
