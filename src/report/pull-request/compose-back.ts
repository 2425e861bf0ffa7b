import { portableTier } from '../../contract/gaps.ts';
import { countThings, listSome } from '../../contract/count-things.ts';
import { notSeenCode } from '../../contract/missed-change.ts';
import type { Problem, SeriesVerdict } from '../../contract/documents.ts';
import { isNotSeen } from '../../contract/missed-change.ts';
import { seriesKey } from '../../contract/series-key.ts';
import { isWeakTest } from '../../contract/weak-test.ts';
import { formatChange } from '../../contract/units.ts';
import { type Block, paragraph, section, type Sign, type Text } from '../blocks.ts';
import {
  listLeftOutTests,
  listMeasured,
  listProblems,
  listReasons,
  listTests,
  listVanished,
  listVisibility,
  listWeakTests,
} from '../verdict-sections.ts';
import { listGateFacts } from './foot.ts';
import { canBlock, hasVanished } from '../findings.ts';
import { testOfProblem } from '../format-build.ts';
import { cutPlain } from '../plain-text.ts';
import { isCause, isUnguarded } from '../order-problems.ts';
import { listLeftOut } from '../left-out.ts';
import { isZero, listZeros, tabulate } from '../series-table.ts';
import { explainTerms } from '../terms.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import type { PullRequestView, ViewJudgement, ViewState } from './view.ts';

/** A state with a verdict. */
export type WithJudgement = Extract<ViewState, { kind: 'judged' | 'confirming' }>;

/** Rows that are not folded. */
export const mostRows = 10;

const mostNamed = 2;
const longestName = 30;

/** The rest, the more important first: the budget of a comment cuts from the end. */
export function composeBack(
  view: PullRequestView,
  state: WithJudgement,
  sorted: SortedJudgement,
  shown: readonly SeriesVerdict[],
): { back: Block[]; backTitle: string; plainBackTitle: string } {
  const { judgement } = state;
  const { verdict } = judgement;
  const { rest } = sorted;
  const isIn = new Set(shown);
  const others = (series: readonly SeriesVerdict[]) => series.filter((one) => !isIn.has(one));
  const table = (title: string, series: readonly SeriesVerdict[], last = {}): Block[] =>
    section(
      `${title} (${series.length.toLocaleString('en-US')})`,
      tabulate(series, verdict, { sign: signOf(sorted), ...view.links, ...last }),
    );
  const open = others(rest.undecided).filter((one) => !hasVanished(one));
  const calm = rest.unchanged.filter((one) => !isZero(one));
  const zeros = listZeros(verdict.series);
  const problems = collectProblems(judgement);
  const told = new Set(chooseCauses(state, sorted));
  const untold = problems.filter((one) => !told.has(one));
  const back = [
    ...table('The rest of the table above', shown.slice(mostRows)),
    ...section(
      'Problems',
      listProblems(untold.filter((one) => !isWeakTest(one) && one.code !== notSeenCode)),
    ),
    ...section('More failing tests', listTests(sorted.brokenTests.slice(mostRows), problems)),
    ...section('Failing tests that do not block', listTests(rest.brokenTests, problems)),
    ...table('Worse in one run, and not measured again', others(sorted.awaiting)),
    ...table('Worse, and accepted', others(sorted.accepted)),
    ...table(
      'One run said so, a fresh runner did not',
      sorted.cleared,
      alarmColumn(judgement, sorted),
    ),
    ...table('Slower than allowed, where the rule only warns', others(rest.warnings)),
    ...table('Better', others(rest.improvements)),
    ...table('Undecided', open),
    ...(open.length > 0 ? listReasons(open, verdict) : []),
    ...section(
      'Gone, where the rule only warns',
      listVanished(
        rest.undecided.filter((one) => hasVanished(one) && !canBlock(one)),
        verdict,
      ),
    ),
    ...section('What could have been missed', [
      ...listVisibility(verdict),
      ...titled('Slower code can pass these tests:', listWeakTests(untold)),
      ...listUnseen(rest.unchanged),
    ]),
    ...section('How it was measured', [...listMeasured(verdict), ...listGateFacts(view)]),
    ...listLeftOutTests(verdict),
    ...section('Zero before and after', zeros.length === 0 ? [] : paragraph('No ', ...zeros, '.')),
    ...table('Without a baseline', others(rest.noBaseline)),
    ...table('Did not get slower', calm),
    ...explainTerms(),
  ];
  const leftOut = listLeftOut(verdict).map(({ label }) => cutPlain(label, longestName));
  const count = leftOut.length === 0 ? [] : [`${countThings(leftOut.length, 'test')} left out`];
  const named = count.map((words) => `${words} (${listSome(leftOut, mostNamed)})`);
  return {
    back,
    backTitle: titleBack(sorted, open.length, count),
    plainBackTitle: titleBack(sorted, open.length, named),
  };
}

