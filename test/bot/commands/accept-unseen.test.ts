import { expect, test } from 'vitest';
import { noonMs, repository } from '../ledger/open-test-ledger.ts';
import { makeRed, minuteMs, openStage, type Stage, suiteText } from './command-stage.ts';

const accept = '/perigee accept all because x';

function countAccepts({ ledger }: Stage): number {
  return ledger.listAccepts(42, noonMs, { all: true }).length;
}

test('before the head has a verdict nothing can be accepted', async () => {
  const stage = openStage();
  Object.assign(stage.run, { status: 'in-progress' });
  expect(await stage.say(accept)).toContain('had no verdict yet');
  expect(countAccepts(stage)).toBe(0);
});

test('what was judged after the comment was written is not covered, whenever it arrives', async () => {
  const stage = openStage();
  const writtenAt = new Date(noonMs).toISOString();
  stage.judge([makeRed()], { atMs: noonMs + minuteMs });
  const answer = await stage.say(accept, { writtenAt });
  expect(answer).toContain('an accept never covers what has not been seen');
  expect(countAccepts(stage)).toBe(0);
});

test('GitHub tells whole seconds: a verdict of the same second was there', async () => {
  const stage = openStage();
  stage.judge([makeRed()], { atMs: noonMs + 900 });
  await stage.say(accept, { writtenAt: new Date(noonMs).toISOString() });
  expect(countAccepts(stage)).toBe(1);
});

test('a commit that was pushed after the comment is not covered, nor the one that it was about', async () => {
  const stage = openStage();
  stage.judge([makeRed()]);
  const writtenAt = new Date(noonMs + minuteMs).toISOString();
  Object.assign(stage.pull, { head: 'c'.repeat(40) });
  Object.assign(stage.run, { head: 'c'.repeat(40) });
  stage.setNow(noonMs + 5 * minuteMs);
  expect(await stage.say(accept, { writtenAt })).toContain('never covers what has not been seen');
  expect(countAccepts(stage)).toBe(0);
});

test('a force-push back to a commit that was judged long ago does not make the comment one about it', async () => {
  const stage = openStage();
  stage.judge([makeRed()]);
  const subject = { kind: 'pull-request', repository: repository, number: 12 } as const;
  stage.ledger.noteHead(subject, 'c'.repeat(40), noonMs + 2 * minuteMs);
  const writtenAt = new Date(noonMs + 3 * minuteMs).toISOString();
  stage.setNow(noonMs + 5 * minuteMs);
  expect(await stage.say(accept, { writtenAt })).toContain('never covers what has not been seen');
  expect(countAccepts(stage)).toBe(0);
});

test('a later attempt of the same commit takes nothing from an accept of what was seen', async () => {
  const stage = openStage();
  stage.judge([makeRed({ ratio: 1.2 })], { attempt: 1 });
  const writtenAt = new Date(noonMs + minuteMs).toISOString();
  Object.assign(stage.run, { attempt: 2 });
  stage.judge([makeRed({ ratio: 1.9 })], { attempt: 2, atMs: noonMs + 3 * minuteMs });
  await stage.say(accept, { writtenAt });
  const [given] = stage.ledger.listAccepts(42, noonMs);
  expect(given?.series[0]?.change).toBeCloseTo(0.2);
});

test('on a closed pull request nothing is accepted', async () => {
  const stage = openStage();
  stage.judge([makeRed()]);
  Object.assign(stage.pull, { isOpen: false });
  expect(await stage.say(accept)).toContain('closed');
  expect(countAccepts(stage)).toBe(0);
});

test('a run of another workflow, or of another branch of the same commit, lends no verdict', async () => {
  for (const words of [{ path: '.github/workflows/evil.yml' }, { headRepositoryId: 666 }]) {
    const stage = openStage();
    stage.judge([makeRed()]);
    Object.assign(stage.run, words);
    expect(await stage.say(accept)).toContain('had no verdict yet');
    expect(countAccepts(stage)).toBe(0);
  }
});

test('without confirming, one run that says otherwise clears nothing, also while a third is at work', async () => {
  const stage = openStage();
  stage.files.set('main', `${suiteText}gate: { confirm: false }\n`);
  stage.judge([makeRed()], { attempt: 1 });
  stage.judge([makeRed({ state: 'not-regressed', ratio: 1 })], { attempt: 2 });
  Object.assign(stage.run, { attempt: 3, status: 'in-progress' });
  expect(await stage.say(accept)).toContain('**A1**: accepted by');
});
