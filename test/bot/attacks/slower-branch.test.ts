import { expect, test } from 'vitest';
import { deliver } from '../servers/fake/deliver.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { tellRun } from '../servers/fake/payloads.ts';
import { startRun } from '../servers/fake/people.ts';
import type { FakeIssue } from '../servers/fake/state.ts';
import {
  checkOf,
  endMeasuring,
  ownComments,
  type Place,
  recordOf,
  say,
  upload,
} from './act-on-github.ts';
import { expectHonestGate, expectSoon, useStage } from './start-stage.ts';

const stage = useStage(1);
const accept = '/perigee accept all because it does more';

/** Somebody pushes to the default branch, and its run says how much slower that is. @returns the commit */
async function pushMeasured(place: Place, factor: number): Promise<string> {
  const { repository, state } = place;
  const before = repository.branches.get('main') ?? '';
  const pushed = pushCommit(state, repository, 'main', { files: { 'src/a.ts': `${factor}` } });
  const run = startRun(state, repository, pushed);
  await deliver(state, tellRun(state, repository, run, 'requested'));
  await upload(place, run, recordOf(place, run, { before, factors: { upload: factor } }));
  await endMeasuring(place, run);
  return pushed;
}

test('on the issue about a slower branch nobody accepts but a person with the right, and nowhere else', async () => {
  const place = stage().take();
  const { repository } = place;
  const pushed = await pushMeasured(place, 1.3);
  const ours = (): FakeIssue | undefined => repository.issues.find(({ appId }) => appId);
  await expectSoon(() => ours()?.state, 'open');
  expect(checkOf(place, pushed)?.conclusion).toBe('failure');
  const { body, number, title } = ours()!;

  // Somebody else writes the same, marker included.
  const copied = { number: number + 1, login: 'mallory', title, body, labels: [] };
  repository.issues.push({ ...copied, state: 'open' });
  await say(place, copied.number, repository.owner, accept);
  await say(place, number, 'mallory', accept);
  await say(place, number, 'dependabot[bot]', accept);
  await say(place, number, repository.owner, `> ${accept}`);
  await expectSoon(() => ownComments(place, number).length, 1);
  expect(ownComments(place, number)[0]).toContain('Sorry');
  await expectHonestGate(place);
  expect(ownComments(place, copied.number)).toEqual([]);
  expect([ours()?.state, checkOf(place, pushed)?.conclusion]).toEqual(['open', 'failure']);

  await say(place, number, repository.owner, accept);
  await expectSoon(() => ours()?.state, 'closed');
  await expectSoon(() => checkOf(place, pushed)?.conclusion, 'success');
  expect(ours()?.body).toContain('### ✅ Accepted');
  // What comes after it is not covered.
  const later = await pushMeasured(place, 1.2);
  await expectSoon(() => checkOf(place, later)?.conclusion, 'failure');
});
