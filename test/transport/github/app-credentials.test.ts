import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { expect, test } from 'vitest';
import { openGithubRestSource } from '../../../src/transport/artifacts/github-rest.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import { startFakeGithubApi } from '../../servers/ci/fake-github-api.ts';
import { privateKey } from '../../servers/github/app-key.ts';
import { build, commit, connect, never } from './ask-facts.ts';
import { payFrom, type Purse } from '../../../src/transport/rest/spending.ts';
import { makeClock } from '../rest/make-clock.ts';

const credentials = { appId: '4711', privateKey };
const other = { repository: 'acme/other', runId: '812' };

async function startApp() {
  const github = await startFakeGithubApi();
  github.runs.set(812, { head_sha: commit, event: 'push' });
  github.commits.set(commit, {});
  const clock = makeClock();
  return { github, clock, ci: connect(github, { credentials, clock }).ci };
}

test('an app asks with a token for one repository that may only read, and asks for it once', async () => {
  const { github, ci } = await startApp();
  await Promise.all([ci.findFacts(build, never), ci.findFacts(build, never)]);
  await ci.findFacts(build, never);
  const read = { actions: 'read', contents: 'read', pull_requests: 'read', metadata: 'read' };
  expect(github.tokens.made).toEqual([{ repositories: ['sync'], permissions: read }]);
});

test('a token is for its own repository, and another is made for another', async () => {
  const { github, ci } = await startApp();
  github.tokens.installedIn.push('other');
  await ci.findFacts(build, never);
  await ci.findFacts(other, never);
  expect(github.tokens.made).toMatchObject([
    { repositories: ['sync'] },
    { repositories: ['other'] },
  ]);
});

test('a token is replaced before it ends', async () => {
  const { github, clock, ci } = await startApp();
  await ci.findFacts(build, never);
  clock.pass(54 * 60_000);
  await ci.findFacts(build, never);
  expect(github.tokens.made).toHaveLength(1);
  clock.pass(2 * 60_000);
  // The fake looks at the clock on the wall, which has not moved: it rejects the next JWT once.
  await ci.findFacts(build, never);
  expect(github.tokens.made).toHaveLength(2);
});

test('a token that was taken back is replaced at once', async () => {
  const { github, ci } = await startApp();
  await ci.findFacts(build, never);
  github.tokens.installed.clear();
  expect(await ci.findFacts(build, never)).toMatchObject({ commit });
  expect(github.tokens.made.length).toBeGreaterThan(1);
});

test('a rejected token is not used again, even if making the next one fails for a moment', async () => {
  const { github, ci } = await startApp();
  await ci.findFacts(build, never);
  github.tokens.installed.clear();
  let failures = 1;
  github.intercept = (path) =>
    path.endsWith('/access_tokens') && failures-- > 0 ? { status: 502 } : undefined;
  expect(await ci.findFacts(build, never)).toMatchObject({ commit });
});

test.each([
  ['a page', '<html>'],
  ['a token that no header can hold', { token: 'ghs_\n' + 'x'.repeat(9) }],
  ['nothing', {}],
])('%s instead of a token is refused, and the next answer counts', async (_what, body) => {
  const { github, ci } = await startApp();
  github.intercept = (path) =>
    path.endsWith('/access_tokens') ? { status: 201, body } : undefined;
  await expect(ci.findFacts(build, never)).rejects.toMatchObject({ code: 'ci-strange-answer' });
  github.intercept = () => undefined;
  expect(await ci.findFacts(build, never)).toMatchObject({ commit });
});

test('a token that others wait for is paid by none of them', async () => {
  const { ci } = await startApp();
  const empty: Purse = {
    spend: () => undefined,
    findSpent: () => ({ message: 'it has spent its requests', retryAfterMs: 1 }),
  };
  const spent = payFrom([empty], () => ci.findFacts(build, never));
  const other = ci.findFacts(build, never);
  await expect(spent).rejects.toThrow('it has spent its requests');
  expect(await other).toMatchObject({ commit });
});

