import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCode } from '../../src/contract/user-error.ts';
import { reportBuild } from '../../src/pipeline/job/report-build.ts';
import { runShard } from '../../src/pipeline/job/run-shard.ts';
import { openAgentStore } from '../../src/transport/artifacts/buildkite-agent.ts';
import { packArtifact } from '../../src/transport/artifacts/pack-artifact.ts';
import { openAgent } from '../../src/transport/buildkite/agent.ts';
import { makeJob } from '../action/jobs/make-job.ts';
import { makeFolder } from '../runner/stage/make-repository.ts';
import { makeFakeAgent } from '../transport/buildkite/fake-agent.ts';
import { environmentOf, makeChange, parallel, runJob } from './make-job.ts';

const report = { job: 9, options: { mode: 'report', 'fail-on': 'never' } };

test('each report of two groups of shards has its own annotation and page', async () => {
  const change = makeChange();
  const agent = makeFakeAgent();
  const environment = { ...parallel(0), BUILDKITE_STEP_KEY: 'linux' };
  await runJob(change, agent, { environment });
  // That of the shards stays until a report replaces it.
  expect(Object.keys(agent.annotations())).toEqual(['perigee-sync']);
  const reportOn = (step: string) =>
    runJob(change, agent, { job: 9, options: { ...report.options, step } });
  await reportOn('linux');
  await expect(reportOn('arm')).rejects.toThrow('from the step "arm"');
  const annotations = agent.annotations();
  expect(Object.keys(annotations)).toEqual(['perigee-sync-linux', 'perigee-sync-arm']);
  const { body } = annotations['perigee-sync-linux'] ?? {};
  expect(body).toContain('artifact://perigee-sync-linux-report-attempt-1/report.html');
  expect(body).toContain('Step `linux`');
});

test('a job that was retried and left nothing is missing, though its first attempt had measured', async () => {
  const change = makeChange();
  const agent = makeFakeAgent();
  for (const index of [0, 1]) {
    await runJob(change, agent, { job: index + 1, environment: parallel(index) });
  }
  agent.change((files) => files.map((file) => ({ ...file, isRetried: file.job.endsWith('2') })));
  expect((await runJob(change, agent, report)).code).toBe(exitCode.couldNotMeasure);
  const retry = { ...parallel(1), BUILDKITE_RETRY_COUNT: '1' };
  await runJob(change, agent, { job: 3, environment: retry });
  expect(agent.files().at(-1)?.path).toContain('-shard-2-of-2-attempt-2/');
  expect((await runJob(change, agent, report)).code).toBe(exitCode.nothingRegressed);
});

test('the option shards says how many there have to be', async () => {
  const change = makeChange();
  const agent = makeFakeAgent();
  await runJob(change, agent, { job: 1, environment: parallel(0) });
  const options = { ...report.options, shards: 3 };
  await expect(runJob(change, agent, { job: 9, options })).rejects.toThrow(
    'the build has 3 shards',
  );
});

test('a build in which no shard left anything has no verdict, and its annotation says so', async () => {
  const agent = makeFakeAgent();
  await expect(runJob(makeChange(), agent, report)).rejects.toThrow('no shard has uploaded');
  expect(agent.annotations()['perigee-sync']).toMatchObject({
    style: 'error',
    body: expect.stringContaining('no shard has uploaded anything in this build') as string,
  });
});

test('a step that measured nothing is named, because its key may be wrong', async () => {
  const agent = makeFakeAgent();
  const options = { ...report.options, step: 'performanec' };
  await expect(runJob(makeChange(), agent, { job: 9, options })).rejects.toThrow(
    /from the step "performanec"[^]*check that "performanec" is the key of the step that measures/,
  );
});

/** A verdict without what names its build: the rest is the answer. */
function readAnswer(text: string): unknown {
  const { build, ...answer } = JSON.parse(text) as { build: Record<string, unknown> };
  const { links, ...rest } = build;
  expect(links).toBeDefined();
  return { ...answer, build: rest };
}

test('the same records get the same verdict by the action and by the plugin', async () => {
  const change = makeChange('exit 1\n');
  const folder = makeFolder();
  for (const index of [1, 2]) {
    const shard = { shard: String(index), 'shard-total': '2', 'artifacts-folder': folder };
    await runShard((await makeJob({ ...change, inputs: shard })).job);
  }
  const inputs = { 'shard-total': '2', 'artifacts-folder': folder };
  const { job, log } = await makeJob({ ...change, inputs });
  const byAction = await reportBuild(job, job.shardJobs);
  const agent = makeFakeAgent();
  const runs = join(change.repository.root, '.perigee/runs');
  for (const [index, run] of readdirSync(runs).entries()) {
    const packed = await packArtifact({
      runFolder: join(runs, run),
      into: makeFolder(),
      build: { repository: 'acme/sync', runId: 'acme/sync/42' },
      store: 'buildkite',
      now: '2026-03-01T10:00:00.000Z',
    });
    const temporaryFolder = makeFolder();
    const own = environmentOf(change, agent, { job: index + 1 });
    const store = openAgentStore({ agent: openAgent(own), buildId: '', temporaryFolder });
    await store.upload(packed);
  }
  const byPlugin = await runJob(change, agent, { job: 9, options: { mode: 'report' } });
  expect(byPlugin.code).toBe(byAction);
  expect(byAction).toBe(exitCode.regressed);
  const verdict = readFileSync(join(log.outputs['report-path'] ?? '', 'verdict.json'), 'utf8');
  expect(readAnswer(agent.read('perigee-sync-report-attempt-1/verdict.json').toString())).toEqual(
    readAnswer(verdict),
  );
});
