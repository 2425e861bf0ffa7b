import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureCommit, fetchFrom } from '../../../src/runner/revisions/fetch.ts';
import { classifyFetch } from '../../../src/runner/revisions/explain-fetch.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';
import { makeFolder } from '../stage/make-repository.ts';
import { checkOut, makeHost } from './make-clone.ts';

const gone = '0123456789'.repeat(4);

test('a server that gives no commit by its id is asked for the reference', async () => {
  const { origin, commits } = makeHost();
  origin.git('config', 'uploadpack.allowAnySHA1InWant', 'false');
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  // The first version of the protocol keeps to what is advertised; these two are tips of nothing.
  checkout.git('config', 'protocol.version', '0');
  origin.git('branch', '--delete', '--force', 'faster');
  origin.git('update-ref', 'refs/pull/7/head', commits['head']!);
  const first = { commit: commits['first']!, reference: 'refs/pull/7/head' };
  await expect(ensureCommit(checkout.remote, first)).rejects.toThrow(
    /does not have it \(any more\)/,
  );
  const head = { commit: commits['head']!, reference: 'refs/pull/7/head' };
  await ensureCommit(checkout.remote, head);
  expect(checkout.git('cat-file', '-t', head.commit)).toBe('commit');
});

test('a commit that is nowhere is told with what may have become of it', async () => {
  const { origin } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  await expect(ensureCommit(checkout.remote, { commit: gone })).rejects.toThrow(
    /commit 012345678901 is not in this checkout, and origin does not have it[^]*newer push[^]*fetch-depth: 0/,
  );
});

test('a remote that is not there is told as such', async () => {
  const { origin } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  checkout.git('remote', 'set-url', 'origin', `file://${join(makeFolder(), 'nothing')}`);
  await expect(ensureCommit(checkout.remote, { commit: gone })).rejects.toThrow(
    /origin is not a remote of this checkout/,
  );
});

test('a server that is down is asked again before it is given up', async () => {
  const { origin } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  checkout.git('remote', 'set-url', 'origin', 'http://user:secret@127.0.0.1:1/x.git');
  const remote = { ...checkout.remote, waitsMs: [1, 1] };
  const failed = ensureCommit(remote, { commit: gone });
  await expect(failed).rejects.toThrow(/origin could not be reached[^]*start the job again/);
  await expect(failed).rejects.not.toThrow(/secret/);
  expect(checkout.said.filter((sentence) => sentence.includes('trying again'))).toHaveLength(2);
});

test('a server that takes the connection and then says nothing is given up at the deadline', async () => {
  const port = await listenUntilEnd(createServer(() => undefined));
  const { origin } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  checkout.git('remote', 'set-url', 'origin', `git://127.0.0.1:${port}/x.git`);
  const remote = { ...checkout.remote, waitsMs: [100_000, 100_000], deadlineMs: 1000 };
  await expect(ensureCommit(remote, { commit: gone })).rejects.toThrow(
    /origin could not be reached \(git: fatal: Operation too slow: no end after 1 s\)/,
  );
});

test.each([
  [
    'not-allowed',
    "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
  ],
  ['not-allowed', 'remote: Repository not found.\nfatal: repository not found'],
  ['not-reached', "fatal: unable to access 'https://h/': Could not resolve host: h"],
  ['not-reached', 'error: RPC failed; curl 92 HTTP/2 stream 0 was not closed cleanly'],
  ['not-there', 'fatal: remote error: upload-pack: not our ref 0123'],
  ['not-there', "fatal: couldn't find remote ref refs/heads/gone"],
  ['no-remote', "fatal: 'origin' does not appear to be a git repository"],
  ['something-else', 'fatal: shallow file has changed since we read it'],
])('it is %s when git says: %s', (kind, said) => {
  expect(classifyFetch(said).kind).toBe(kind);
});

test.each([
  '--upload-pack=touch pwned',
  '-f',
  'main',
  'refs/heads/a b',
  'refs/heads/a:refs/heads/b',
])('%j is not fetched', async (name) => {
  const { origin } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  await expect(fetchFrom(checkout.remote, [name], 'as-it-is')).rejects.toThrow(/git can be asked/);
  expect(existsSync(join(checkout.root, 'pwned'))).toBe(false);
});

test('branches that the clone knows are left where they are', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  checkout.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  origin.commit('main goes on');
  await fetchFrom(checkout.remote, ['refs/heads/main'], 'as-it-is');
  expect(checkout.git('rev-parse', 'refs/remotes/origin/main')).toBe(commits['tip']);
});
