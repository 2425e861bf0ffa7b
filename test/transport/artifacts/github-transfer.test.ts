import { expect, test } from 'vitest';
import type { Answer } from '../../servers/listen.ts';
import { type FakeGithubApi, startFakeGithubApi } from '../../servers/ci/fake-github-api.ts';
import { openSource, storeShard } from './github-artifacts.ts';

/** A run with one artifact, whose storage answers so at first, and as it should afterwards. */
async function startTrouble(
  answers: number,
  answer: (content: Buffer) => Answer,
): Promise<FakeGithubApi> {
  const github = await startFakeGithubApi();
  await storeShard(github);
  const content = github.storage.contents.get('/artifact-11')!;
  github.storage.intercept = () =>
    github.storage.requests.length <= answers ? answer(content) : undefined;
  return github;
}

function flipByte(content: Buffer): Answer {
  const bytes = Buffer.from(content);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return { status: 200, bytes };
}

const passing: [string, (content: Buffer) => Answer][] = [
  ['broke off', (bytes) => ({ status: 200, bytes, cutAt: bytes.length - 1 })],
  ['broke off before the first byte', (bytes) => ({ status: 200, bytes, cutAt: 0 })],
  ['came with a byte changed', flipByte],
  ['came empty', () => ({ status: 200, bytes: Buffer.alloc(0) })],
  ['was answered with 500', () => ({ status: 500, body: 'Server error' })],
];

test.each(passing)('a download that %s is begun again', async (_title, answer) => {
  const github = await startTrouble(2, answer);
  const { collect, clock } = openSource(github);
  const { records, refusals } = await collect();
  expect([records.length, refusals.length]).toEqual([1, 0]);
  expect(github.storage.requests).toHaveLength(3);
  expect(clock.waits).toEqual([500, 2000]);
});

test('what comes damaged each time is the fault of the artifact', async () => {
  const github = await startTrouble(99, flipByte);
  const { refusals } = await openSource(github).collect();
  expect(refusals).toMatchObject([{ code: 'artifact-digest-mismatch' }]);
});

const outages: [string, (content: Buffer) => Answer, object][] = [
  ['breaks off each time', (bytes) => ({ status: 200, bytes, cutAt: 9 }), {}],
  [
    'is down, and says for how long',
    () => ({ status: 503, headers: { 'retry-after': '90' }, body: 'busy' }),
    { retryAfterMs: 90_000 },
  ],
  [
    'has too many requests',
    () => ({ status: 429, headers: { 'retry-after': '7' }, body: 'busy' }),
    { retryAfterMs: 7000 },
  ],
];

test.each(outages)(
  'a storage that %s is no fault of the artifact',
  async (_title, answer, more) => {
    const github = await startTrouble(99, answer);
    const failure = openSource(github).collect();
    await expect(failure).rejects.toMatchObject({ name: 'Unavailable', ...more });
    // The address is the permission to read: no message may hold it.
    await expect(failure).rejects.toThrow(/^(?!.*(sig=|signed|ghp_)).*$/);
  },
);

test('a storage that sends us in a circle, or to no safe place, is not followed', async () => {
  for (const location of ['/artifact-11?sig=signed', 'file:///etc/passwd', 'http://[']) {
    const github = await startTrouble(99, () => ({ status: 302, headers: { location } }));
    await expect(openSource(github).collect()).rejects.toMatchObject({ name: 'Unavailable' });
  }
});

test('an API that does not say where the content lies is not believed', async () => {
  for (const location of ['file:///etc/passwd', 'ftp://storage/x', 'http://[']) {
    const github = await startFakeGithubApi();
    await storeShard(github);
    github.intercept = (path) =>
      path.endsWith('/zip') ? { status: 302, headers: { location } } : undefined;
    const failure = openSource(github).collect();
    await expect(failure).rejects.toMatchObject({ code: 'ci-strange-answer' });
  }
});

test('whoever stops it does not wait for a download that hangs', async () => {
  const github = await startFakeGithubApi();
  await storeShard(github);
  const stopping = new AbortController();
  github.storage.intercept = () => {
    setTimeout(() => stopping.abort(new Error('the service stops')), 20);
    // Announced, and never sent.
    return { status: 200, headers: { 'content-length': '99999' }, bytes: Buffer.alloc(9) };
  };
  const { collect } = openSource(github, stopping.signal);
  await expect(collect()).rejects.toThrow('the service stops');
});
