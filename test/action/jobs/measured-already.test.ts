/** A change whose check has passed before its job begins. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type UntouchedShards,
  writeUntouchedShards,
} from '../../../src/contract/untouched-shards.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { exitCode } from '../../../src/contract/user-error.ts';
import { planJob } from '../../../src/pipeline/job/measure.ts';
import { reportBuild } from '../../../src/pipeline/job/report-build.ts';
import { runShard } from '../../../src/pipeline/job/run-shard.ts';
import { refuse } from '../../servers/github/answer.ts';
import { makeFolder, makeRepository } from '../../runner/stage/make-repository.ts';
import { type FakeCheck, startFakeGithub } from '../servers/fake-github.ts';
import { makeJob } from './make-job.ts';

const oneTest = `version: 1
suite: sync
tests:
  - { name: upload, command: ['true'] }
`;
const passed: FakeCheck = { name: 'perigee', app: 'perigee-acme', conclusion: 'success' };

interface Asked {
  suite?: string;
  checks?: FakeCheck[];
  inputs?: Record<string, string>;
  attempt?: number;
  isQueued?: boolean;
  labels?: string[];
  pullRequest?: number;
  isRefused?: boolean;
}

async function open({ checks = [passed], inputs, isRefused, suite = oneTest, ...asked }: Asked) {
  const github = await startFakeGithub();
  github.checks.push(...checks);
  if (isRefused === true) github.intercept = () => refuse(403, 'Resource not accessible');
  const repository = makeRepository({ 'perigee.yml': suite });
  const before = repository.git('rev-parse', 'HEAD');
  repository.write('README.md', 'new');
  const after = repository.commit('change');
  const given = { affected: 'auto', token: 't', ...inputs };
  const request = { repository, before, after, inputs: given, apiUrl: github.url };
  return makeJob({ isQueued: true, ...request, ...asked });
}

const readCheck = async (asked: Asked) => (await open(asked)).job.readCheck?.();

test('its job sets nothing up, and its report waits for no shard', async () => {
  const setup = { 'artifacts-folder': makeFolder() };
  const { job, log } = await open({ inputs: setup });
  expect(await runShard(job)).toBe(exitCode.nothingRegressed);
  expect(log.said.join()).toContain('has passed already');
  expect(existsSync(join(job.repository.root, '.perigee'))).toBe(false);
  const report = await open({ inputs: { ...setup, mode: 'report', 'shard-total': '3' } });
  expect(await reportBuild(report.job)).toBe(exitCode.nothingRegressed);
  const other = await open({ checks: [], inputs: { ...setup, mode: 'report' } });
  await expect(reportBuild(other.job)).rejects.toThrow('no shard has uploaded anything');
});

test('a merge group or a pull request is not measured', async () => {
  expect(await readCheck({})).toBe('passed');
  expect(await readCheck({ pullRequest: 7 })).toBe('passed');
});

const others: [string, Asked][] = [
  ['the job is not asked to leave anything out', { inputs: { affected: 'all' } }],
  ['there is no token to ask with', { inputs: { token: '' } }],
  ['this is a push', { isQueued: false }],
  ['somebody starts the job again', { attempt: 2 }],
  ['a label asks for more pairs', { pullRequest: 7, labels: ['perigee: expect improved'] }],
  ['there is no check', { checks: [] }],
  ['the check is at work', { checks: [{ name: 'perigee', app: 'perigee-acme' }] }],
  ['the check failed', { checks: [{ ...passed, conclusion: 'failure' }] }],
  ['a workflow made the check', { checks: [{ ...passed, app: 'github-actions' }] }],
  ['GitHub does not tell', { isRefused: true }],
];

test.each(others)('is measured where %s', async (_, asked) => {
  expect(await readCheck(asked)).toBeUndefined();
});

test('a shard that the check names has nothing set up, and its record says why', async () => {
  const tests =
    "  - { name: upload, command: ['true'] }\n  - { name: download, command: ['true'] }\n";
  const pins = 'shards: { total: 2, pins: { upload: 1, download: 2 } }\n';
  const suiteOfTwo = `version: 1\nsuite: sync\nsetup: [['false']]\n${pins}tests:\n${tests}`;
  const folder = makeFolder();
  const inputs = { 'artifacts-folder': folder, shard: '1', 'shard-total': '2' };
  const asked = { inputs, suite: suiteOfTwo, pullRequest: 7 };
  const { planDigest: plan } = planJob((await open(asked)).job);
  const check = (of: UntouchedShards): FakeCheck[] => [
    { name: 'perigee', app: 'perigee-acme', summary: `Wait.\n\n${writeUntouchedShards(of)}\n` },
  ];
  const { job, log } = await open({ ...asked, checks: check({ plan, shards: [0] }) });
  expect(await runShard(job)).toBe(exitCode.nothingRegressed);
  expect(log.said.join()).toContain('touches nothing that the tests of this shard read');
  const [run = ''] = readdirSync(join(job.repository.root, '.perigee/runs'));
  const file = join(job.repository.root, '.perigee/runs', run, 'run-record.json');
  const record = parseDocument('run-record', readFileSync(file, 'utf8'), 'record');
  expect(record).toMatchObject({ status: 'complete', profiles: [] });
  expect(record.tests.map(({ inputs: found }) => found)).toEqual([{ state: 'same', by: ['bot'] }]);
  for (const of of [
    { plan, shards: [1] },
    { plan: 'f'.repeat(64), shards: [0] },
  ]) {
    const other = await open({ ...asked, checks: check(of) });
    await expect(runShard(other.job)).rejects.toThrow('setup');
  }
});
