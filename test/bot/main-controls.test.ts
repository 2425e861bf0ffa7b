/** What nightly controls found reaches the issue about the gate: a service, a GitHub, nothing between them. */
import { expect, test } from 'vitest';
import { nameControl } from '../../src/transport/artifacts/control-artifact.ts';
import { makeControl } from '../gate/record/make-entries.ts';
import { makeZip } from '../transport/artifacts/make-zip.ts';
import { finishRun, startRun, storeArtifact } from './servers/fake/people.ts';
import { startBotWorld } from './start-bot-service.ts';

const soon = { timeout: 180_000, interval: 50 };
const hourMs = 3_600_000;

type World = Awaited<ReturnType<typeof startBotWorld>>;

/** A scheduled run that has ended, and what its control found. */
function addNight({ repository, state }: World, hoursAgo: number, isProven: boolean): number {
  const head = repository.branches.get('main') ?? '';
  const createdAtMs = state.nowMs() - hoursAgo * hourMs;
  const run = startRun(state, repository, head, {
    ...{ event: 'schedule', createdAtMs, jobs: ['Anchors', 'Control'] },
  });
  finishRun(repository, run, isProven ? 'success' : 'failure');
  const at = new Date(createdAtMs).toISOString();
  const entry = { ...makeControl(0, { isProven, shard: 0 }), at, commit: head };
  const name = nameControl('sync', { index: 0, total: 1, attempt: 1 });
  const content = Buffer.from(JSON.stringify(entry));
  storeArtifact(state, repository, run, name, makeZip([{ name: 'gate-entry.json', content }]));
  return run.id;
}

const findIssue = ({ repository }: World) =>
  repository.issues.find(({ title }) => title.includes('something is wrong with the gate itself'));

test('a control that stays green opens an issue, and the next one that fires closes it', async () => {
  const world = await startBotWorld();
  addNight(world, 30, true);
  addNight(world, 6, false);
  const first = await world.start();
  await expect.poll(() => findIssue(world)?.state, soon).toBe('open');
  expect(findIssue(world)?.body).toContain('the control stays green');
  expect(findIssue(world)?.body).toContain('✓ 1 of 1');
  await first.stop();
  addNight(world, 1, true);
  const second = await world.start();
  await expect.poll(() => findIssue(world)?.state, soon).toBe('closed');
  expect(second.lines.filter(({ level }) => level === 'error')).toEqual([]);
  expect(await second.stop()).toBe(0);
});

test('a control whose schedule is late is started again', async () => {
  const world = await startBotWorld();
  const head = world.repository.branches.get('main') ?? '';
  const run = addNight(world, 40, true);
  const workflow = 'jobs: { control: { steps: [{ with: {\n mode: control } }] } }';
  world.repository.commits.get(head)?.files.set('.github/workflows/perigee.yml', workflow);
  const service = await world.start();
  const find = () => world.repository.runs.find(({ id }) => id === run);
  await expect.poll(() => find()?.attempt, soon).toBe(2);
  expect(find()?.status).not.toBe('completed');
  expect(await service.stop()).toBe(0);
});
