import type { GateEntry, JudgedBuild, Verdict } from '../../contract/documents.ts';
import { isAlone } from '../../contract/sides.ts';
import { nameWorst } from '../../verdict/name-worst.ts';
import { isUnaffected } from '../../contract/unaffected-tests.ts';

const mostTests = 1000;
/** For the names of one build, as JSON: many builds are read at once. */
const mostCharacters = 64_000;
const mostRules = 100;

export interface JudgedFacts {
  run: string;
  /** All that a commit runs was asked for. */
  isWhole: boolean;
  /** The result of a second run. */
  outcome?: { isRed: boolean; cleared: number; confirmed: number };
}

/** The gate's entry for a build that it judged. */
export function describeJudged(verdict: Verdict, facts: JudgedFacts): GateEntry {
  const { build, conclusion, series, shards, tests } = verdict;
  const { isWhole: isAsked, outcome, run } = facts;
  const blocking = series.filter(
    ({ state, threshold }) => threshold.action === 'block' && state !== 'no-baseline',
  );
  const isWhole = isAsked && build.interrupted !== true && !isAlone(build);
  // As in src/pipeline/judge-records.ts: the rule of a series that was not measured is unknown.
  const knowsRules = isWhole && isSettled(conclusion) && !tests.some(isUnaffected);
  const { isRed, ...second } = outcome ?? { isRed: conclusion === 'regressed' };
  return {
    ...{ schema: 'perigee/gate-entry', version: 1, kind: 'judged' },
    ...{ at: build.startedAt, suite: build.suite, run, commit: build.after.commit },
    spent: { pairs: countPairs(verdict), seconds: secondsOf(build) },
    judged: {
      ...{ conclusion, isRed, ...second },
      isWhole,
      isSameCode: build.before.commit === build.after.commit && !isAlone(build),
      blocking: blocking.length,
      worst: nameWorst(verdict),
      undecided: blocking.filter(({ state }) => state === 'undecided').length,
      branchKind: build.branchKind,
      ...(shards === undefined ? {} : { shards: { total: shards.total, missing: shards.missing } }),
      tests: listTests(verdict),
      ...(knowsRules ? { unmatchedRules: listUnmatched(verdict) } : {}),
    },
  };
}

/** Names that do not fit are left out together: after a part of them the others would seem to be gone. */
function listTests({ tests }: Verdict): JudgedBuild['tests'] {
  const named = tests.map(({ name }) => ({ name }));
  return named.length > mostTests || JSON.stringify(named).length > mostCharacters ? [] : named;
}

function isSettled(conclusion: Verdict['conclusion']): boolean {
  return conclusion !== 'incomplete' && conclusion !== 'nothing-measured';
}

function countPairs({ tests }: Verdict): number {
  return tests.reduce((sum, { after: { failed, passed, timedOut } }) => {
    return sum + passed + failed + timedOut;
  }, 0);
}

export function secondsOf({
  finishedAt,
  startedAt,
}: Pick<Verdict['build'], 'finishedAt' | 'startedAt'>): number {
  const tookMs = Date.parse(finishedAt ?? '') - Date.parse(startedAt);
  return Number.isFinite(tookMs) ? Math.max(0, tookMs / 1000) : 0;
}

/** Its message begins with the place of the rule. */
function listUnmatched({ problems }: Verdict): string[] {
  const own = problems.filter(({ code }) => code === 'rule-matches-nothing');
  return own.slice(0, mostRules).map(({ message }) => message.split(': ')[0] ?? message);
}
