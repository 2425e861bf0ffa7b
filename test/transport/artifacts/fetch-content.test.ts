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
import { startFakeServer } from '../../servers/ci/fake-server.ts';
import { makeClock } from '../rest/make-clock.ts';

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
