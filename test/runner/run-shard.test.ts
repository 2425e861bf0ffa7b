import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Shard } from '../../src/contract/documents.ts';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { resumeRun } from '../../src/runner/resume-run.ts';
import { checkoutsFolder } from '../../src/runner/worktrees/checkouts-folder.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { makeRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest } from './stage/make-request.ts';

const shard: Shard = { index: 1, total: 4, attempt: 2 };
const planDigest = 'd'.repeat(64);

test('the record names its shard, in its id too, and carries the digest of the whole build', async () => {
  const request = makeRequest(makeRepository(), [makeTest('a')], { shard, planDigest });
  const record = await runSuite(request);
  expect(record.shard).toEqual(shard);
  expect(record.plan.digest).toBe(planDigest);
  expect(record.id).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}-2of4-attempt2$/);
});

test('a run that is not split keeps its short id', async () => {
  const record = await runSuite(makeRequest(makeRepository(), [makeTest('a')]));
  expect(record.shard).toEqual({ index: 0, total: 1, attempt: 1 });
  expect(record.id).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}$/);
});

test('a shard without tests has a valid record, and nothing is set up for it', async () => {
  const repository = makeRepository();
  const setup = [['no-such-program']];
  const record = await runSuite(
    makeRequest(repository, [], { shard, planDigest, suite: { setup } }),
  );
  expect(record).toMatchObject({
    status: 'complete',
    shard,
    tests: [],
    profiles: [],
    problems: [],
  });
  expect(listSchemaErrors('run-record', record)).toEqual([]);
  const folder = join(repository.root, '.perigee/runs', record.id);
  expect(existsSync(join(folder, 'run-record.json'))).toBe(true);
  expect(existsSync(checkoutsFolder(join(repository.root, '.perigee')))).toBe(false);
});

test('a run that is resumed keeps its shard and plan', async () => {
  const request = makeRequest(makeRepository(), [makeTest('a')], { shard, planDigest });
  const signal = AbortSignal.abort();
  const stopped = await runSuite({ ...request, ports: { ...request.ports, signal } });
  expect(stopped.status).toBe('interrupted');
  const resumed = await resumeRun({ ...request, id: stopped.id });
  expect(resumed.status).toBe('complete');
  expect(resumed.shard).toEqual(shard);
  expect(resumed.plan.digest).toBe(planDigest);
});
