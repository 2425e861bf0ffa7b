import { expect, test } from 'vitest';
import {
  type BuildArtifact,
  findMeasuringJobs,
  numberRetries,
} from '../../../bot/src/runs/measuring-jobs.ts';
import { createRandom } from '../../../src/stats/random.ts';
import type { BuildkiteJob } from '../../../src/transport/buildkite/builds.ts';
import { leave, makeBuild, makeJob, makeParallel, retryOf } from './make-build.ts';

function find(jobs: BuildkiteJob[], artifacts: BuildArtifact[], state = 'in-progress' as const) {
  return findMeasuringJobs(makeBuild({ jobs, state }), artifacts);
}

const place = (found: ReturnType<typeof find>, { shard, stored }: BuildArtifact) =>
  found.place(stored, shard);

test('the steps that left artifacts of the suite measure, and no others', () => {
  const [one, two] = makeParallel(2) as [BuildkiteJob, BuildkiteJob];
  const found = find([makeJob('lint', { step: 'lint' }), one, two], [leave(one, 0, 2)]);
  expect(found.jobs.map(({ id }) => id)).toEqual(['measure-1', 'measure-2']);
});

test('shards that are retried at the same time are attempts of their own', () => {
  const [one, two] = makeParallel(2) as [BuildkiteJob, BuildkiteJob];
  const again = [retryOf(two, 'two-again', 5), retryOf(one, 'one-again', 6)] as const;
  const left = [leave(one, 0, 2), leave(two, 1, 2), leave(again[0], 1, 2), leave(again[1], 0, 2)];
  const found = find([one, two, ...again], left);
  expect(left.map((each) => place(found, each))).toEqual(
    [1, 1, 2, 3].map((attempt) => ({ attempt })),
  );
  expect(found.attempt).toBe(3);
});

test('retries of steps that do not measure are none of the suite', () => {
  const measure = makeJob('measure');
  const lint = makeJob('lint', { step: 'lint' });
  const again = retryOf(lint, 'lint-again', 5);
  expect(find([measure, lint, again], [leave(measure, 0, 1)]).attempt).toBe(1);
});

test('what was judged stays older than its build when all artifacts are gone', () => {
  const job = makeJob('a');
  const again = retryOf(job, 'b', 5);
  const { attempt } = find([job, again], [leave(job, 0, 1), leave(again, 0, 1)]);
  expect(attempt).toBe(2);
  const gone = findMeasuringJobs(makeBuild({ jobs: [job, again] }), []);
  expect(gone.attempt).toBe(2);
  expect(find([job, again], []).attempt).toBe(1);
});

const forged: [what: string, (job: BuildkiteJob) => BuildArtifact, refusal: string][] = [
  ['a later attempt', (job) => leave(job, 0, 1, 2), 'its job is attempt 1'],
  [
    'a job of another build',
    () => leave(makeJob('other'), 0, 1),
    'the build has no job that left it',
  ],
];

test.each(forged)(
  'an artifact that claims %s is refused, and tells nothing',
  (_, claim, refusal) => {
    const job = makeJob('a');
    const artifact = claim(job);
    const found = find([job], [artifact]);
    expect(place(found, artifact)).toEqual({ refusal });
    expect([found.jobs, found.isOver]).toEqual([[], false]);
  },
);

test('an older attempt of a job that was retried may not be left under a newer name, nor the other way', () => {
  const job = makeJob('a');
  const again = retryOf(job, 'b', 5);
  const found = find([job, again], [leave(again, 0, 1, 1)]);
  expect(place(found, leave(again, 0, 1, 1))).toEqual({ refusal: 'its job is attempt 2' });
});

test('of a matrix neither machine is taken at random', () => {
  const [arm, intel] = [makeJob('arm'), makeJob('intel')];
  const left = [leave(arm, 0, 1), leave(intel, 0, 1)];
  const found = find([arm, intel], left);
  const refusal = 'two jobs of the build left this shard';
  expect(left.map((each) => place(found, each))).toEqual([{ refusal }, { refusal }]);
  expect(found.isOver).toBe(false);
});

test('a job that was retried does not answer for the shard of another one', () => {
  const shards = makeParallel(2);
  const liar = makeJob('liar', { step: 'liar' });
  const second = retryOf(liar, 'liar-again', 5);
  const left = shards.map((job, index) => leave(job, index, 2));
  const lie = leave(second, 0, 2);
  const found = find([...shards, liar, second], [...left, lie]);
  expect(place(found, lie)).toEqual({ refusal: 'two jobs of the build left this shard' });
  expect([place(found, left[0]!), found.attempt]).toEqual([{ attempt: 1 }, 1]);
});

