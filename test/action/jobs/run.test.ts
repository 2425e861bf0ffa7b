import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atNight } from '../../nightly.ts';
import { exitCode, UserError } from '../../../src/contract/user-error.ts';
import { publishVerdict } from '../../../src/pipeline/job/publish-verdict.ts';
import { recordHistory } from '../../../src/pipeline/job/record-history.ts';
import { reportBuild } from '../../../src/pipeline/job/report-build.ts';
import { runShard } from '../../../src/pipeline/job/run-shard.ts';
import { makeChange } from '../../buildkite-plugin/make-job.ts';
import { makeFolder } from '../../make-folder.ts';
import { explained } from '../../report/fixtures/explained.ts';
import { makeJob } from './make-job.ts';

/** Where something is in the way: a folder cannot be made in a file. */
function blockFolder(): string {
  const file = join(makeFolder(), 'file');
  writeFileSync(file, '');
  return join(file, 'artifacts');
}

const shard = (index: number, folder: string, more: Record<string, string> = {}) => ({
  shard: String(index),
  'shard-total': '2',
  'artifacts-folder': folder,
  ...more,
});

test('a test that passed before and fails after fails the job, whatever it measured', async () => {
  const { job, log } = await makeJob({
    ...makeChange('echo "no such table" >&2; exit 1\n'),
    inputs: { 'artifacts-folder': makeFolder() },
  });
  expect(await runShard(job)).toBe(exitCode.regressed);
  expect(log.said).toContain('    no such table');
  expect(log.summary).toContain('  ```text\n  no such table\n  ```');
  expect(log.outputs).toMatchObject({ verdict: 'regressed', 'exit-code': '1', event: 'spooled' });
  expect(log.annotations).toMatchObject([
    { level: 'error', file: 'perigee.yml', startLine: 8 },
    { level: 'error', file: 'perigee.yml', startLine: 9 },
  ]);
});

test('a job that leaves the verdict to the report leaves the marks on lines to it, too', async () => {
  const inputs = { 'artifacts-folder': makeFolder(), 'fail-on': 'never' };
  const { job, log } = await makeJob({ ...makeChange('exit 1\n'), inputs });
  await runShard(job);
  expect(log.outputs['verdict']).toBe('regressed');
  expect(log.annotations).toEqual([]);
});

test('the log of a job names the functions that take more', async () => {
  const { job, log } = await makeJob({ ...makeChange(), inputs: {} });
  const judged = { verdict: explained, orphans: 0, exitCode: exitCode.regressed };
  await publishVerdict(job, judged, { folder: makeFolder(), artifacts: [] });
  expect(log.said.join('\n')).toMatch(/^Where: hash \(src\/map\.js:41\) takes 210 ms more /m);
});

test('a shard tells the steps behind it of its run, its artifact and its verdict', async () => {
  const folder = makeFolder();
  const { job, log } = await makeJob({ ...makeChange('exit 1\n'), inputs: shard(1, folder) });
  await runShard(job);
  const id = log.outputs['run-id'] ?? '';
  const artifact = 'perigee-sync-shard-1-of-2-attempt-1';
  expect(log.outputs).toEqual({
    ...{ 'run-id': expect.stringMatching(/-1of2$/), 'artifact-name': artifact },
    ...{ 'artifact-id': artifact, event: 'spooled', verdict: 'regressed', 'exit-code': '1' },
    'report-path': join(job.repository.root, '.perigee', 'runs', id),
  });
  expect(readdirSync(folder)).toEqual([artifact]);
});

test('a shard of several whose results could not be left anywhere fails: an older attempt would stand for it', async () => {
  const { job, log } = await makeJob({ ...makeChange(), inputs: shard(1, blockFolder()) });
  await expect(runShard(job)).rejects.toThrow('the results could not be uploaded: ');
  expect(log.summary).toContain('could not be uploaded');
  expect(log.summary).not.toContain('in the artifact only');
  const full = { seen: 'the disk is full', expected: 'room', remedy: 'make room' };
  const openArtifacts = () => Promise.reject(new UserError(full));
  await expect(runShard({ ...job, openArtifacts })).rejects.toThrow('uploaded: the disk is full;');
  expect(log.summary).toContain('uploaded: the disk is full; to do: make room');
});

test('two shards report green together; alone, the other one is missing and that is red', async () => {
  const change = makeChange();
  const folder = makeFolder();
  for (const index of [1, 2]) {
    const { job } = await makeJob({ ...change, inputs: shard(index, folder) });
    expect(await runShard(job)).toBe(exitCode.nothingRegressed);
    const report = await makeJob({ ...change, inputs: shard(1, folder, { 'fail-on': 'never' }) });
    expect(await reportBuild(report.job, report.job.shardJobs)).toBe(
      index === 1 ? exitCode.couldNotMeasure : exitCode.nothingRegressed,
    );
    if (index === 1) expect(report.log.summary).toContain('shard 2 of 2 is missing');
    else expect(report.log.outputs['verdict']).toMatch(/passed|undecided/);
  }
  const late = await makeJob({
    ...change,
    inputs: shard(1, folder, { 'shards-result': 'failure' }),
    attempt: 2,
  });
  expect(await reportBuild(late.job, late.job.shardJobs)).toBe(exitCode.couldNotMeasure);
  expect(late.log.outputs['verdict']).toBe('incomplete');
  const untold = await makeJob({ ...change, inputs: shard(1, folder), attempt: 2 });
  expect(await reportBuild(untold.job, untold.job.shardJobs)).toBe(exitCode.nothingRegressed);
  expect(untold.log.summary).toContain('measured before attempt 2: shard 1, 2');
});

test('the report writes nothing where a pull request could have put a link', async () => {
  const change = makeChange();
  const folder = makeFolder();
  const elsewhere = makeFolder();
  const run = await makeJob({ ...change, inputs: { 'artifacts-folder': folder } });
  await runShard(run.job);
  change.repository.git('clean', '--quiet', '--force', '-d', '-x');
  symlinkSync(elsewhere, join(change.repository.root, '.perigee'));
  const report = await makeJob({ ...change, inputs: { 'artifacts-folder': folder } });
  await reportBuild(report.job, report.job.shardJobs);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(join(report.log.outputs['report-path'] ?? '', 'verdict.json'))).toBe(true);
});

atNight('history of a test that never passes is not green', async () => {
  const inputs = () => ({ mode: 'history', 'artifacts-folder': makeFolder() });
  const { job, log } = await makeJob({ ...makeChange('exit 1\n'), inputs: inputs() });
  expect(await recordHistory(job)).toBe(exitCode.couldNotMeasure);
  expect(log.summary).toContain('Never passed, so there is no history of: `upload`, `list`');
  const fine = await makeJob({ ...makeChange(), inputs: inputs() });
  expect(await recordHistory(fine.job)).toBe(exitCode.nothingRegressed);
  expect(fine.log.summary).toContain('### History of `sync`\n');
  const one = await makeJob({
    ...makeChange(),
    inputs: { ...inputs(), ...shard(1, makeFolder()) },
  });
  await recordHistory(one.job);
  expect(one.log.summary).toContain('### History of `sync`, shard 1 of 2\n');
  const { 'run-id': id = '', 'report-path': path } = fine.log.outputs;
  expect(path).toBe(join(fine.job.repository.root, '.perigee', 'runs', id));
});

test('a job without a checkout is told which step is missing', async () => {
  const change = makeChange();
  rmSync(join(change.repository.root, '.git'), { recursive: true });
  await expect(makeJob(change)).rejects.toThrow(/not checked out here[^]*actions\/checkout/);
});
