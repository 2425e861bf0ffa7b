import { expect, test } from 'vitest';
import type { ReadyBuild } from '../../../src/aggregate/arrival.ts';
import { collectBuild, findArtifacts } from '../../../src/service/aggregate/collect-build.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import type { ArtifactSource } from '../../../src/transport/artifacts/artifact-store.ts';
import { nameArtifact } from '../../../src/transport/artifacts/name-artifact.ts';

const ready: ReadyBuild = {
  ...{ key: 'k', shards: [], events: [], reason: 'quiet' },
  build: { repository: 'acme/sync', suite: 'sync', runId: '1' },
};

function list(...shards: { index: number; total: number; attempt: number; bytes: number }[]) {
  const fetched: string[] = [];
  const source: ArtifactSource = {
    kind: 'github',
    list: async () =>
      shards.map(({ bytes, ...shard }, place) => {
        return { name: nameArtifact('sync', shard), id: String(place + 1), bytes };
      }),
    read: async ({ name }) => {
      fetched.push(name);
      return new Map();
    },
  };
  return { source, fetched };
}

test('an attempt that the CI has not made completes no build, counts no bytes and is not fetched', async () => {
  const invented = { index: 0, total: 1, attempt: 99, bytes: 1_000_000 };
  const { source, fetched } = list({ index: 0, total: 2, attempt: 1, bytes: 7 }, invented);
  expect(await findArtifacts(source, ready, async () => 1)).toEqual({ bytes: 7, isWhole: false });
  const { problems } = await collectBuild(source, ready, readHere.unpackHead, 1);
  expect(fetched).toEqual([nameArtifact('sync', { index: 0, total: 2, attempt: 1 })]);
  expect(problems.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/attempt-99: the newest attempt that its CI has made is 1$/),
  );
});

test('the CI is asked only of a build that was run again, and once', async () => {
  let asked = 0;
  const ask = async (): Promise<undefined> => void (asked += 1);
  const first = list({ index: 0, total: 1, attempt: 1, bytes: 7 });
  expect(await findArtifacts(first.source, ready, ask)).toEqual({ bytes: 7, isWhole: true });
  expect(asked).toBe(0);
  const again = [2, 3].map((attempt) => ({ index: 0, total: 1, attempt, bytes: 7 }));
  const second = list(...again);
  expect(await findArtifacts(second.source, ready, ask)).toEqual({ bytes: 14, isWhole: true });
  expect(asked).toBe(1);
});