test('what a step that only reports uploads once more does not stand in for its shard', () => {
  const shards = makeParallel(2);
  const report = makeJob('report', { step: 'report' });
  const left = shards.map((job, index) => leave(job, index, 2));
  const copies = [0, 1].map((index) => leave(report, index, 2));
  const found = find([...shards, report], [...copies, ...left]);
  expect(left.map((each) => place(found, each))).toEqual([{ attempt: 1 }, { attempt: 1 }]);
  expect(copies.every((each) => 'refusal' in place(found, each))).toBe(true);
  expect(found.findJob(1, 2)?.id).toBe('measure-2');
});

test('measuring is over when every shard has left something and no job of it is at work', () => {
  const [one, two] = [makeJob('a', { step: 'a' }), makeJob('b', { step: 'b', state: 'running' })];
  const deploy = makeJob('deploy', { step: 'deploy', state: 'running' });
  const jobs = [one, two, deploy];
  expect(find(jobs, [leave(one, 0, 2)]).isOver).toBe(false);
  expect(find(jobs, [leave(one, 0, 2), leave(two, 1, 2)]).isOver).toBe(false);
  two.state = 'ended';
  expect(find(jobs, [leave(one, 0, 2)]).isOver).toBe(false);
  const both = [leave(one, 0, 2), leave(two, 1, 2)];
  expect(find(jobs, both).isOver).toBe(true);
  const again = { ...retryOf(one, 'a-again', 5), state: 'waiting' as const };
  expect(find([...jobs, again], both).isOver).toBe(false);
});

test('the job of a shard is the newest of those that left it, whoever retried it', () => {
  const job = makeJob('a', { step: 'one' });
  const again = retryOf(job, 'b', 5);
  const third = { ...retryOf(again, 'c', 9), state: 'running' as const };
  const found = find([third, job, again], [leave(again, 0, 2), leave(job, 0, 2)]);
  expect(found.findJob(0, 2)?.id).toBe('c');
  expect(found.attemptOf(third)).toBe(3);
});

test('a shard that left nothing is found by its place among parallel jobs', () => {
  const jobs = makeParallel(3);
  const found = find(jobs, [leave(jobs[0]!, 0, 3)]);
  expect(found.findJob(2, 3)?.id).toBe('measure-3');
  expect(find(makeParallel(3), []).findJob(1, 3)?.id).toBe('measure-2');
});

test('where two steps have as many parallel jobs nothing is found at random', () => {
  const jobs = [...makeParallel(2), ...makeParallel(2, { step: 'unit' })];
  expect(find(jobs, []).findJob(1, 2)).toBeUndefined();
  expect(find(jobs, [leave(jobs[0]!, 0, 2)]).findJob(1, 2)?.id).toBe('measure-2');
});

test('a build with a thousand jobs is read in one go, retries that point in a circle too', () => {
  const jobs = makeParallel(1000);
  for (const [place_, job] of jobs.entries()) job.retriedIn = jobs[(place_ + 1) % 1000]!.id;
  const left = jobs.map((job, index) => leave(job, index, 1000));
  const found = find(jobs, left);
  expect([found.isOver, found.jobs.length]).toEqual([true, 1000]);
  expect(found.findJob(999, 1000)).toBeDefined();
});

test('a build without retries has one attempt, and nothing in it needs a number', () => {
  expect(numberRetries([makeJob('a'), makeJob('b')])).toEqual(new Map());
});

test('each retry begins an attempt in the order in which it was asked for, whatever its step', () => {
  const jobs = [
    makeJob('late', { retries: 1, createdAtMs: 30 }),
    makeJob('first', { createdAtMs: 40 }),
    makeJob('lint', { retries: 1, createdAtMs: 20, step: 'lint' }),
    makeJob('early', { retries: 2, createdAtMs: 10 }),
  ];
  expect([...numberRetries(jobs)]).toEqual([
    ['early', 2],
    ['lint', 3],
    ['late', 4],
  ]);
});

test('of one moment the order is the same however Buildkite lists them', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => makeJob(id, { retries: 1, createdAtMs: 5 })) as [
    ReturnType<typeof makeJob>,
    ReturnType<typeof makeJob>,
    ReturnType<typeof makeJob>,
  ];
  const expected = new Map(Object.entries({ a: 2, b: 3, c: 4 }));
  expect(numberRetries([c, a, b])).toEqual(expected);
  expect(numberRetries([b, c, a])).toEqual(expected);
});

test.each([1, 2, 3, 4, 5])('no number changes when more is retried (seed %i)', (seed) => {
  const random = createRandom(seed);
  const jobs = [makeJob('0')];
  let known = numberRetries(jobs);
  for (let count = 1; count < 60; count++) {
    const retries = random() < 0.3 ? 0 : 1 + Math.floor(random() * 3);
    jobs.splice(Math.floor(random() * jobs.length), 0, makeJob(String(count), { retries, createdAtMs: count })); // prettier-ignore
    const now = numberRetries(jobs);
    for (const [id, attempt] of known) expect(now.get(id), `job ${id}`).toBe(attempt);
    known = now;
  }
});
