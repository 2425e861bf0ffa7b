import { expect, test } from 'vitest';
import { findShardJobs } from '../../../bot/src/runs/find-shard-jobs.ts';
import type { WorkflowJob } from '../../../bot/src/github/github-side.ts';
import { describeWorkflow } from '../../../src/init/workflow.ts';

function makeJobs(...names: string[]): WorkflowJob[] {
  return names.map((name, index) => ({
    id: index + 1,
    name,
    attempt: 1,
    status: 'completed',
    conclusion: name.includes('${{') ? 'skipped' : 'success',
    url: `https://github.com/acme/sync/actions/runs/1/job/${index + 1}`,
  }));
}

function namesOf(jobs: readonly WorkflowJob[]): string[] {
  return jobs.map(({ name }) => name);
}

test('the jobs of the workflow that `perigee init` writes are found by the number in their name', () => {
  const workflow = describeWorkflow({ defaultBranch: 'main', shards: 3, programs: [] });
  const name = /name: (Shard .*)/.exec(workflow)?.[1] ?? '';
  const shown = [1, 2, 3].map((shard) => name.replace('${{ matrix.shard }}', String(shard)));
  const jobs = makeJobs(...shown, 'Perigee', 'History ${{ matrix.shard }}');
  expect(namesOf(findShardJobs(jobs, [0, 2], 3))).toEqual(['Shard 1', 'Shard 3']);
  expect(namesOf(findShardJobs(makeJobs('Shard 1', 'Perigee'), [0], 1))).toEqual(['Shard 1']);
});

const found: [what: string, jobs: string[], shards: number[], total: number, names: string[]][] = [
  ['a matrix without a name', ['measure (1)', 'measure (2)'], [1], 2, ['measure (2)']],
  ['a called workflow', ['perf / Shard 1', 'perf / Shard 2'], [0], 2, ['perf / Shard 1']],
  ['the total in each name', ['Shard 1 of 2', 'Shard 2 of 2'], [1], 2, ['Shard 2 of 2']],
  ['zeros before', ['bench 01', 'bench 02'], [1], 2, ['bench 02']],
  ['a version beside it', ['measure (1, node 24)', 'measure (2, node 24)'], [1], 2, ['measure (2, node 24)']], // prettier-ignore
  ['no words that tell', ['a (1)', 'a (2)', 'lint'], [0, 1], 2, ['a (1)', 'a (2)']],
  ['the one job there is', ['Anything'], [0], 1, ['Anything']],
  ['the one job that tells', ['lint', 'benchmarks'], [0], 1, ['benchmarks']],
  ['one of one', ['Shard 1 of 1', 'verdict of perf'], [0], 1, ['Shard 1 of 1']],
  ['the order that was asked for', ['x 1', 'x 2', 'x 3'], [2, 0], 3, ['x 3', 'x 1']],
];

test.each(found)('%s: found', (_what, jobs, shards, total, names) => {
  expect(namesOf(findShardJobs(makeJobs(...jobs), shards, total))).toEqual(names);
});

test('another matrix of the same workflow is told apart by its length, then by its words', () => {
  const units = ['unit (1)', 'unit (2)', 'unit (3)'];
  const two = makeJobs(...units, 'go (1)', 'go (2)');
  expect(namesOf(findShardJobs(two, [1], 2))).toEqual(['go (2)']);
  const three = makeJobs(...units, 'Shard 1', 'Shard 2', 'Shard 3');
  expect(namesOf(findShardJobs(three, [1], 3))).toEqual(['Shard 2']);
});

const doubtful: [what: string, jobs: string[], total: number][] = [
  ['two matrices alike', ['a (1)', 'a (2)', 'b (1)', 'b (2)'], 2],
  ['a shard missing', ['Shard 1', 'Shard 3'], 3],
  ['one name twice', ['Shard 1', 'Shard 1', 'Shard 2'], 2],
  ['none with a number', ['measure', 'report'], 2],
  ['no job', [], 1],
  ['two that tell', ['measure', 'bench'], 1],
];

test.each(doubtful)('%s: none is taken on a guess', (_what, jobs, total) => {
  expect(findShardJobs(makeJobs(...jobs), [0], total)).toEqual([]);
});

test('a shard beyond the total has no job', () => {
  expect(findShardJobs(makeJobs('Shard 1', 'Shard 2'), [2], 2)).toEqual([]);
});
