/** The main job: run the suite, judge it, keep everything, tell the person. */
import type { RunRecord } from '../contract/documents.ts';
import type { ExitCode } from '../contract/user-error.ts';
import type { BaseSuite } from '../pipeline/judge-records.ts';
import type { CollectorRequest } from '../pipeline/with-collector.ts';
import { openRepository } from '../runner/revisions/repository.ts';
import { resumeRun } from '../runner/resume-run.ts';
import { runSuite } from '../runner/run-suite.ts';
import { countInstructions } from '../contract/suite.ts';
import { resolveBefore, type SidesRequest } from '../runner/revisions/resolve-sides.ts';
import { keepPlan } from '../suite/keep-plan.ts';
import { takeTimeOfJob } from '../suite/resolve-suite.ts';
import type { ShardChoice } from '../suite/shards/parse-shard.ts';
import { planShard } from '../suite/shards/plan-shard.ts';
import { listPlaceholders } from '../init/placeholder.ts';
import { concludeRun } from './conclude-run.ts';
import { home } from './home.ts';
import { createJudge } from './judge-record.ts';
import { readBase } from './read-base.ts';
import { withMeasuring } from './with-measuring.ts';
import { openWorkplace, type Workplace } from './workplace.ts';
import type { CompareOptions, ConcludeOptions, SelectionOptions } from './shared-options.ts';

export type Goal =
  | {
      sides: SidesRequest;
      shard?: ShardChoice;
      attempt?: number;
      seed?: number;
      /** Where the caller knows it; else it is the default branch. */
      targetBranch?: string;
      /** Of a CI, whose bot has not seen what the tests read: everything is measured. */
      inJob?: true;
    }
  /** The id of a run, and what it set out to measure. */
  | { resume: string; planned: Pick<RunRecord, 'tests' | 'before'> };

function planRun(
  { suite }: Workplace,
  tests: Workplace['tests'],
  { attempt, shard }: Extract<Goal, { sides: unknown }>,
) {
  const planned = planShard(tests, suite.shards.pins, shard, attempt);
  return { ...planned, problems: listPlaceholders(planned.tests) };
}

/** What perigee.yml says where the change began. */
async function findBase(workplace: Workplace, goal: Goal): Promise<BaseSuite | undefined> {
  if ('resume' in goal) return readBase(workplace, goal.planned.before.commit);
  const repository = await openRepository(workplace.root, process.env);
  const before = await resolveBefore(repository, goal.sides);
  return before === undefined ? undefined : readBase(workplace, before.commit);
}

/** Unasked only where questions are seen too. A resumed run does not know what was left out before. */
function findLeavesOut(
  goal: Goal,
  { affected }: SelectionOptions,
): Pick<CollectorRequest, 'leavesOut'> {
  if ('resume' in goal || goal.inJob === true || affected === 'all') return {};
  return { leavesOut: affected === 'auto' ? 'by-any-means' : 'by-strace' };
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

function chooseTests({ tests }: Workplace, { instructions }: CompareOptions): Workplace['tests'] {
  if (instructions === undefined) return tests;
  return countInstructions(tests, instructions === true ? 'too' : instructions);
}

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
  const judge = await createJudge(workplace, base, isResumed ? undefined : goal.targetBranch);
  const request = {
    suite: chooseSuite(workplace, base, !isResumed && goal.inJob === true, options.time),
    tests: chooseTests(workplace, options),
    repository: workplace.root,
    home,
    environment: process.env,
  };
  const measuring = {
    isolation: options.isolation,
    expected: options.expect,
    ...(options.wait === undefined ? {} : { waitMs: options.wait / 1e6 }),
    failsFast: options.failFast === true,
    ...findLeavesOut(goal, options),
    judge: (record: RunRecord) => judge.shard(record).verdict,
  };
  const record = await withMeasuring(measuring, (ports) =>
    'resume' in goal
      ? resumeRun({ ...request, ports, id: goal.resume })
      : runSuite({
          ...request,
          ports,
          sides: goal.sides,
          reusesObservation: goal.inJob !== true,
          ...planRun(workplace, request.tests, goal),
          ...(goal.seed === undefined ? {} : { seed: goal.seed }),
        }),
  );
  return concludeRun(workplace, record, judge, options);
}
