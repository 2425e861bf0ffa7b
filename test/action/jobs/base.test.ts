/** What a job compares, where somebody names the base, and where nothing says where the push began. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCode } from '../../../src/contract/user-error.ts';
import { runShard } from '../../../src/pipeline/job/run-shard.ts';
import { makeFolder, makeRepository } from '../../runner/stage/make-repository.ts';
import { makeJob } from './make-job.ts';

const suite = `version: 1
suite: sync
repeats: 3
maxRepeats: 3
warmup: 0
tests:
  - { name: upload, command: ['true'], code: outside }
thresholds:
  rules:
    - { match: { span: '*', metric: '*' }, worse: 1000%, action: warn }
`;

function makePush() {
  const repository = makeRepository({ 'perigee.yml': suite });
  const before = repository.git('rev-parse', 'HEAD');
  repository.write('README.md', 'new');
  return { repository, before, after: repository.commit('change') };
}

test.each(['run', 'report'])(
  'a push to main with main as its base is refused in mode %s',
  async (mode) => {
    const refused = makeJob({ ...makePush(), inputs: { base: 'main', mode } });
    await expect(refused).rejects.toMatchObject({ exitCode: exitCode.couldNotMeasure });
  },
);

test.each(['history', 'control'])(
  'mode %s compares nothing, so its base does not matter',
  async (mode) => {
    const { job } = await makeJob({ ...makePush(), inputs: { base: 'main', mode } });
    expect(job.change.before).toBeUndefined();
  },
);

test('a pull request with a base that it was merged into is refused', async () => {
  const push = makePush();
  push.repository.commit('main goes on');
  const refused = makeJob({ ...push, inputs: { base: 'main' }, pullRequest: 7 });
  await expect(refused).rejects.toThrow('contains the change already');
});

test('the record says that only the last commit of a push is compared', async () => {
  const push = makePush();
  const inputs = { 'artifacts-folder': makeFolder() };
  const { job, log } = await makeJob({ ...push, before: '0'.repeat(40), inputs });
  expect(await runShard(job)).toBe(exitCode.nothingRegressed);
  const record = readFileSync(join(log.outputs['report-path'] ?? '', 'run-record.json'), 'utf8');
  expect(record).toContain('"only-last-commit"');
  expect(log.summary).toContain('only the last commit');
});
