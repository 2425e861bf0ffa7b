import { expect, test } from 'vitest';
import { formatMarker } from '../../../src/report/markdown-text.ts';
import { addComment } from '../servers/fake/routes-of-issues.ts';
import { listRequests, openAppSide, openSideOfPull } from './open-side.ts';

const marker = formatMarker('perigee');
const bot = 'perigee-gate[bot]';

test('the comment is made once, then edited, and left alone when it says the same', async () => {
  const { side, github, fake, repository } = await openSideOfPull();
  expect(await side.findComment(repository, 1)).toBeUndefined();
  const made = (await side.writeComment(repository, 1, `${marker}\nNothing yet.`))!;
  expect(await side.writeComment(repository, 1, `${marker}\nSlower.`)).toMatchObject({
    id: made.id,
    url: expect.stringContaining(`#issuecomment-${made.id}`),
  });
  await side.writeComment(repository, 1, `${marker}\nSlower.`);
  expect(fake.comments).toMatchObject([
    { login: bot, appId: 4711, body: `${marker}\nSlower.`, earlier: [`${marker}\nNothing yet.`] },
  ]);
  const writes = listRequests(github).filter((line) => /^(POST|PATCH) .*comments/.test(line));
  expect(writes).toHaveLength(2);
  expect(await side.findComment(repository, 1)).toMatchObject({ body: `${marker}\nSlower.` });
});

test('a marker that somebody else planted is left alone, also one by another app', async () => {
  const { side, state, fake, repository } = await openSideOfPull();
  const planted = { body: `${marker}\nNothing regressed.` };
  addComment(state, fake, 1, { ...planted, login: 'mallory' });
  addComment(state, fake, 1, { ...planted, login: 'other[bot]', appId: 15368 });
  addComment(state, fake, 1, { ...planted, login: 'perigee-gate' });
  // One person quotes our comment in ours: the marker is not in its first line.
  addComment(state, fake, 1, { body: `> ${planted.body}`, login: bot, appId: 4711 });
  await side.writeComment(repository, 1, `${marker}\nSlower.`);
  expect(fake.comments.map(({ earlier }) => earlier.length)).toEqual([0, 0, 0, 0, 0]);
  expect(fake.comments[4]).toMatchObject({ login: bot, body: `${marker}\nSlower.` });
});

test('ours is known by the app that wrote it, whatever the app was called then', async () => {
  const { side, state, fake, repository } = await openSideOfPull();
  addComment(state, fake, 1, { body: marker, login: 'old-name[bot]', appId: 4711 });
  // GitHub names the app of a person who wrote by it, too.
  addComment(state, fake, 1, { body: marker, login: 'mallory', appId: 4711 });
  await side.writeComment(repository, 1, 'Slower.');
  const own = (await side.findComment(repository, 1))?.id;
  expect(own).toBe(fake.comments[0]?.id);
  expect(fake.comments).toHaveLength(2);
});

test('ours is found on whatever page of a long conversation', async () => {
  const { side, state, fake, repository } = await openSideOfPull();
  for (let index = 0; index < 250; index++) {
    addComment(state, fake, 1, { body: `Remark ${index}`, login: 'acme' });
  }
  await side.writeComment(repository, 1, 'First.');
  await side.writeComment(repository, 1, 'Second.');
  expect(fake.comments).toHaveLength(251);
  expect(fake.comments.at(-1)?.body).toBe(`${marker}\nSecond.`);
});

test('of two that were made at the same time the younger goes out of sight', async () => {
  const { side, github, state, fake, repository } = await openSideOfPull();
  // Another process writes between our look and our comment.
  github.intercept = ({ method, path }) => {
    const isCreation = method === 'POST' && path.endsWith('/comments');
    if (isCreation) addComment(state, fake, 1, { login: bot, appId: 4711, body: marker });
    return undefined;
  };
  const { id } = (await side.writeComment(repository, 1, 'Slower.'))!;
  const [older, younger] = fake.comments;
  expect(older).toMatchObject({ id, body: `${marker}\nSlower.` });
  expect(older?.minimised).toBeUndefined();
  expect(younger).toMatchObject({
    minimised: 'OUTDATED',
    body: expect.stringMatching(/^Replaced/),
  });
});

test('where it cannot be minimised it is deleted', async () => {
  const { side, github, state, fake, repository } = await openSideOfPull();
  for (const text of ['one', 'two']) {
    addComment(state, fake, 1, { login: bot, appId: 4711, body: `${marker}\n${text}` });
  }
  const errors = [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }];
  github.intercept = ({ path }) =>
    path === '/graphql' ? { status: 200, body: { data: null, errors } } : undefined;
  await side.writeComment(repository, 1, 'Slower.');
  expect(fake.comments).toMatchObject([{ body: `${marker}\nSlower.` }]);
});

test('ten processes that write at once leave one comment in sight', async () => {
  const { github, fake, repository } = await openSideOfPull();
  const { url: apiUrl, appId, privateKey } = github;
  const sides = Array.from({ length: 10 }, () => openAppSide({ apiUrl, appId, privateKey }));
  await Promise.all(sides.map((each) => each.writeComment(repository, 1, 'Slower.')));
  const inSight = fake.comments.filter(({ minimised }) => minimised === undefined);
  expect(inSight).toMatchObject([{ body: `${marker}\nSlower.` }]);
  expect(fake.comments.filter(({ body }) => body.startsWith(marker))).toHaveLength(1);
});

test('a comment that was deleted meanwhile is made anew', async () => {
  const { side, github, fake, repository } = await openSideOfPull();
  await side.writeComment(repository, 1, 'First.');
  github.intercept = ({ method }) => {
    if (method === 'PATCH') fake.comments.length = 0;
    return undefined;
  };
  await side.writeComment(repository, 1, 'Second.');
  expect(fake.comments).toMatchObject([{ body: `${marker}\nSecond.` }]);
});

test('what became outdated while others wrote is not written, and those behind it are', async () => {
  const { side, fake, repository } = await openSideOfPull();
  await side.writeComment(repository, 1, 'First.');
  const turn = Promise.withResolvers<boolean>();
  const reached = Promise.withResolvers<undefined>();
  const before = side.writeComment(repository, 1, 'Second.', () => {
    reached.resolve(undefined);
    return turn.promise;
  });
  await reached.promise;
  let isOutdated = false;
  const late = side.writeComment(repository, 1, 'Of a former commit.', async () => isOutdated);
  const behind = side.writeComment(repository, 1, 'Third.', async () => false);
  isOutdated = true;
  turn.resolve(false);
  expect(await before).toBeDefined();
  expect(await late).toBeUndefined();
  expect(await behind).toBeDefined();
  const said = [...fake.comments[0]!.earlier, fake.comments[0]!.body];
  expect(said.map((body) => body.slice(marker.length + 1))).toEqual([
    'First.',
    'Second.',
    'Third.',
  ]);
});

test('where it cannot be asked whether it is outdated, nothing is written and that is told', async () => {
  const { side, fake, repository } = await openSideOfPull();
  const ask = () => Promise.reject(new Error('GitHub did not answer'));
  await expect(side.writeComment(repository, 1, 'First.', ask)).rejects.toThrow('did not answer');
  expect(fake.comments).toEqual([]);
});
