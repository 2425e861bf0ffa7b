import { expect, test } from 'vitest';
import type { CheckAnnotation } from '../../../bot/src/github/github-side.ts';
import { makeClock } from '../../transport/rest/make-clock.ts';
import { check, listRequests, openSide } from './open-side.ts';
import { refuse } from '../../servers/github/answer.ts';

function annotate(count: number): CheckAnnotation[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ path: 'perigee.yml', line: index + 1, level: 'warning', title: 'slower' },
    message: `series ${index}`,
  }));
}

async function open(options: Parameters<typeof openSide>[0] = {}) {
  const opened = await openSide(options);
  const head = opened.fake.branches.get('main') ?? '';
  return { ...opened, head };
}

test('a check is made once, found again, and changed in place', async () => {
  const clock = makeClock();
  const { side, fake, repository, head } = await open({ clock });
  const queued = { ...check, status: 'queued' as const, externalId: 'none' };
  const { conclusion: _conclusion, ...waiting } = queued;
  const id = await side.writeCheck(repository, head, waiting);
  clock.pass(10 * 60_000 + 1);
  expect(await side.findCheck(repository, head)).toEqual({
    ...{ id, externalId: 'none', status: 'queued' },
  });
  expect(await side.writeCheck(repository, head, check, id)).toBe(id);
  clock.pass(10 * 60_000 + 1);
  expect(await side.findCheck(repository, head)).toMatchObject({
    ...{ id, externalId: 'one', status: 'completed', conclusion: 'failure' },
  });
  expect(fake.checks).toMatchObject([{ name: 'perigee', title: check.title, summary: 'It is.' }]);
});

test('checks of that name by other apps are not ours', async () => {
  const clock = makeClock();
  const { side, fake, repository, head } = await open({ clock });
  await side.writeCheck(repository, head, check);
  clock.pass(10 * 60_000 + 1);
  fake.checks.push({ ...fake.checks[0]!, id: 999_999, appId: 15368, externalId: 'theirs' });
  expect(await side.findCheck(repository, head)).toMatchObject({ externalId: 'one' });
  fake.checks.shift();
  expect(await side.findCheck(repository, head)).toBeUndefined();
});

test('annotations come in portions of 50, and the check is complete with the first', async () => {
  const { side, github, fake, repository, head } = await open();
  await side.writeCheck(repository, head, { ...check, annotations: annotate(120) });
  expect(fake.checks[0]?.annotations).toHaveLength(120);
  expect(new Set(fake.checks[0]?.annotations.map(({ message }) => message)).size).toBe(120);
  const [first, ...others] = github.requests.filter(({ line }) => line.includes('check-runs'));
  expect(first?.body).toMatchObject({ status: 'completed', conclusion: 'failure' });
  expect(others).toHaveLength(2);
});

test('a check that has annotations is followed by a new one, for they cannot be taken back', async () => {
  const { side, fake, repository, head } = await open();
  const id = await side.writeCheck(repository, head, { ...check, annotations: annotate(2) });
  const accepted = { ...check, conclusion: 'success' as const, externalId: 'two' };
  const next = await side.writeCheck(repository, head, accepted, id);
  expect(next).not.toBe(id);
  expect(await side.findCheck(repository, head)).toMatchObject({ id: next, externalId: 'two' });
  expect(fake.checks.find((each) => each.id === next)?.annotations).toEqual([]);
});

test('texts are cut by bytes and buttons by characters, as GitHub counts them', async () => {
  const { side, fake, repository, head } = await open();
  await side.writeCheck(repository, head, {
    ...check,
    title: 'x'.repeat(400),
    summary: '€'.repeat(40_000),
    text: '𝄞'.repeat(40_000),
    buttons: [{ label: 'l'.repeat(30), description: 'd'.repeat(60), identifier: 'accept' }],
  });
  const [made] = fake.checks;
  const bytes = Buffer.byteLength(made?.summary ?? '');
  expect(bytes).toBeGreaterThan(65_500);
  expect(bytes).toBeLessThanOrEqual(65_535);
  expect(Buffer.byteLength(made?.text ?? '')).toBeLessThanOrEqual(65_535);
  expect(`${made?.summary}${made?.text}`).not.toContain('\ufffd');
  expect(made?.title).toHaveLength(255);
  expect(made?.actions).toEqual([
    { label: `${'l'.repeat(19)}…`, description: `${'d'.repeat(39)}…`, identifier: 'accept' },
  ]);
});

test('what GitHub does not take is said in a few words, and the check is completed all the same', async () => {
  const { side, github, fake, repository, head } = await open();
  const { conclusion: _conclusion, ...begun } = { ...check, status: 'in_progress' as const };
  const id = await side.writeCheck(repository, head, begun);
  github.intercept = ({ body }) =>
    JSON.stringify(body ?? '').includes('It is.') ? refuse(422, 'Validation Failed') : undefined;
  expect(await side.writeCheck(repository, head, { ...check, externalId: 'two' }, id)).toBe(id);
  expect(fake.checks).toMatchObject([
    { status: 'completed', conclusion: 'failure', externalId: 'two', title: check.title },
  ]);
});

test('a check that is gone is made anew', async () => {
  const { side, fake, repository, head } = await open();
  const id = await side.writeCheck(repository, head, check);
  fake.checks.length = 0;
  const made = await side.writeCheck(repository, head, check, id);
  expect(fake.checks).toMatchObject([{ id: made, status: 'completed' }]);
});

test('an app that may not write checks is told so', async () => {
  const { side, state, repository, head } = await open();
  state.installations[0]!.permissions['checks'] = 'read';
  await expect(side.writeCheck(repository, head, check)).rejects.toMatchObject({
    name: 'Refused',
    status: 403,
    message: `GitHub said 403 for the check at ${head} of acme/sync: the app may not do it (Resource not accessible by integration)`,
  });
});

test('a check that this process has written is not asked about before it is changed, another one is', async () => {
  const { side, github, repository, head } = await open();
  const id = await side.writeCheck(repository, head, check);
  await side.writeCheck(repository, head, { ...check, externalId: 'two' }, id);
  expect(listRequests(github)).not.toContain(`GET /repos/acme/sync/check-runs/${id}`);
  await side.writeCheck(repository, head, { ...check, externalId: 'three' }, id + 1);
  expect(listRequests(github)).toContain(`GET /repos/acme/sync/check-runs/${id + 1}`);
});
