/** A job that proves that the gate fires. */
import { expect, test } from 'vitest';
import { runControl } from '../../../src/pipeline/job/run-control.ts';
import { makeFolder, makeRepository } from '../../runner/stage/make-repository.ts';
import type { StoredArtifact } from '../../../src/transport/artifacts/artifact-store.ts';
import { unpackControl } from '../../../src/transport/artifacts/control-artifact.ts';
import { makeJob } from './make-job.ts';

const suite = (worse: string) => `version: 1
suite: sync
repeats: 5
maxRepeats: 5
warmup: 0
tests:
  - { name: hash, command: [node, work.mjs] }
thresholds:
  defaults:
    cpu.total: { worse: ${worse} }
`;
const work = `const start = process.cpuUsage();
for (let used = 0; used < 60_000; ) {
  const { user, system } = process.cpuUsage(start);
  used = user + system;
}
`;

async function prove(worse: string) {
  const repository = makeRepository({ 'perigee.yml': suite(worse), 'work.mjs': work });
  const before = repository.git('rev-parse', 'HEAD');
  repository.write('README.md', 'new');
  const after = repository.commit('change');
  const inputs = { mode: 'control', 'control-by': '200%', 'artifacts-folder': makeFolder() };
  const { job, log } = await makeJob({ repository, before, after, inputs });
  return { code: await runControl(job), after, job, log };
}

test('a gate that stays green ends the job red, and names the limit that lets it', async () => {
  const { after, code, job, log } = await prove('900%');
  expect(code).toBe(1);
  expect(log.outputs['exit-code']).toBe('1');
  expect(log.summary).toContain('### The gate does not fire');
  expect(log.summary).toMatch(/✗.* hash: (green|undecided).*its limit is/);
  expect(log.summary).toContain(`Commit \`${after.slice(0, 12)}\` was measured against itself`);
  expect(log.warned).toEqual([expect.stringContaining('was not found in 1 of 1 tests')]);
  const store = await job.openArtifacts();
  const [stored] = await store.list();
  expect(stored?.name).toBe('perigee-control-1-of-1-attempt-1-sync');
  const contents = await store.read(stored as StoredArtifact, ['gate-entry.json']);
  expect(unpackControl(contents, after)).toMatchObject({
    ...{ kind: 'control', run: job.ci.build.runId, commit: after },
    control: { by: 2, isProven: false, shard: 0, tests: [{ name: 'hash' }] },
  });
});

test('what is no percentage is refused before anything is measured', async () => {
  const repository = makeRepository({ 'perigee.yml': suite('10%') });
  const after = repository.git('rev-parse', 'HEAD');
  const inputs = { mode: 'control', 'control-by': 'much' };
  const made = makeJob({ repository, before: after, after, inputs });
  await expect(made).rejects.toThrow(/input control-by: "much"[\s\S]*a percentage above 0/);
});
