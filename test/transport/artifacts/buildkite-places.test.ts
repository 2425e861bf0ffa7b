/** Who runs code on an agent chooses the place: what can never be fetched from there is not waited for. */
import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { expect, test } from 'vitest';
import { openBuildkiteSource } from '../../../src/transport/artifacts/buildkite.ts';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import { hostsOf, startFakeBuildkite, storeFile } from '../../servers/ci/fake-buildkite.ts';
import { makeClock } from '../rest/make-clock.ts';

/** Build 42, with one file, and what becomes of reading that. */
async function start(named: readonly string[] = []) {
  const buildkite = await startFakeBuildkite();
  storeFile(buildkite, 'a/event.json', Buffer.from('{}'));
  const { url: apiUrl, token } = buildkite;
  const { client } = openBuildkite({ apiUrl, token, clock: makeClock() });
  const hosts = [...hostsOf(buildkite), ...named];
  const { signal } = new AbortController();
  const source = openBuildkiteSource({
    budget: createBudget(artifactLimits.maxBytes),
    client,
    runId: 'acme/sync/42',
    signal,
    hosts,
  });
  const [stored] = await source.list();
  const read = () => source.read(stored!, ['event.json']);
  return { buildkite, host: hosts[0]!, read };
}

test.each([
  ['in a circle', '/again', 4],
  ['to no safe place', 'ftp://127.0.0.1/a', 1],
  ['to an address that cannot be read', 'http://[', 1],
])('a storage that leads %s is refused', async (_, location, requests) => {
  const { buildkite, host, read } = await start();
  buildkite.storage.intercept = () => ({ status: 302, headers: { location } });
  await expect(read()).rejects.toMatchObject({
    ...{ name: 'ArtifactRefused', code: 'artifact-unreachable' },
    message: expect.stringContaining(`the storage at ${host} moved the content`),
  });
  expect(buildkite.storage.requests).toHaveLength(requests);
});

test.each(['me:secret', 'me', ':secret'])(
  'an address with %s in it is refused, and told without it',
  async (user) => {
    const { buildkite, host, read } = await start();
    buildkite.intercept = (asked) =>
      asked.endsWith('/download')
        ? { status: 302, headers: { location: `http://${user}@${host}/a` } }
        : undefined;
    await expect(read()).rejects.toMatchObject({
      ...{ name: 'ArtifactRefused', code: 'artifact-unreachable' },
      message: `the address of its content, at ${host}, has a user or a password in it`,
    });
    expect(buildkite.storage.requests).toEqual([]);
  },
);

/** A label has 63 letters at most, so that nobody has to be asked for these. */
const longLabel = 'a'.repeat(64);

test.each([64, 3_000])(
  'a host that does not exist is refused where any name is taken, after three tries: %d letters',
  async (letters) => {
    const { buildkite, read } = await start(['*.store.example']);
    buildkite.intercept = (asked) => {
      const location = `https://${'a'.repeat(letters)}.store.example/a`;
      return asked.endsWith('/download') ? { status: 302, headers: { location } } : undefined;
    };
    await expect(read()).rejects.toMatchObject({
      ...{ name: 'ArtifactRefused', code: 'artifact-unreachable' },
      message: expect.stringMatching(/^it lies at a{64}[a.].{10,20}, and there is no such host$/),
    });
    expect(buildkite.requests.filter((each) => each.endsWith('/download'))).toHaveLength(3);
  },
);

test('where just that host is named, it is waited for: its network may be away', async () => {
  const host = `${longLabel}.store.example`;
  const { buildkite, read } = await start(['*.store.example', host]);
  buildkite.intercept = (asked) =>
    asked.endsWith('/download')
      ? { status: 302, headers: { location: `https://${host}/a` } }
      : undefined;
  await expect(read()).rejects.toMatchObject({ name: 'Unavailable' });
});

test.each([
  ['the network of the service', 'http://store.example/a'],
  ['the keys of a machine in a cloud', 'http://169.254.169.254/latest/meta-data/'],
])(
  'a first address that is not https is refused, even where its host is named: %s',
  async (_, place) => {
    const { host } = new URL(place);
    const { buildkite, read } = await start([host]);
    buildkite.intercept = (asked) =>
      asked.endsWith('/download') ? { status: 302, headers: { location: place } } : undefined;
    await expect(read()).rejects.toMatchObject({ name: 'ArtifactRefused' });
  },
);
