import { expect, test } from 'vitest';
import { deliver } from '../servers/fake/deliver.ts';
import { fork } from '../servers/fake/history.ts';
import { tellButton } from '../servers/fake/payloads.ts';
import {
  checkOf,
  measureChange,
  openChange,
  ownComments,
  type Place,
  reportsOf,
  say,
} from './act-on-github.ts';
import { expectHonestGate, expectSoon, useStage } from './start-stage.ts';

const stage = useStage(1);
const accept = '/perigee accept all because it does more';

/** A pull request of a fork that is red. */
async function openRed(place: Place) {
  const from = fork(place.state, place.repository, `mallory-${place.repository.id}`);
  const pull = await openChange(place, 'red', { from });
  await measureChange(place, pull, { upload: 1.3 });
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await expectSoon(() => reportsOf(place, pull.number).length, 1);
  const answers = () => ownComments(place, pull.number).slice(1);
  return { pull, answers, owner: place.repository.owner, mallory: from.owner };
}

test('outsiders get a polite no, and the pull request stays red until somebody with the right accepts', async () => {
  const place = stage().take();
  const { answers, mallory, owner, pull } = await openRed(place);
  place.repository.roles.set('triager', 'triage');
  for (const login of [mallory, 'stranger', 'triager']) {
    await say(place, pull.number, login, accept);
  }
  await expectSoon(() => answers().length, 3);
  for (const answer of answers()) expect(answer).toContain('Sorry');
  const check = checkOf(place, pull.head.commit);
  // A button of the check is pressed by whoever sees it.
  if (check !== undefined) {
    await deliver(place.state, tellButton(place.state, place.repository, check, mallory, 'accept'));
  }
  await expectHonestGate(place);
  expect(checkOf(place, pull.head.commit)?.conclusion).toBe('failure');
  expect(reportsOf(place, pull.number)).toHaveLength(1);

  await say(place, pull.number, owner, accept);
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'success');
  const isShown = () => reportsOf(place, pull.number)[0]?.includes('it does more');
  await expectSoon(isShown, true);
});
