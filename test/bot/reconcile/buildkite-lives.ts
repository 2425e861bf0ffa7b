/** Lives of pull requests that Buildkite measures. How they end is known beforehand. */
import type { BuildkiteBuild, BuildkiteJob } from '../../../src/transport/buildkite/builds.ts';
import { type BuildkiteScenario, measureJob } from './buildkite-scenario.ts';
import { addBuild, addJob, addShards, endJob, retry } from './buildkite-world.ts';
import { finish, open, push } from './lives.ts';
import type { LifeOf } from './play-lives.ts';
import { commit, pullRequest } from './scenario.ts';
import { commitId, repository } from './world.ts';

type Step = (scenario: BuildkiteScenario) => void;
type Factors = Readonly<Record<string, number>>;
/** What a job finds, as its own attempts are counted; where it fails, Buildkite itself retries it. */
type Figures = (attempt: number, shard: number) => Factors | 'fails';

const fast: Figures = () => ({});
/** In one shard: what is red for sure is not made redder, so of two it may be either. */
const slow: Figures = () => ({ upload: 1.3 });
const slowAtLast: Figures = (attempt, shard) =>
  attempt === 1 && shard === 0 ? 'fails' : { upload: 1.3 };
const slowOnce: Figures = (attempt): Factors =>
  attempt === 1 ? { upload: 1.3, download: 1.4 } : {};

const figuresOf = new WeakMap<BuildkiteBuild, Figures>();

/** A job measures and ends some time later, unless it was cancelled by then. */
export function workLater(
  scenario: BuildkiteScenario,
  build: BuildkiteBuild,
  job: BuildkiteJob,
): void {
  scenario.world.pending.push(() => {
    if (job.state === 'ended') return;
    const factors = figuresOf.get(build)?.(job.retries + 1, job.parallel?.index ?? 0);
    if (job.step !== 'measure' || factors === undefined) endJob(build, job);
    else if (factors === 'fails') {
      endJob(build, job, 'failed');
      workLater(scenario, build, retry(scenario.buildkite, build, job));
    } else measureJob(scenario, build, job, { factors });
  });
}

type Named = Partial<Pick<BuildkiteBuild, 'pullRequest' | 'branch' | 'source'>>;

/** A build of the head of the pull request, with a step that has nothing to do with measuring. */
const build =
  (figures: Figures, named: Named = { pullRequest: 1 }): Step =>
  (scenario) => {
    const { head, headBranch: branch } = scenario.world.pulls.get(1)!;
    start(scenario, { commit: head, branch, ...named }, figures);
  };

function start(
  scenario: BuildkiteScenario,
  changes: Parameters<typeof addBuild>[1],
  figures: Figures,
): void {
  const { buildkite } = scenario;
  const begun = addBuild(buildkite, changes);
  figuresOf.set(begun, figures);
  const unit = addJob(buildkite, begun, { step: 'unit' });
  for (const job of [...addShards(buildkite, begun, 2), unit]) workLater(scenario, begun, job);
}

/** Somebody presses the button at whatever job of that step, or shard, has ended. */
const retryByHand =
  (isWanted: (job: BuildkiteJob) => boolean): Step =>
  (scenario) => {
    const { builds } = scenario.buildkite;
    const newest = builds.at(-1)!;
    const old = newest.jobs.find(
      (job) => isWanted(job) && job.state === 'ended' && job.retriedIn === undefined,
    );
    if (old !== undefined) workLater(scenario, newest, retry(scenario.buildkite, newest, old));
  };

const shard = (index: number) => (job: BuildkiteJob) => job.parallel?.index === index;
const unit = ({ step }: BuildkiteJob) => step === 'unit';

/** Of a build that is cancelled all jobs end that have not, and none is retried any more. */
const cancel: Step = ({ buildkite }) => {
  const newest = buildkite.builds.at(-1)!;
  if (newest.state === 'completed') return;
  for (const job of newest.jobs) if (job.state !== 'ended') endJob(newest, job, 'canceled');
  Object.assign(newest, { state: 'completed', conclusion: 'cancelled' });
};

/** Buildkite makes nothing of it: a newer one was in the queue. */
const skip: Step = ({ buildkite, world }) => {
  const { head } = world.pulls.get(1)!;
  const ended = { state: 'completed', conclusion: 'skipped' } as const;
  addBuild(buildkite, { commit: head, branch: 'change-1', ...ended });
};

const groupHead = commitId('group');

const queue: Step = (scenario) => {
  const head = commit(scenario.world, { name: 'group' });
  const branch = 'gh-readonly-queue/main/pr-1-00';
  start(scenario, { commit: head, branch }, slow);
};

const first = { subject: pullRequest(1), head: commitId('one') };
const second = { subject: pullRequest(1), head: commitId('two') };

export const buildkiteLives: Readonly<Record<string, LifeOf<BuildkiteScenario>>> = {
  'a second push that is slower': {
    ...{ steps: [open, build(fast), push('two'), build(slow), finish], ...second },
    conclusion: 'failure',
  },
  'an alarm that is not borne out': {
    ...{ steps: [open, build(slowOnce), finish, finish], ...first, conclusion: 'success' },
  },
  'retries by hand of a shard and of another step': {
    steps: [open, build(slow), retryByHand(shard(0)), retryByHand(unit), finish],
    ...{ ...first, conclusion: 'failure' },
  },
  'retries by hand where nothing is slower': {
    steps: [open, build(fast), finish, retryByHand(shard(1)), retryByHand(unit)],
    ...{ ...first, conclusion: 'success' },
  },
  'a build that is cancelled, and another one': {
    steps: [open, build(slow), cancel, build(slow), finish],
    ...{ ...first, conclusion: 'failure' },
  },
  'a build that is cancelled after another one had measured': {
    steps: [open, build(slow), finish, build(slow), cancel],
    ...{ ...first, conclusion: 'failure' },
  },
  'a build that is cancelled after another one had passed': {
    steps: [open, build(fast), finish, build(fast), cancel],
    ...{ ...first, conclusion: 'success' },
  },
  'a job that fails and is retried by Buildkite itself': {
    ...{ steps: [open, build(slowAtLast), finish], ...first, conclusion: 'failure' },
  },
  'a build of the branch and one of the pull request': {
    steps: [open, build(slow, {}), build(slow), finish],
    ...{ ...first, conclusion: 'failure' },
  },
  'a nightly build that is slower, and one that was skipped': {
    steps: [open, build(fast), build(slow, { source: 'schedule' }), skip],
    ...{ ...first, conclusion: 'success' },
  },
  'a push away and back to a slower commit': {
    steps: [open, build(slow), push('two'), build(fast), push('one'), build(slow)],
    ...{ ...first, conclusion: 'failure' },
  },
  'a merge queue': {
    steps: [queue],
    subject: {
      ...{ kind: 'merge-group', repository, head: groupHead, base: commitId('main-1') },
      branch: 'main',
    },
    ...{ head: groupHead, conclusion: 'failure' },
  },
};
