import { aggregateRecords } from '../aggregate/aggregate-records.ts';
import type { ExpectedBuild } from '../aggregate/expected-build.ts';
import type { Problem, RunRecord, Verdict } from '../contract/documents.ts';
import type { Suite } from '../contract/suite.ts';
import { exitCode, type ExitCode } from '../contract/user-error.ts';
import { findDefaultBranch } from '../runner/revisions/find-default-branch.ts';
import { openRepository } from '../runner/revisions/repository.ts';
import { judge } from '../verdict/judge.ts';
import { findOrphanRules } from '../verdict/thresholds/find-orphan-rules.ts';
import type { RunContext } from '../verdict/thresholds/match-rule.ts';
import type { Workplace } from './workplace.ts';

export interface Judged {
  verdict: Verdict;
  /** Rules of perigee.yml that match nothing. */
  orphans: number;
  exitCode: ExitCode;
}

/** What belongs to one build; without `expected` all of its shards. */
export type Judge = (records: readonly RunRecord[], expected?: ExpectedBuild) => Judged;

/** Judges records by the thresholds of the workplace; called again at every look. */
export async function createJudge(workplace: Pick<Workplace, 'root' | 'suite'>): Promise<Judge> {
  const { suite, root } = workplace;
  const context = await makeContext(root, suite);
  return (records, expected = {}) => {
    const aggregate = aggregateRecords(records, {}, expected);
    const today = aggregate.build.startedAt.slice(0, 10);
    const verdict = judge(aggregate, { rules: suite.thresholds, today, ...context });
    const tests = suite.tests.map(({ name }) => name);
    // Of a run that was cut short, and of other shards, nobody knows which series there would be.
    const orphans =
      wasCutShort(verdict) || expected.shards !== undefined
        ? []
        : findOrphanRules(suite.thresholds, aggregate.series, context, tests);
    verdict.problems.push(...orphans.map(({ where }) => describeOrphan(where)));
    return { verdict, orphans: orphans.length, exitCode: exitCodeOf(verdict) };
  };
}

/** Judges a record by itself: the other shards of its build are elsewhere, and not missing. */
export function judgeShard(judge: Judge, record: RunRecord): Judged {
  const { index, total } = record.shard;
  return judge([record], total === 1 ? {} : { shards: [index] });
}

/** What rules may name and a series does not hold: the tags of its test, the branch to merge into. */
export async function makeContext(root: string, suite: Suite): Promise<RunContext> {
  const targetBranch = await findTargetBranch(root);
  return {
    tagsOf: new Map(suite.tests.map(({ name, tags }) => [name, tags])),
    ...(targetBranch === undefined ? {} : { targetBranch }),
  };
}

/** `main`, not `origin/main`: rules name the branch as its pull requests do. */
export async function findTargetBranch(root: string): Promise<string | undefined> {
  const repository = await openRepository(root, process.env);
  const found = await findDefaultBranch(repository);
  return found?.name.replace(/^origin\//, '');
}

function wasCutShort({ build, conclusion }: Verdict): boolean {
  return (
    build.interrupted === true || conclusion === 'incomplete' || conclusion === 'nothing-measured'
  );
}

function describeOrphan(where: string): Problem {
  return {
    code: 'rule-matches-nothing',
    message: `${where}: this rule matches no series of this run; mend its names or take it out (\`perigee config check\` lists the series)`,
  };
}

export function exitCodeOf({ conclusion }: Verdict): ExitCode {
  switch (conclusion) {
    case 'passed':
      return exitCode.nothingRegressed;
    case 'regressed':
      return exitCode.regressed;
    case 'undecided':
      return exitCode.undecided;
    case 'incomplete':
    case 'nothing-measured':
      return exitCode.couldNotMeasure;
  }
}
