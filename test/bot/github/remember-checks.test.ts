import { expect, test } from 'vitest';
import { rememberChecks } from '../../../bot/src/github/checks.ts';
import { refuse } from '../../servers/github/answer.ts';
import { makeClock } from '../../transport/rest/make-clock.ts';
import { check, listRequests, openSide } from './open-side.ts';

const place = { installation: 77, owner: 'acme', name: 'sync', id: 1 };
const one = { id: 5, externalId: 'one', status: 'queued' } as const;
const two = { ...one, externalId: 'two' };

test('what was written stands, at its own commit of its own repository', async () => {
  const checks = rememberChecks(makeClock());
  expect(checks.find(place, 'a')).toBeUndefined();
  await checks.note(place, 'a', async () => one);
  await checks.note(place, 'a', async () => two);
  expect(checks.find(place, 'a')).toBe(two);
  expect(checks.find(place, 'b')).toBeUndefined();
  expect(checks.find({ ...place, id: 2 }, 'a')).toBeUndefined();
});

test('after ten minutes it is asked for again: another bot may have the same app', async () => {
  const clock = makeClock();
  const checks = rememberChecks(clock);
  await checks.note(place, 'a', async () => one);
  clock.pass(599_999);
  expect(checks.find(place, 'a')).toBe(one);
  clock.pass(2);
  expect(checks.find(place, 'a')).toBeUndefined();
});

test('what became of a write that failed is not known', async () => {
  const checks = rememberChecks(makeClock());
  await checks.note(place, 'a', async () => one);
  const failed = checks.note(place, 'a', () => Promise.reject(new Error('no answer')));
  await expect(failed).rejects.toThrow('no answer');
  expect(checks.find(place, 'a')).toBeUndefined();
});

test('the check of a commit is not read after it was written, but where the write got no answer', async () => {
  const { fake, github, repository, side } = await openSide();
  const head = fake.branches.get('main') ?? '';
  const reads = () => listRequests(github).filter((line) => line.endsWith('/check-runs')).length;
  const id = await side.writeCheck(repository, head, check);
  expect(await side.findCheck(repository, head)).toMatchObject({ id, externalId: 'one' });
  expect(reads()).toBe(1);
  github.intercept = ({ method }) => (method === 'PATCH' ? refuse(500, 'Oops') : undefined);
  const again = side.writeCheck(repository, head, { ...check, externalId: 'two' }, id);
  await expect(again).rejects.toMatchObject({ name: 'Unavailable' });
  github.intercept = () => undefined;
  expect(await side.findCheck(repository, head)).toMatchObject({ id, externalId: 'one' });
  expect(reads()).toBe(2);
});
