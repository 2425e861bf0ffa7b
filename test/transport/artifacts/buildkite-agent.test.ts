import { expect, test } from 'vitest';
import {
  type ArtifactStore,
  ArtifactsUnavailable,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { openAgentStore } from '../../../src/transport/artifacts/buildkite-agent.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { openAgent } from '../../../src/transport/buildkite/agent.ts';
import { environmentOfJob, type FakeAgent, makeFakeAgent } from '../buildkite/fake-agent.ts';
import { makeFolder, origin, packShard } from './make-run.ts';

const idOf = (job: number): string => `0190bbbb-0000-4000-8000-00000000000${job}`;

/** The store as a job of a step sees it. */
function openStore(fake: FakeAgent, { job = 9, step = 'report', asked = '' } = {}): ArtifactStore {
  const own = { BUILDKITE_JOB_ID: idOf(job), BUILDKITE_STEP_KEY: step };
  return openAgentStore({
    agent: openAgent(environmentOfJob(fake, own)),
    buildId: '0190aaaa-0000-4000-8000-000000000042',
    temporaryFolder: makeFolder(),
    ...(asked === '' ? {} : { step: asked }),
  });
}

/** Uploads what a job has measured. @returns the name of its artifact */
async function upload(fake: FakeAgent, job: number, step: string, shard: [number, number, number]) {
  const packed = await packShard(...shard);
  await openStore(fake, { job, step }).upload(packed);
  return packed.name;
}

async function collect(fake: FakeAgent, asked = '') {
  const store = openStore(fake, { asked });
  const { records, refusals } = await collectRecords({ store, suite: 'sync', build: origin });
  return { names: records.map(({ artifact }) => artifact), refusals };
}

/** Two shards by two jobs. */
async function makeBuild() {
  const fake = makeFakeAgent();
  const first = await upload(fake, 1, 'performance', [0, 2, 1]);
  const second = await upload(fake, 2, 'performance', [1, 2, 1]);
  return { fake, first, second };
}

test('what the jobs of a build uploaded is found and read again', async () => {
  const { fake, first, second } = await makeBuild();
  expect(await collect(fake)).toEqual({ names: [first, second], refusals: [] });
  expect(fake.files().map(({ path }) => path)).toContain(`${first}/event.json`);
});

test('the key of a step leaves the jobs of others out', async () => {
  const { fake, first, second } = await makeBuild();
  await upload(fake, 3, 'other', [0, 1, 1]);
  expect((await collect(fake, 'performance')).names).toEqual([first, second]);
});

test('a job that was retried leaves nothing, whatever it had uploaded', async () => {
  const { fake, second } = await makeBuild();
  fake.change((files) => files.map((file) => ({ ...file, isRetried: file.job === idOf(1) })));
  expect((await collect(fake)).names).toEqual([second]);
  const again = await upload(fake, 4, 'performance', [0, 2, 2]);
  expect((await collect(fake)).names).toEqual([again, second]);
});

test('of two jobs with one shard neither counts', async () => {
  const { fake, first, second } = await makeBuild();
  await upload(fake, 3, 'performance', [0, 2, 1]);
  const { names, refusals } = await collect(fake);
  expect(names).toEqual([second]);
  expect(refusals).toMatchObject([{ artifact: first, code: 'artifact-ambiguous' }]);
});

test('a file that is not what Buildkite has the digest of is refused', async () => {
  const { fake, first, second } = await makeBuild();
  fake.spoil(`${first}/event.json`, '{}');
  const { names, refusals } = await collect(fake);
  expect(names).toEqual([second]);
  expect(refusals).toMatchObject([{ artifact: first, code: 'artifact-digest-mismatch' }]);
});

test('an artifact without its record is refused, and the others count', async () => {
  const { fake, first, second } = await makeBuild();
  fake.change((files) => files.filter(({ path }) => path !== `${first}/run-record.json.gz`));
  const { names, refusals } = await collect(fake);
  expect(names).toEqual([second]);
  expect(refusals).toMatchObject([{ artifact: first }]);
});

test('only names of files of an artifact are ever asked for', async () => {
  const { fake, first, second } = await makeBuild();
  const others = ['../x/event.json', `${first}/../../event.json`, `${first}/a b`, 'x/event.json'];
  fake.change((files) => [
    ...files,
    ...others.flatMap((path) => files.slice(0, 1).map((file) => ({ ...file, path }))),
  ]);
  expect((await collect(fake)).names).toEqual([first, second]);
  const downloads = fake.calls().filter(({ args }) => args[1] === 'download');
  const asked = new Set(downloads.map(({ args }) => args.at(-2)?.split('/')[0]));
  expect([...asked].sort()).toEqual([first, second]);
  expect(downloads.every(({ args }) => args.at(-2)?.split('/').length === 2)).toBe(true);
});

test('a download that fails costs its artifact, with what the agent says', async () => {
  const { fake } = await makeBuild();
  fake.fail('artifact download', 'fatal: Failed to download artifacts: 503');
  const { names, refusals } = await collect(fake);
  expect(names).toEqual([]);
  expect(refusals).toMatchObject([{ code: 'artifact-unreachable' }, {}]);
  expect(refusals[0]?.message).toContain('Failed to download artifacts: 503');
});

test('a list that the agent cannot get, and an upload that fails, say so', async () => {
  const { fake } = await makeBuild();
  fake.fail('artifact search', 'fatal: 500');
  fake.fail('artifact upload', 'fatal: no space');
  await expect(collect(fake)).rejects.toThrow(ArtifactsUnavailable);
  await expect(upload(fake, 3, 'performance', [0, 2, 2])).rejects.toThrow(
    /could not upload it: [^]*no space[^]*retry the job/,
  );
});
