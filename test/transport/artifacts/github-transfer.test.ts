/** How long is waited for a storage that does not give what it has. */
import { expect, test } from 'vitest';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { fetchContent, planPatience } from '../../../src/transport/artifacts/fetch-content.ts';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import {
  type FakeBuildkite,
  startFakeBuildkite,
  storeFile,
} from '../../servers/ci/fake-buildkite.ts';
import { type FakeGithubApi, startFakeGithubApi } from '../../servers/ci/fake-github-api.ts';
import { startFakeServer } from '../../servers/ci/fake-server.ts';
import type { Answer } from '../../servers/listen.ts';
import { makeClock } from '../rest/make-clock.ts';
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

/** How long is waited for a storage that does not give what it has. */
const content = Buffer.from('measured');

async function start() {
  const buildkite = await startFakeBuildkite();
  storeFile(buildkite, 'a/event.json', content);
  const clock = makeClock();
  const { client } = openBuildkite({ apiUrl: buildkite.url, token: buildkite.token, clock });
  const id = String(buildkite.artifacts[0]?.['id']);
  const path = `/v2/organizations/acme/pipelines/sync/builds/42/jobs/j/artifacts/${id}/download`;
  const { signal } = new AbortController();
  const locate = () => client.locate({ path, what: 'an artifact', signal });
  const fetchNow = (bytes = content.length) =>
    fetchContent({ ...{ sender: client.sender, locate, signal }, bytes, maxBytes: content.length });
  return { buildkite, clock, fetchNow };
}

/** Each answer is cut, after so many seconds. */
function cutAfter({ storage }: FakeBuildkite, pass: (ms: number) => void, seconds: number): void {
  storage.intercept = () => {
    pass(seconds * 1000);
    return { status: 200, bytes: content, cutAt: 3 };
  };
}

test('what breaks off at once is tried three times', async () => {
  const { buildkite, clock, fetchNow } = await start();
  cutAfter(buildkite, clock.pass, 1);
  await expect(fetchNow()).rejects.toMatchObject({ name: 'Unavailable' });
  expect(buildkite.storage.requests).toHaveLength(3);
});

test.each([
  ['a small one', content.length, 1],
  ['one of 32 MiB', 32 * 1024 * 1024, 2],
])(
  'after a minute all tries of %s are over, with what its bytes need on top',
  async (_, bytes, tries) => {
    const { buildkite, clock, fetchNow } = await start();
    cutAfter(buildkite, clock.pass, 70);
    await expect(fetchNow(bytes)).rejects.toMatchObject({
      ...{ name: 'Unavailable', message: expect.stringContaining('broke off') },
    });
    expect(buildkite.storage.requests).toHaveLength(tries);
  },
);

test.each([
  [404, { code: 'artifact-unreachable' }],
  [499, { code: 'artifact-unreachable' }],
  [429, { name: 'Unavailable' }],
  [500, { name: 'Unavailable' }],
])('a storage that answers %d refuses, or is out of order', async (status, failure) => {
  const { buildkite, fetchNow } = await start();
  buildkite.storage.intercept = () => ({ status, body: '' });
  await expect(fetchNow()).rejects.toMatchObject(failure);
});

test('a last try has only what is left: one that says nothing is not waited for any longer', async () => {
  const { buildkite, clock, fetchNow } = await start();
  const silent = await startFakeServer(() => new Promise(() => undefined));
  let isFirst = true;
  buildkite.storage.intercept = () => {
    if (!isFirst) return { status: 307, headers: { location: `${silent}/` } };
    isFirst = false;
    // With the pause before the second try 20 ms of the minute are left.
    clock.pass(60_000 - 500);
    return { status: 200, bytes: content, cutAt: 3 };
  };
  await expect(fetchNow(10_000)).rejects.toThrow('broke off: nothing came in time');
});

test('what is larger than it is said to be is refused by its length alone', async () => {
  const { buildkite, fetchNow } = await start();
  // Were it waited for, its end would never come.
  buildkite.storage.intercept = () => ({
    ...{ status: 200, headers: { 'content-length': '9' }, bytes: Buffer.alloc(0) },
  });
  await expect(fetchNow()).rejects.toMatchObject({ code: 'artifact-too-large' });
  expect(buildkite.storage.requests).toHaveLength(1);
});

test.each([
  ['nothing', 0, 20, 60],
  ['an event', 800, 20.002, 60.002],
  ['a record of 1 MiB', 1_048_576, 22.048, 62.048],
  ['the largest record', 32 * 1_048_576, 85.536, 125.536],
])('%s is waited for in %d bytes', (_, bytes, tryS, totalS) => {
  expect(planPatience(bytes)).toEqual({ tryMs: tryS * 1000, totalMs: totalS * 1000 });
});

test('the largest artifact has less than five minutes, all tries together', () => {
  expect(planPatience(artifactLimits.maxBytes).totalMs).toBeLessThan(5 * 60_000);
});
