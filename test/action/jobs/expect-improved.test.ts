/** A job whose pull request asks for the pairs of an improvement, from the event to the record. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectLabel } from '../../../src/contract/gate.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { runShard } from '../../../src/pipeline/job/run-shard.ts';
import { makeFolder, makeRepository } from '../../runner/stage/make-repository.ts';
import { makeJob } from './make-job.ts';

const suite = `version: 1
suite: sync
repeats: 5
maxRepeats: 10
warmup: 0
tests:
  - name: sort
    command: [sh, work.sh]
    results: { format: customSmallerIsBetter }
thresholds:
  rules:
    - { match: { span: '*', metric: '*' }, worse: 1000%, action: warn }
    - { match: { test: sort, metric: time }, worse: 5% }
`;

/** Prints a number that varies by a few percent from run to run: in its own order on each side, on any machine. */
const program = (level: number, step: number): string => `
n=$(cat runs 2> /dev/null || echo 0)
echo $((n + 1)) > runs
printf '[{ "name": "sort", "unit": "ms", "value": %d }]' $((${level} + n * ${step} % 5 * 10))
`;

/** 4% better: below the limit of 5%, and after five pairs it may be more. */
async function countPairs(job: { inputs?: Record<string, string>; labels?: string[] }) {
  const repository = makeRepository({ 'perigee.yml': suite, 'work.sh': program(1000, 2) });
  const before = repository.git('rev-parse', 'HEAD');
  repository.write('work.sh', program(960, 1));
  const after = repository.commit('change');
  const inputs = { 'artifacts-folder': makeFolder(), ...job.inputs };
  const made = await makeJob({ ...job, inputs, repository, before, after, pullRequest: 7 });
  const ended = await runShard(made.job);
  const id = made.log.outputs['run-id'] ?? '';
  const file = join(repository.root, '.perigee/runs', id, 'run-record.json');
  const { profiles } = parseDocument('run-record', readFileSync(file, 'utf8'), file);
  return { pairs: profiles.filter(({ side }) => side === 'after').length, ended };
}

test('the label of a pull request lets its job spend the pairs on what may have improved', async () => {
  expect(await countPairs({ labels: ['bug', expectLabel] })).toEqual({ pairs: 10, ended: 0 });
});
