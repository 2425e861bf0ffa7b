/** Jobs that leave tests out, and those whose observation tells others what may be left out. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { atNight } from '../../nightly.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { exitCode } from '../../../src/contract/user-error.ts';
import { recordHistory } from '../../../src/pipeline/job/record-history.ts';
import { reportBuild } from '../../../src/pipeline/job/report-build.ts';
import { runShard } from '../../../src/pipeline/job/run-shard.ts';
import { makeFolder, makeRepository } from '../../runner/stage/make-repository.ts';
import { makeJob } from './make-job.ts';

const suite = `version: 1
suite: sync
repeats: 3
maxRepeats: 3
warmup: 0
tests:
  - { name: upload, command: [sh, work.sh] }
thresholds:
  rules:
    - { match: { span: '*', metric: '*' }, worse: 1000%, action: warn }
`;

interface JobOf {
  /** Of the suite, as YAML. */
  setup?: string;
  /** Path to what the change writes there. */
  change?: Record<string, string>;
  inputs?: Record<string, string>;
  pullRequest?: number;
  forkBranch?: string;
}

async function prepare(asked: JobOf) {
  const { change = { 'NOTES.md': 'new\n' }, forkBranch, inputs, pullRequest, setup = '[]' } = asked;
  const repository = makeRepository({
    'perigee.yml': `${suite}setup: ${setup}\n`,
    source: 'made of this\n',
    'work.sh': 'sleep 0.01\n',
  });
  const before = repository.git('rev-parse', 'HEAD');
  for (const [path, text] of Object.entries(change)) repository.write(path, text);
  const after = repository.commit('change');
  const folder = makeFolder();
  const made = await makeJob({
    ...{ repository, before, after, inputs: { 'artifacts-folder': folder, ...inputs } },
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(forkBranch === undefined ? {} : { forkBranch }),
  });
  const read = (name: string) => {
    const [artifact = ''] = readdirSync(folder);
    const file = join(folder, artifact, name);
    return existsSync(file) ? gunzipSync(readFileSync(file)).toString() : undefined;
  };
  return {
    ...made,
    ...{ repository, before, after, folder },
    record: () => parseDocument('run-record', read('run-record.json.gz') ?? '', 'record'),
    observation: () => {
      const text = read('observation.json.gz');
      return text === undefined ? undefined : parseDocument('observation', text, 'observation');
    },
  };
}

const auto = { affected: 'auto' };

test('a push measures everything, and observes what the tests read of the commit before it', async () => {
  const { before, job, observation, record } = await prepare({ inputs: auto });
  expect(await runShard(job)).toBe(exitCode.nothingRegressed);
  expect(record().profiles).toHaveLength(6);
  expect(record().tests[0]?.inputs).toBeUndefined();
  expect(observation()).toMatchObject({ commit: before, tests: [{ name: 'upload' }] });
  expect(observation()?.tests[0]?.reads).toMatchObject({ doubts: [], seesQuestions: true });
  expect(observation()?.entries).toContainEqual({ path: 'work.sh', kind: 'file' });
  expect(observation()?.entries.map(({ path }) => path)).not.toContain('NOTES.md');
});

test('a job for the history observes its own commit', async () => {
  const inputs = { ...auto, mode: 'history' };
  const { after, job, observation, record } = await prepare({ inputs });
  expect(await recordHistory(job)).toBe(exitCode.nothingRegressed);
  expect(record().profiles).toHaveLength(3);
  expect(observation()).toMatchObject({ commit: after, tests: [{ name: 'upload' }] });
});

test('a pull request leaves out what it does not touch, and observes nothing for others', async () => {
  const { job, log, observation, record } = await prepare({ inputs: auto, pullRequest: 7 });
  expect(await runShard(job)).toBe(exitCode.nothingRegressed);
  expect(record().profiles).toEqual([]);
  expect(record().tests[0]?.inputs).toMatchObject({ state: 'same', files: 1 });
  expect(log.summary).toContain('Nothing to measure');
  expect(observation()).toBeUndefined();
});

test('a branch of a fork that is called main is a change like any other', async () => {
  const asked = { inputs: auto, pullRequest: 7, forkBranch: 'main' };
  const { job, observation, record } = await prepare(asked);
  expect(await runShard(job)).toBe(exitCode.nothingRegressed);
  expect(record().profiles).toEqual([]);
  expect(observation()).toBeUndefined();
});

atNight('without being asked, jobs leave nothing out and observe nothing', async () => {
  for (const pullRequest of [7, undefined]) {
    const { job, observation, record } = await prepare(
      pullRequest === undefined ? {} : { pullRequest },
    );
    expect(await runShard(job)).toBe(exitCode.nothingRegressed);
    expect([record().profiles.length, observation()]).toEqual([6, undefined]);
  }
});

test('a report believes the jobs that leave tests out only if it is asked to', async () => {
  const { after, before, folder, job, repository } = await prepare({
    inputs: auto,
    pullRequest: 7,
  });
  await runShard(job);
  const report = async (inputs: Record<string, string>) => {
    const given = { 'artifacts-folder': folder, mode: 'report', ...inputs };
    const made = await makeJob({ repository, before, after, inputs: given, pullRequest: 7 });
    return reportBuild(made.job);
  };
  expect(await report(auto)).toBe(exitCode.nothingRegressed);
  expect(await report({})).toBe(exitCode.couldNotMeasure);
});