test('a repository that the app is not installed in is told as that', async () => {
  const { ci } = await startApp();
  const asked = ci.findFacts(other, never);
  await expect(asked).rejects.toMatchObject({ name: 'Refused', code: 'ci-not-allowed' });
  await expect(asked).rejects.toThrow('the GitHub App is not installed in acme/other');
});

test('an app that may not read enough is told what it lacks', async () => {
  const { github, ci } = await startApp();
  github.intercept = (path) => (path.endsWith('/access_tokens') ? { status: 422 } : undefined);
  const asked = ci.findFacts(build, never);
  await expect(asked).rejects.toMatchObject({ code: 'ci-not-allowed' });
  await expect(asked).rejects.toThrow(/read access to actions, contents, pull_requests, metadata/);
});

test.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])(
  'a clock that is an hour %s is told by GitHub’s answer, and what it asks is answered',
  async (_which, ms) => {
    const { github } = await startApp();
    const clock = { ...makeClock(), epochMs: () => Date.now() + ms };
    const { ci } = connect(github, { credentials, clock });
    expect(await ci.findFacts(build, never)).toMatchObject({ commit });
    expect(github.tokens.made).toHaveLength(1);
  },
);

test('a wrong clock is learned by all who ask at that moment', async () => {
  const { github } = await startApp();
  github.tokens.installedIn.push('other');
  const clock = { ...makeClock(), epochMs: () => Date.now() + 3_600_000 };
  const { ci } = connect(github, { credentials, clock });
  const facts = await Promise.all([ci.findFacts(build, never), ci.findFacts(other, never)]);
  expect(facts).toMatchObject([{ commit }, { commit }]);
});

test('whoever stops waiting for a token does not take it from the others', async () => {
  const { ci } = await startApp();
  const stopping = new AbortController();
  const stopped = ci.findFacts(build, stopping.signal);
  const patient = ci.findFacts(build, never);
  stopping.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  expect(await patient).toMatchObject({ commit });
});

test('a GitHub of one’s own is asked below its own path', async () => {
  const github = await startFakeGithubApi('/api/v3');
  github.artifacts.push({ id: 7, name: 'coverage' });
  const client = openGithub({ apiUrl: `${github.url}/`, credentials, clock: makeClock() });
  const source = openGithubRestSource({
    budget: createBudget(artifactLimits.maxBytes),
    client,
    ...build,
    signal: never,
  });
  expect(await source.list()).toMatchObject([{ name: 'coverage' }]);
});

const wrong: [string, () => unknown][] = [
  ['an empty token', () => openGithub({ credentials: { token: ' \n' } })],
  ['a token with a line in it', () => openGithub({ credentials: { token: 'ghp_secret\nx' } })],
  ['a key that is none', () => openGithub({ credentials: { appId: '1', privateKey: 'secret' } })],
  [
    'an address with a password',
    () => openGithub({ apiUrl: 'https://me:secret@ghe.example.com', credentials: { token: 'x' } }),
  ],
  ['an address with a user', () => openGithub({ apiUrl: 'https://secret@g.example', credentials })],
  ['an address without TLS', () => openGithub({ apiUrl: 'http://ghe.example.com', credentials })],
];

test.each(wrong)('%s is refused at the start, and not shown', (_title, open) => {
  expect(open).toThrow(expect.objectContaining({ name: 'UserError' }));
  expect(open).not.toThrow(/secret/);
});

test('a token may end with a line break, and a key be in one line', async () => {
  const { github } = await startApp();
  const token = `${github.tokens.plain}\n`;
  const inline = { appId: '4711', privateKey: privateKey.replaceAll('\n', '\\n') };
  for (const held of [{ token }, inline]) {
    const { ci } = connect(github, { credentials: held });
    expect(await ci.findFacts(build, never)).toMatchObject({ commit });
  }
});
