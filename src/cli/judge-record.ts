import { realpathSync } from 'node:fs';
import { basename, relative, sep } from 'node:path';
import type { RunRecord } from '../contract/documents.ts';
import type { Suite } from '../contract/suite.ts';
import {
  type BaseSuite,
  judgeRecords,
  judgeShard,
  type Judged,
  type JudgeRequest,
} from '../pipeline/judge-records.ts';
import { readSuiteText } from '../pipeline/read-suite-text.ts';
import { UserError } from '../contract/user-error.ts';
import { findDefaultBranch } from '../runner/revisions/find-default-branch.ts';
import { shorten } from '../runner/revisions/read-mainline.ts';
import { openRepository } from '../runner/revisions/repository.ts';
import { parseSuite } from '../suite/parse-suite.ts';
import { keepPlan } from '../suite/keep-plan.ts';
import { describeSuiteChanges } from '../suite/list-suite-changes.ts';
import { contextOfTests, type RunContext } from '../verdict/thresholds/match-rule.ts';
import { readTrials } from './host-trials.ts';
import type { Workplace } from './workplace.ts';

/** By the thresholds of one workplace; called again at every look. */
export interface Judge {
  /** All records of a build. */
  build(this: void, records: readonly RunRecord[]): Judged;
  /** A record by itself, whether or not its build has more shards. */
  shard(this: void, record: RunRecord): Judged;
}

/**
 * @param base perigee.yml before the change, where it is known
 * @param isOwn whether the runs were made here, so that what they left out need not be believed
 * @param known the branch that the change is to be merged into; without it, the default branch
 */
export async function createJudge(
  { root, suite }: Pick<Workplace, 'root' | 'suite'>,
  base: BaseSuite | undefined,
  known?: string,
  isOwn = true,
): Promise<Judge> {
  const targetBranch = known ?? (await findTargetBranch(root));
  const request: JudgeRequest = {
    suite,
    mayLeaveOut: isOwn,
    ...(isOwn ? { trials: readTrials(root) } : {}),
    ...(base === undefined ? {} : { base }),
    ...(base === undefined || base === 'none'
      ? {}
      : {
          // A person says with --time how long to wait.
          leastPlan: { ...keepPlan(base, suite), timeNs: 0 },
          problems: describeSuiteChanges(base, suite, basename(suite.file)),
        }),
    ...(targetBranch === undefined ? {} : { targetBranch }),
  };
  return {
    build: (records) => judgeRecords(records, request),
    shard: (record) => judgeShard(record, request),
  };
}

/** Facts that rules may name and a series does not hold: the tags of its test, the branch to merge into. */
export async function makeContext(root: string, suite: Suite): Promise<RunContext> {
  const targetBranch = await findTargetBranch(root);
  return { ...contextOfTests(suite.tests), targetBranch };
}

export async function findTargetBranch(root: string): Promise<string | undefined> {
  const repository = await openRepository(root, process.env);
  const found = await findDefaultBranch(repository);
  return found && shorten(found.name);
}

/**
 * The perigee.yml of this workplace as a commit has it.
 * @returns undefined if that is unknown: the file is not of this repository, the commit is not here, or
 *   what it has is not valid
 */
export async function readBase(
  { root, suite }: Pick<Workplace, 'root' | 'suite'>,
  commit: string,
): Promise<BaseSuite | undefined> {
  const path = relative(realpathSync(root), realpathSync(suite.file)).split(sep).join('/');
  if (path.startsWith('../')) return undefined;
  try {
    const repository = await openRepository(root, process.env);
    const read = await readSuiteText(repository, commit, path);
    return read === undefined ? 'none' : parseSuite(read.text, path, read.shared);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}
