/** The main job: run the suite, judge it, keep everything, tell the person. */
import type { RunRecord } from '../contract/documents.ts';
import type { ExitCode } from '../contract/user-error.ts';
import type { BaseSuite } from '../pipeline/judge-records.ts';
import { platformHere } from '../runner/host/fingerprint-host.ts';
import { openRepository } from '../runner/revisions/repository.ts';
import { resumeRun } from '../runner/resume-run.ts';
import { runSuite } from '../runner/run-suite.ts';
import { countInstructions } from '../contract/suite.ts';
import { resolveBefore, type SidesRequest } from '../runner/revisions/resolve-sides.ts';
import { keepPlan } from '../suite/keep-plan.ts';
import { takeTimeOfJob } from '../suite/resolve-suite.ts';
import type { ShardChoice } from '../suite/shards/parse-shard.ts';
import { placeShard } from '../suite/shards/place-shard.ts';
import { planShard } from '../suite/shards/plan-shard.ts';
import { listPlaceholders } from '../init/placeholder.ts';
import { concludeRun } from './conclude-run.ts';
import { home } from './home.ts';
import { createJudge, isOfWorkingTree, readBase } from './judge-record.ts';
import { listWords } from './measure-again.ts';
import { type Measuring, withMeasuring } from './with-measuring.ts';
import { openWorkplace, type Workplace } from './workplace.ts';
import type { CompareOptions, ConcludeOptions } from './shared-options.ts';

export type Goal =
  | {
      sides: SidesRequest;
      shard?: ShardChoice;
      attempt?: number;
      seed?: number;
      needsChange?: true;
      /** Set if the caller knows it; else it is the default branch. */
      targetBranch?: string;
      /** In a job of a CI whose bot has not seen what the tests read: everything is measured. */
      inJob?: true;
    }
  /** The id of a run, and what it set out to measure. */
  | { resume: string; planned: Pick<RunRecord, 'tests' | 'before' | 'after'> };

/** perigee.yml at the commit at which the change began. */
async function findBase(workplace: Workplace, goal: Goal): Promise<BaseSuite | undefined> {
  if ('resume' in goal) return readBase(workplace, goal.planned.before.commit);
  const repository = await openRepository(workplace.root, process.env);
  const before = await resolveBefore(repository, goal.sides);
  return before === undefined ? undefined : readBase(workplace, before.commit);
}

/**
 * The suite of the working copy, with no fewer pairs than before the change. A job of a CI does not take from a change
 * what is set on the machine, which others may share.
 */
function chooseSuite(
  { suite }: Workplace,
  base: BaseSuite | undefined,
  isJob: boolean,
  timeNs: number | undefined,
): Workplace['suite'] {
  const old = base === 'none' ? undefined : base;
  const host = isJob ? (old?.host ?? {}) : suite.host;
  const kept = { ...suite, ...(old === undefined ? {} : keepPlan(old, suite)), host };
  if (timeNs !== undefined) return { ...kept, timeNs };
  return isJob ? takeTimeOfJob(kept) : kept;
}

const stopWords =
  'Ctrl-C ends it here with the verdict so far; --fail-fast ends a run at its first regression';

/**
 * @param directory where the user stands
 * @returns the exit code of the verdict
 */
export async function measure(
  directory: string,
  goal: Goal,
  options: CompareOptions & ConcludeOptions,
): Promise<ExitCode> {
  const isResumed = 'resume' in goal;
  const planned = isResumed ? goal.planned.tests.map(({ name }) => name) : undefined;
  const workplace = await openWorkplace(directory, options, planned);
  const base = await findBase(workplace, goal);
  const judge = await createJudge(workplace, base, {
    isOfCommits: isResumed
      ? !isOfWorkingTree(goal.planned)
      : goal.sides.after.kind !== 'working-tree',
    targetBranch: isResumed ? undefined : goal.targetBranch,
  });
  const { tests } = workplace;
  const { affected, instructions } = options;
  const isInJob = !isResumed && goal.inJob === true;
  const request = {
    suite: chooseSuite(workplace, base, isInJob, options.time),
    tests:
      instructions === undefined
        ? tests
        : countInstructions(tests, instructions === true ? 'too' : instructions),
    ...{ repository: workplace.root, home, environment: process.env },
  };
  const measuring: Measuring = {
    isolation: options.isolation,
    expected: options.expect,
    ...(options.wait === undefined ? {} : { waitMs: options.wait / 1e6 }),
    failsFast: options.failFast === true,
    explains: options.failFast !== true,
    judge: (record) => judge.shard(record).verdict,
    // Neither a job nor an agent has a key to press.
    ...(process.stdin.isTTY ? { stopWords } : {}),
  };
  // Unasked only where questions are seen too. A resumed run does not know what was left out before.
  if (!isResumed && !isInJob && affected !== 'all') {
    measuring.leavesOut = affected === 'auto' ? 'by-any-means' : 'by-strace';
  }
  const record = await withMeasuring(measuring, (ports) => {
    if ('resume' in goal) return resumeRun({ ...request, ports, id: goal.resume });
    const { attempt, inJob, needsChange, seed, shard, sides } = goal;
    const { shards } = workplace.suite;
    const chosen = isInJob ? (shard ?? { index: 0, total: 1 }) : shard;
    const placed = chosen && placeShard(chosen, shards, platformHere);
    const choice = placed?.total === 1 ? undefined : placed;
    const planned = planShard(request.tests, shards, choice, attempt);
    return runSuite({
      ...{
        ...request,
        ports,
        sides,
        seed,
        needsChange,
        reusesObservation: inJob !== true,
        words: listWords(options, workplace.root),
        ...planned,
      },
      problems: listPlaceholders(planned.tests),
    });
  });
  return concludeRun(workplace, record, judge, options);
}