/** Series that passed although their runs could have missed what their rule asks to see. */
function listUnseen(unchanged: readonly SeriesVerdict[]): Block[] {
  const count = unchanged.filter(isNotSeen).length;
  return count === 0
    ? []
    : paragraph(
        `${countThings(count, 'series')} passed and did not see enough: each could hide more than its limit.`,
      );
}

/** `31 series did not get slower · 3 series could hide more than allowed · 2 tests left out · what could have been missed · how it was measured` */
function titleBack({ rest }: SortedJudgement, open: number, leftOut: readonly string[]): string {
  const part = (count: number, words: string): string[] =>
    count === 0 ? [] : [`${countThings(count, 'series')} ${words}`];
  const unseen = rest.unchanged.filter(isNotSeen).length;
  return [
    ...part(rest.unchanged.length - unseen, 'did not get slower'),
    ...part(unseen, 'could hide more than allowed'),
    ...part(rest.improvements.length, 'got better'),
    ...part(open, 'undecided'),
    ...part(rest.noBaseline.length, 'without a baseline'),
    ...leftOut,
    'what could have been missed',
    'how it was measured',
  ].join(' · ');
}

/** The alarm of the first run, where it is known: the other figures are those of the run that cleared it. */
function alarmColumn({ fates }: ViewJudgement, { cleared }: SortedJudgement) {
  const alarmOf = (series: SeriesVerdict) => fates.get(seriesKey(series))?.alarm;
  if (!cleared.some((series) => alarmOf(series) !== undefined)) return {};
  return {
    last: {
      name: 'alarm',
      show: (series: SeriesVerdict): Text => {
        const alarm = alarmOf(series);
        return alarm === undefined ? '' : { figure: formatChange(alarm) };
      },
    },
  };
}

/**
 * The problems that explain the verdict stand with it: missing parts if it is incomplete, errors if it is not green.
 * Those of a failing test stand with the test.
 */
export function chooseCauses(state: WithJudgement, { brokenTests }: SortedJudgement): Problem[] {
  const problems = collectProblems(state.judgement).filter(
    (one) => isUnguarded(one) || (!isWeakTest(one) && one.code !== portableTier),
  );
  if (state.kind === 'judged') {
    if (state.outcome === 'incomplete') return problems;
    if (state.outcome === 'passed' || state.outcome === 'accepted') {
      return problems.filter(isUnguarded);
    }
  }
  const broken = new Set(brokenTests.map(({ name }) => name));
  return problems.filter((one) => isCause(one) && !broken.has(testOfProblem(one) ?? ''));
}

/** Those of the verdict, and those that only the bot knows of. */
export function collectProblems({ verdict, problems }: ViewJudgement): Problem[] {
  const told = new Set(verdict.problems.map(({ message }) => message));
  return [...problems.filter(({ message }) => !told.has(message)), ...verdict.problems];
}

/** Red blocks, the warning sign does not or not yet. */
export function signOf({
  accepted,
  blocking,
  rest,
}: SortedJudgement): (series: SeriesVerdict) => Sign | undefined {
  const [red, taken, better] = [new Set(blocking), new Set(accepted), new Set(rest.improvements)];
  return (series) => {
    if (red.has(series)) return '❌';
    if (taken.has(series) || better.has(series)) return '✅';
    if (series.state === 'regressed') return '⚠️';
    return series.state === 'undecided' ? '❔' : undefined;
  };
}

/** Blocks below a short title in bold. */
export function titled(title: string, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [...paragraph({ bold: title }), ...blocks];
}
