import { realpathSync } from 'node:fs';
import { basename, relative, sep } from 'node:path';
import type { Problem, RunRecord } from '../contract/documents.ts';
import { thresholdsChanged } from '../contract/suite-changes.ts';
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
import { keepThresholds, noteInvalid } from '../suite/keep-thresholds.ts';
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

/** Whether `perigee patch` measured it, with what was not committed yet. */
export function isOfWorkingTree({ after }: Pick<RunRecord, 'after'>): boolean {
  return after.label.startsWith('working tree');
}

export interface Measured {
  /** Whether commits are compared, which must not set their own thresholds. A person may try those of the working tree. */
  isOfCommits?: boolean;
  /** Whether the runs were made here, so that what they left out need not be believed. */
  isOwn?: boolean;
  /** The branch that the change is to be merged into; without it, the default branch. */
  targetBranch?: string | undefined;
}

/** @param base perigee.yml before the change, where it is known */
export async function createJudge(
  { root, suite }: Pick<Workplace, 'root' | 'suite'>,
  base: BaseSuite | undefined,
  { isOfCommits = false, isOwn = true, ...known }: Measured = {},
): Promise<Judge> {
  const targetBranch = known.targetBranch ?? (await findTargetBranch(root));
  const rules = chooseRules({ root, suite }, base, isOfCommits);
  const request: JudgeRequest = {
    suite: rules.suite,
    mayLeaveOut: isOwn,
    ...(isOwn ? { trials: readTrials(root) } : {}),
    ...(base === undefined ? {} : { base }),
    problems: [
      ...(isSuite(base) ? describeSuiteChanges(base, suite, basename(suite.file)) : []),
      ...rules.notes,
    ],
    // A person says with --time how long to wait.
    ...(isSuite(base) ? { leastPlan: { ...keepPlan(base, suite), timeNs: 0 } } : {}),
    ...(targetBranch === undefined ? {} : { targetBranch }),
  };
  return {
    build: (records) => judgeRecords(records, request),
    shard: (record) => judgeShard(record, request),
  };
}

const isSuite = (base: BaseSuite | undefined): base is Suite =>
  base !== undefined && base !== 'none';

function chooseRules(
  place: Pick<Workplace, 'root' | 'suite'>,
  base: BaseSuite | undefined,
  isOfCommits: boolean,
): { suite: Suite; notes: Problem[] } {
  const { suite } = place;
  const code = thresholdsChanged;
  if (!isSuite(base)) {
    const isInvalid = isOfCommits && base === undefined && pathOf(place) !== undefined;
    const message = noteInvalid(basename(suite.file));
    return { suite, notes: isInvalid ? [{ code, message }] : [] };
  }
  const kept = keepThresholds(base, suite, basename(suite.file));
  if (isOfCommits)
    return { suite: kept.suite, notes: kept.notes.map((message) => ({ code, message })) };
  const message = `${basename(suite.file)} has other thresholds, or tags that choose them, than before this change. They count here; where commits are compared, as in a CI, the old ones do until this is merged`;
  return { suite, notes: kept.notes.length === 0 ? [] : [{ code, message }] };
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
  const path = pathOf({ root, suite });
  if (path === undefined) return undefined;
  try {
    const repository = await openRepository(root, process.env);
    const read = await readSuiteText(repository, commit, path);
    return read === undefined ? 'none' : parseSuite(read.text, path, read.shared);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}

/** The file of the suite as seen from the root; undefined for one that is not of the repository. */
function pathOf({ root, suite }: Pick<Workplace, 'root' | 'suite'>): string | undefined {
  const path = relative(realpathSync(root), realpathSync(suite.file)).split(sep).join('/');
  return path.startsWith('../') ? undefined : path;
}
