import { expect, test } from 'vitest';
import { connectGithub, type GithubApi } from '../../../action/src/github/connect.ts';
import {
  markerOf,
  postComment,
  type CommentRequest,
} from '../../../action/src/github/post-comment.ts';
import { mostCharacters } from '../../../src/transport/github/comments.ts';
import { refuse } from '../../servers/github/answer.ts';
import { startFakeGithub, type FakeGithub } from '../servers/fake-github.ts';

const request: CommentRequest = {
  pullRequest: 7,
  head: 'a'.repeat(40),
  suite: 'sync',
  body: 'The long text.',
  shortBody: 'The short text.',
};

async function connect({ url }: FakeGithub): Promise<GithubApi> {
  return (await connectGithub('token', url, { owner: 'acme', name: 'sync' }))!;
}

test('the first comment is made, the next one changes it, the same again changes nothing', async () => {
  const github = await startFakeGithub();
  const api = await connect(github);
  expect(await postComment(api, request)).toMatchObject({ kind: 'created' });
  expect(await postComment(api, { ...request, body: 'Newer.' })).toMatchObject({ kind: 'updated' });
  expect(await postComment(api, { ...request, body: 'Newer.' })).toMatchObject({
    kind: 'unchanged',
  });
  expect(github.comments.map(({ body }) => body)).toEqual([`${markerOf('sync')}\nNewer.`]);
});

test("a marker that somebody else planted is neither changed nor taken for one's own", async () => {
  const github = await startFakeGithub();
  github.comments.push({ id: 1, login: 'mallory', body: `${markerOf('sync')}\nAll is well.` });
  github.comments.push({ id: 2, login: 'github-actions[bot]', body: `See ${markerOf('sync')}` });
  expect(await postComment(await connect(github), request)).toMatchObject({ kind: 'created' });
  expect(github.comments.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('two suites have a comment each', async () => {
  const github = await startFakeGithub();
  const api = await connect(github);
  await postComment(api, request);
  await postComment(api, { ...request, suite: 'sync -->' });
  await postComment(api, { ...request, suite: 'sync -->', body: 'Newer.' });
  expect(github.comments.map(({ body }) => body)).toEqual([
    `${markerOf('sync')}\nThe long text.`,
    '<!-- perigee:sync%20--%3E:v1 -->\nNewer.',
  ]);
});

test('a comment behind three hundred others is found', async () => {
  const github = await startFakeGithub();
  for (let id = 1; id <= 300; id += 1) github.comments.push({ id, login: 'a', body: 'me too' });
  const api = await connect(github);
  await postComment(api, request);
  expect(await postComment(api, { ...request, body: 'Newer.' })).toMatchObject({ kind: 'updated' });
  expect(github.comments).toHaveLength(301);
});

test('a token of a person finds the comments of that person', async () => {
  const github = await startFakeGithub();
  github.login = 'deployer';
  const api = await connect(github);
  await postComment(api, request);
  expect(await postComment(api, { ...request, body: 'Newer.' })).toMatchObject({ kind: 'updated' });
});

test('when two jobs comment at once, the older comment stays and holds the last words', async () => {
  const github = await startFakeGithub();
  let rival = false;
  github.intercept = (method, path) => {
    // The rival writes between our looking and our writing.
    if (method !== 'POST' || path === '/graphql' || rival) return undefined;
    rival = true;
    github.comments.push({ id: 1, login: github.login, body: `${markerOf('sync')}\nRival.` });
    return undefined;
  };
  expect(await postComment(await connect(github), request)).toMatchObject({ kind: 'updated' });
  expect(github.comments).toEqual([
    { id: 1, login: github.login, body: `${markerOf('sync')}\nThe long text.` },
  ]);
});

test('a text that is too long gives way to the short one before it is sent', async () => {
  const github = await startFakeGithub();
  const body = 'x'.repeat(mostCharacters);
  const result = await postComment(await connect(github), { ...request, body });
  expect(result).toMatchObject({ kind: 'created' });
  expect(github.comments[0]?.body).toBe(`${markerOf('sync')}\nThe short text.`);
});

test('a text that GitHub does not take gives way to the short one', async () => {
  const github = await startFakeGithub();
  github.intercept = (method, _path, body) =>
    method === 'POST' && JSON.stringify(body).includes('long')
      ? refuse(422, 'Validation Failed')
      : undefined;
  expect(await postComment(await connect(github), request)).toMatchObject({ kind: 'created' });
  expect(github.comments[0]?.body).toContain('The short text.');
});

test('a comment about a commit that is not the newest any more is not made', async () => {
  const github = await startFakeGithub();
  github.head = 'b'.repeat(40);
  expect(await postComment(await connect(github), request)).toEqual({
    kind: 'outdated',
    why: 'the pull request is at bbbbbbbbbbbb by now',
  });
  expect(github.comments).toEqual([]);
});

test('a comment that somebody deletes between our list and our edit is written anew', async () => {
  const github = await startFakeGithub();
  github.comments.push({ id: 1, login: github.login, body: `${markerOf('sync')}\nOld.` });
  github.intercept = (method) => {
    if (method === 'PATCH') github.comments.length = 0;
    return undefined;
  };
  expect(await postComment(await connect(github), request)).toMatchObject({ kind: 'created' });
  expect(github.comments).toHaveLength(1);
});
