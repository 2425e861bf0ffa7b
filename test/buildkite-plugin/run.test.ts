import { expect, test } from 'vitest';
import { exitCode } from '../../src/contract/user-error.ts';
import { makeFakeAgent } from '../transport/buildkite/fake-agent.ts';
import { makeChange, parallel, runJob, suite } from './make-job.ts';

const failing = 'echo "no such table" >&2; exit 1\n';
/** For one job. */
const alone = suite.replace('shards: { total: 2, pins: { upload: 1, list: 2 } }\n', '');

test('a job that is the whole build gives its verdict as status and annotation, and uploads what it is from', async () => {
  const agent = makeFakeAgent();
  const environment = { BUILDKITE_STEP_KEY: 'fast', BUILDKITE_STEP_ID: '0193' };
  const { code, log } = await runJob(makeChange(failing, 'true\n', alone), agent, { environment });
  expect(code).toBe(exitCode.regressed);
  // Another step of the suite has one of its own.
  const { style, body } = agent.annotations()['perigee-sync-fast'] ?? {};
  expect(style).toBe('error');
  expect(body).toMatch(/^### ❌ /);
  expect(body).toContain('no such table');
  const name = 'perigee-sync-shard-1-of-1-attempt-1';
  expect(body).toContain('<a href="artifact://perigee-sync-fast-report-attempt-1/report.html">');
  const logs = 'perigee-sync-fast-report-attempt-1/logs.tar.gz';
  expect(body).toContain(`<a href="artifact://${logs}">Logs</a>`);
  const paths = agent.files().map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      `${name}/run-record.json.gz`,
      `${name}/event.json`,
      `${name}/logs.tar.gz`,
      ...[logs, 'perigee-sync-fast-report-attempt-1/report.html'],
      'perigee-sync-fast-report-attempt-1/verdict.json',
    ]),
  );
  expect(log).toContain('--- Measure 2 tests\n');
  expect(log).toMatch(/\n\+\+\+ Verdict\nRegressed: .*\n$/);
  expect(JSON.parse(agent.read(`${name}/event.json`).toString())).toMatchObject({
    build: { repository: 'acme/sync', runId: 'acme/sync/42', suite: 'sync' },
    shard: { artifact: { store: 'buildkite', location: name } },
  });
});

test('while shards measure, the annotation says so; a shard that regressed alone does not fail its job', async () => {
  const agent = makeFakeAgent();
  const { code } = await runJob(makeChange(failing), agent, { environment: parallel(1) });
  expect(code).toBe(exitCode.nothingRegressed);
  const written = agent.calls().filter(({ args }) => args[0] === 'annotate');
  expect(written.map(({ args, input }) => [args.at(-1), input.split('\n')[0]])).toEqual([
    ['info', '### Measuring `sync`, shard 2 of 2'],
    ['info', '### Shard 2 of 2 of `sync`'],
  ]);
  expect(agent.files()[0]?.path).toMatch(/^perigee-sync-shard-2-of-2-attempt-1\//);
});

test('an annotation that cannot be written costs nothing but a line of the log', async () => {
  const agent = makeFakeAgent();
  agent.fail('annotate', 'fatal: 503');
  const { code, log } = await runJob(makeChange(), agent, { environment: parallel(0) });
  expect(code).toBe(exitCode.nothingRegressed);
  expect(log).toContain('the annotation was not written: buildkite-agent annotate ended with 1');
});

test('a step with another number of jobs than shards fails before it measures', async () => {
  const agent = makeFakeAgent();
  const environment = parallel(0, 3);
  await expect(runJob(makeChange(), agent, { environment })).rejects.toMatchObject({
    exitCode: exitCode.wrongUsage,
    message: expect.stringMatching(/3 jobs measure[^]*parallelism: 2/) as string,
  });
  expect(agent.files()).toEqual([]);
});

test('history of a test that never passes is not green, and compares nothing', async () => {
  const agent = makeFakeAgent();
  const options = { mode: 'history' };
  const { code } = await runJob(makeChange(failing), agent, { options });
  expect(code).toBe(exitCode.couldNotMeasure);
  const { style, body } = agent.annotations()['perigee-sync-performance'] ?? {};
  expect(style).toBe('warning');
  expect(body).toContain('Never passed, so there is no history of: `upload`, `list`');
});

test('an event that no broker takes stays in the artifact, and the job goes on', async () => {
  const agent = makeFakeAgent();
  const kafka = { brokers: ['127.0.0.1:1'], tls: false, 'deadline-seconds': 1 };
  const environment = parallel(0);
  const { code, log } = await runJob(makeChange(), agent, { environment, options: { kafka } });
  expect(code).toBe(exitCode.nothingRegressed);
  expect(log).toContain('the event is in the artifact only: ');
  expect(agent.annotations()['perigee-sync']?.body).toContain('the event is in the artifact only');
  expect(agent.files().map(({ path }) => path)).toContain(
    'perigee-sync-shard-1-of-2-attempt-1/event.json',
  );
});

test('a build of main with main as its base is refused: it would be compared with itself', async () => {
  const refused = runJob(makeChange(), makeFakeAgent(), { options: { base: 'main' } });
  await expect(refused).rejects.toMatchObject({ exitCode: exitCode.couldNotMeasure });
});
