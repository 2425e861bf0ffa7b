import { expect, test } from 'vitest';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import { type FakeBuildkite, startFakeBuildkite } from '../../servers/ci/fake-buildkite.ts';
import { showBuild } from '../../servers/ci/show-buildkite.ts';
import { never } from '../github/ask-facts.ts';
import { makeClock } from '../rest/make-clock.ts';

const ended = { source: 'schedule', finished_at: '2026-11-21T10:30:00.000Z' };

function list({ url: apiUrl, token }: FakeBuildkite, repository = 'acme/sync') {
  const { builds } = openBuildkite({ apiUrl, token, clock: makeClock() });
  const sinceMs = Date.parse('2026-11-14T00:00:00Z');
  return builds.listScheduled('acme/sync', { repository, branch: 'main', sinceMs }, never);
}

test('builds of a schedule that have ended are listed, newest first, without their jobs', async () => {
  const buildkite = await startFakeBuildkite();
  buildkite.builds.push(
    showBuild(43, ended),
    showBuild(44, { ...ended, branch: 'topic' }),
    showBuild(45, { source: 'schedule', state: 'running' }),
    showBuild(46, { ...ended, state: 'canceled', commit: 'HEAD' }),
    showBuild(47, { ...ended, created_at: '2026-11-13T10:00:00.000Z' }),
    showBuild(48, { ...ended, state: 'failed' }),
  );
  const found = { commit: 'c'.repeat(40), createdAtMs: Date.parse('2026-11-21T10:00:00.874Z') };
  const finishedAtMs = Date.parse(ended.finished_at);
  expect(await list(buildkite)).toEqual([
    { runId: 'acme/sync/48', ...found, finishedAtMs },
    { runId: 'acme/sync/43', ...found, finishedAtMs },
  ]);
  expect(buildkite.requests.at(-1)).toMatch(
    /branch=main&created_from=2026-11-14T00%3A00%3A00.000Z&exclude_jobs=true&exclude_pipeline=true/,
  );
});

test('among very many builds the newest three hundred are looked at', async () => {
  const buildkite = await startFakeBuildkite();
  for (let number = 43; number <= 400; number++) {
    const isNightly = number === 50 || number === 350;
    buildkite.builds.push(showBuild(number, isNightly ? ended : {}));
  }
  expect((await list(buildkite)).map(({ runId }) => runId)).toEqual(['acme/sync/350']);
  expect(buildkite.requests.filter((one) => one.includes('/builds?'))).toHaveLength(3);
});

test('a pipeline of another repository is refused', async () => {
  const buildkite = await startFakeBuildkite();
  await expect(list(buildkite, 'acme/other')).rejects.toThrow('is of the repository acme/sync');
});
