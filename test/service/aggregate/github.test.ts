/** Artifacts and facts from GitHub, as its API gives them. */
import { afterEach, expect, test } from 'vitest';
import { openArtifacts } from '../../../src/service/backends/open-artifacts.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import { packArtifact } from '../../../src/transport/artifacts/pack-artifact.ts';
import type { FakeGithubApi } from '../../servers/ci/fake-github-api.ts';
import { refuse } from '../../servers/github/answer.ts';
import { startRun } from '../../transport/github/ask-facts.ts';
import { storeZip, zipOf } from '../../transport/artifacts/github-artifacts.ts';
import { makeFolder, makeRun, now, origin, packShard } from '../../transport/artifacts/make-run.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

const key = { ...origin, suite: 'sync' };

async function start(): Promise<FakeGithubApi> {
  const { record } = await packShard(0, 1, 1);
  const run = { event: 'push', head_branch: 'main', head_sha: record.after.commit };
  const github = await startRun(run);
  github.commits.set(record.after.commit, {});
  const credentials = { token: github.tokens.plain };
  const ports = openArtifacts({
    directory: 'unused',
    github: { apiUrl: github.url, credentials },
  });
  service = startHere({ ports });
  return github;
}

async function tell(github: FakeGithubApi, changes: Record<string, unknown> = {}) {
  const artifact = await packShard(0, 1, 1);
  storeZip(github, artifact.name, zipOf(artifact), changes);
  const reference = artifact.event.shard!.artifact;
  await service.append(describeShard(artifact.record, origin, reference, '2026-11-21T07:00:00Z'));
  await service.untilDone();
  return artifact.record;
}

test('a build is stored with its artifacts and with what GitHub knows of it', async () => {
  const github = await start();
  const record = await tell(github);
  const stored = await service.store.readBuild(key);
  expect(stored && listPoints(stored)).toEqual(foldPlainly(key, [record]));
  expect(stored?.build).toMatchObject({
    ...{ commit: record.after.commit, branch: 'main', branchKind: 'default' },
    links: { build: 'https://github.com/acme/sync/actions/runs/812' },
    isComplete: true,
  });
});

test('an artifact that has expired is put aside', async () => {
  const github = await start();
  await tell(github, { expired: true });
  expect(await service.store.readBuild(key)).toBeUndefined();
  const letters = await service.queue.deadLetters.list();
  expect(letters.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^artifact-expired: /),
  ]);
});

test('a rate limit is waited for, and nothing is put aside for it', async () => {
  const github = await start();
  let refused = 0;
  github.intercept = (path) => {
    if (!path.endsWith('/artifacts') || refused > 0) return undefined;
    refused += 1;
    return { ...refuse(429, 'slow down'), headers: { 'retry-after': '1' } };
  };
  const record = await tell(github);
  const stored = await service.store.readBuild(key);
  expect(stored && listPoints(stored)).toEqual(foldPlainly(key, [record]));
  expect(refused).toBe(1);
  expect(await service.queue.deadLetters.list()).toEqual([]);
});

test('an attempt that GitHub has not made is refused, and stands in for no other', async () => {
  const github = await start();
  const real = await packShard(0, 1, 1);
  // Twice as fast as what was measured.
  const profiles = real.record.profiles.map((profile) => ({
    ...profile,
    spans: profile.spans.map((span) => ({ ...span, values: halve(span.values) })),
  }));
  const invented = { ...real.record, profiles, shard: { index: 0, total: 1, attempt: 2 } };
  const [into, runFolder] = [makeFolder(), makeRun(invented)];
  const second = await packArtifact({ runFolder, into, build: origin, store: 'github', now });
  for (const artifact of [real, second]) {
    storeZip(github, artifact.name, zipOf(artifact));
    const reference = artifact.event.shard!.artifact;
    await service.append(describeShard(artifact.record, origin, reference, now));
  }
  await service.untilDone();
  const readLines = async () => listPoints((await service.store.readBuild(key))!);
  expect(await readLines()).toEqual(foldPlainly(key, [real.record]));
  const letters = await service.queue.deadLetters.list();
  expect(letters.map(({ reason }) => reason)).toEqual([
    'artifact-of-another-build: perigee-sync-shard-1-of-1-attempt-2: the newest attempt that its CI has made is 1',
  ]);

  // Once it is made indeed, the very same artifact counts.
  github.runs.set(812, { ...github.runs.get(812), run_attempt: 2 });
  await service.queue.deadLetters.replay('all');
  await service.untilDone();
  expect(await readLines()).toEqual(foldPlainly(key, [invented]));
  expect(await readLines()).not.toEqual(foldPlainly(key, [real.record]));
});

function halve(values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value / 2]));
}
