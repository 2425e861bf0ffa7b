import { isCommitId } from '../../contract/commit.ts';
import { UserError } from '../../contract/user-error.ts';
import type { BaseRule } from '../../runner/revisions/find-change.ts';
import { formatText } from '../../suite/format-value.ts';
import { checkShard, type ShardChoice } from '../../suite/shards/parse-shard.ts';
import { readAttempt, readCommit } from './read-build.ts';
import {
  type Environment,
  isOnBuildkite,
  readOptional,
  readVariable,
  readWhole,
} from './read-variable.ts';

/** The job of Buildkite to measure in, as its agent describes it. */
export interface BuildkiteJob {
  attempt: number;
  /** Set for one of several jobs that run side by side. */
  shard?: ShardChoice;
  /** Full id; absent where the build is of whatever a branch was when it began: then what is checked out. */
  commit?: string;
  branch: string;
  /** The full name of a reference that leads to the commit. */
  reference: string;
  /** The branch that the change is to be merged into, or was pushed to. */
  targetBranch: string;
  base: BaseRule;
}

/**
 * @returns undefined where this is no job of Buildkite
 * @throws UserError when a variable is missing, or is not what an agent sets
 */
export function readBuildkiteJob(environment: Environment): BuildkiteJob | undefined {
  if (!isOnBuildkite(environment)) return undefined;
  const commit = readCommit(environment);
  const shard = readShard(environment);
  const branch = readVariable(environment, 'BUILDKITE_BRANCH');
  return {
    attempt: readAttempt(environment),
    shard,
    commit,
    ...{ branch, reference: `refs/heads/${branch}` },
    ...readChange(environment, branch),
  };
}

/** One job alone measures everything, as without `parallelism`. */
function readShard(environment: Environment): ShardChoice | undefined {
  const [own, total] = ['BUILDKITE_PARALLEL_JOB', 'BUILDKITE_PARALLEL_JOB_COUNT'];
  const count = readWhole(environment, total) ?? 1;
  // Counted from 0 there.
  const index = readWhole(environment, own) ?? 0;
  if (count === 1) return undefined;
  if (index < count) return checkShard(index + 1, count, `${own} of ${total}`);
  throw new UserError({
    where: `${own}, ${total}`,
    seen: `job ${index} of ${count}, counted from 0`,
    expected: `a number from 0 to ${count - 1}`,
    remedy: 'leave the variables of the agent as they are, or say --shard',
  });
}

/**
 * The same rules as on GitHub (docs/decisions/0070). A branch is built when it is pushed, and that build is
 * the one of a pull request that is opened from it later: so it is compared as a pull request would be.
 */
function readChange(
  environment: Environment,
  branch: string,
): Pick<BuildkiteJob, 'base' | 'targetBranch'> & { reference?: string } {
  const queueBase = readQueueBase(environment);
  if (queueBase !== undefined) {
    const targetBranch = readVariable(environment, 'BUILDKITE_MERGE_QUEUE_BASE_BRANCH');
    const label = `${targetBranch} as the queue found it`;
    return { targetBranch, base: { kind: 'commit', commit: queueBase, label } };
  }
  const pullRequest = readOptional(environment, 'BUILDKITE_PULL_REQUEST');
  if (pullRequest !== undefined && /^\d+$/.test(pullRequest)) {
    const targetBranch = readVariable(environment, 'BUILDKITE_PULL_REQUEST_BASE_BRANCH');
    const base = { kind: 'branch-point', branch: targetBranch } as const;
    return { targetBranch, base, reference: `refs/pull/${pullRequest}/head` };
  }
  const targetBranch = readVariable(environment, 'BUILDKITE_PIPELINE_DEFAULT_BRANCH');
  if (branch === targetBranch) return { targetBranch, base: { kind: 'parent' } };
  return { targetBranch, base: { kind: 'branch-point', branch: targetBranch } };
}

function readQueueBase(environment: Environment): string | undefined {
  const where = 'BUILDKITE_MERGE_QUEUE_BASE_COMMIT';
  const commit = readOptional(environment, where);
  if (commit === undefined || isCommitId(commit)) return commit;
  throw new UserError({ where, seen: formatText(commit), expected: 'the full id of a commit' });
}
