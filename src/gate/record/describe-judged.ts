import type { GateEntry, JudgedBuild, Verdict } from '../../contract/documents.ts';
import { isAlone } from '../../contract/sides.ts';
import { isUnaffected } from '../../contract/unaffected-tests.ts';

const mostTests = 1000;
const mostSpans = 200;
/** Of the names of one build, as JSON: many builds are read at once. */
const mostCharacters = 64_000;
const mostRules = 100;

export interface JudgedFacts {
  run: string;
  /** All that a commit runs was asked for. */
  isWhole: boolean;
  /** When the commit was made that a change was compared with. RFC 3339, UTC. */
  baselineAt?: string;
  /** What became of it by a second run. */
  outcome?: { isRed: boolean; cleared: number; confirmed: number };
}

/** What the gate keeps of a build that it judged. */
export function describeJudged(verdict: Verdict, facts: JudgedFacts): GateEntry {
  const { build, conclusion, series, shards, tests } = verdict;
  const { baselineAt, isWhole: isAsked, outcome, run } = facts;
  const blocking = series.filter(
    ({ state, threshold }) => threshold.action === 'block' && state !== 'no-baseline',
  );
  const isWhole = isAsked && build.interrupted !== true && !isAlone(build);
  // As in src/steps/judge-records.ts: of what was not measured nobody knows which rule it matches.
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
      undecided: blocking.filter(({ state }) => state === 'undecided').length,
      ...(build.branchKind === undefined ? {} : { branchKind: build.branchKind }),
      ...(baselineAt === undefined ? {} : { baselineAt }),
      ...(shards === undefined ? {} : { shards: { total: shards.total, missing: shards.missing } }),
      tests: listTests(verdict),
      ...(knowsRules ? { unmatchedRules: listUnmatched(verdict) } : {}),
    },
  };
}

/**
 * Names that do not fit are left out together: after a part of them the others would seem to be gone. The names of
 * tests are worth more than those of spans.
 */
function listTests({ series, tests }: Verdict): JudgedBuild['tests'] {
  const bare = tests.map(({ name }) => ({ name, spans: [] }));
  let left = mostCharacters - JSON.stringify(bare).length;
  if (bare.length > mostTests || left < 0) return [];
  const spansOf = Map.groupBy(series, ({ test }) => test);
  return bare.map(({ name, spans: none }) => {
    const spans = [...new Set(spansOf.get(name)?.map(({ span }) => span))];
    const size = JSON.stringify(spans).length;
    if (spans.length > mostSpans || size > left) return { name, spans: none };
    left -= size;
    return { name, spans };
  });
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
