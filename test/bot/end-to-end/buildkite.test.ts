/** From the push to the merge where Buildkite measures, by the steps of docs/buildkite-bot.md. */
import { expect } from 'vitest';
import { atNight as test } from '../../nightly.ts';
import { bundlePlugin } from '../../buildkite-plugin/agent/stage-plugin.ts';
import { hostsOf, startFakeBuildkite } from '../../servers/ci/fake-buildkite.ts';
import { token as webhookToken } from '../deliveries/buildkite/sign-webhook.ts';
import { openCommandStep, openPluginStep, type OpenStep } from './buildkite-step.ts';
import { acceptAndMerge, soon } from './live-through.ts';
import { readCheck, readReport, tryMerge } from './look-at.ts';
import { openWorld } from './open-world.ts';
import { playBuildkite } from './play-buildkite.ts';
import { planted } from './shorten-suite.ts';

async function openBuildkiteWorld(openStep: OpenStep) {
  await bundlePlugin();
  const buildkite = await startFakeBuildkite();
  const environment = {
    PERIGEE_BUILDKITE_API_URL: buildkite.url,
    PERIGEE_BUILDKITE_TOKEN: buildkite.token,
    PERIGEE_BUILDKITE_HOSTS: hostsOf(buildkite).join(),
    PERIGEE_BUILDKITE_WEBHOOK_TOKEN: webhookToken,
  };
  const world = await openWorld({ pipeline: 'acme/sync', environment });
  return { world, pipeline: await playBuildkite(world, buildkite, openStep) };
}

const nameArtifact = (shard: number, attempt: number): string =>
  `perigee-sync-shard-${shard}-of-2-attempt-${attempt}`;

test('a build with the plugin that is slower has its shard retried, and holds back the merge until a person accepts it', async () => {
  const { pipeline, world } = await openBuildkiteWorld(openPluginStep);
  const { github } = world;
  const { head, number } = await world.open('slower');
  const look = () => readCheck(github, head);
  await expect.poll(look, soon).toMatchObject({ status: 'queued', conclusion: null });
  expect(await tryMerge(github, number)).toBe(422);
  const { build, listArtifacts, work } = await pipeline.begin({
    ...{ commit: head, branch: 'slower', pullRequest: number },
  });
  await expect.poll(look, soon).toMatchObject({ status: 'in_progress', conclusion: null });

  await work();
  await expect.poll(async () => (await look())?.title, soon).toMatch(/confirm/i);
  // Of the two jobs that of the alarm alone is at work again.
  await expect.poll(() => build['state'], soon).toBe('running');
  expect(await tryMerge(github, number)).toBe(422);

  await work();
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'failure' });
  await expect.poll(() => readReport(github, number), soon).toContain(planted.shownAs);
  expect(await readReport(github, number)).toContain(String(build['web_url']));
  expect(await tryMerge(github, number)).toBe(422);
  expect(listArtifacts()).toEqual([nameArtifact(1, 1), nameArtifact(2, 1), nameArtifact(2, 2)]);

  await acceptAndMerge(world, { head, number });
  expect(await world.stop()).toEqual([0]);
});

test('the build of a branch by the two commands counts for the pull request that is opened from it, and passes at once', async () => {
  const { pipeline, world } = await openBuildkiteWorld(openCommandStep);
  const { github } = world;
  const { head, number } = await world.open('tidy');
  const { build, listArtifacts, work } = await pipeline.begin({ commit: head, branch: 'tidy' });
  await work();
  const look = () => readCheck(github, head);
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'success' });
  await expect.poll(() => readReport(github, number), soon).toContain('### ✅ Passed');
  expect(build['state']).toBe('passed');
  const places = [nameArtifact(1, 1), nameArtifact(2, 1)].map(
    (name) => `.perigee/artifacts/${name}`,
  );
  expect(listArtifacts()).toEqual(places);
  expect(await tryMerge(github, number)).toBe(200);
  expect(await world.stop()).toEqual([0]);
});
