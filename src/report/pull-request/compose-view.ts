import { labelTest } from '../../contract/platforms.ts';
import { concernsMetric } from '../../contract/canaries.ts';
import { isMachineBusy, isMachineUnsteady } from '../../contract/busy-machine.ts';
import type { Problem, SeriesVerdict, TestOutcome, Verdict } from '../../contract/documents.ts';
import { thresholdsChanged } from '../../contract/suite-changes.ts';
import { notSeenCode } from '../../contract/missed-change.ts';
import { type Block, fold, type Inline, note, paragraph } from '../blocks.ts';
import { canBlock, hasVanished } from '../findings.ts';
import { cutPlain } from '../plain-text.ts';
import { tabulate } from '../series-table.ts';
import { explainWorst } from '../render-explanations.ts';
import { listProblems, listReasons, listTests, listVanished } from '../verdict-sections.ts';
import { chartHistory } from './chart-history.ts';
import {
  chooseCauses,
  collectProblems,
  composeBack,
  mostRows,
  signOf,
  titled,
  type WithJudgement,
} from './compose-back.ts';
import { listFoot } from './foot.ts';
import { renderAccepts } from './render-accepts.ts';
import { renderConfiguration } from './render-configuration.ts';
import { sortJudgement, type SortedJudgement } from './sort-judgement.ts';
import { renderState } from './render-state.ts';
import { type Title, titleBlock, titleView } from './title-view.ts';
import type { PullRequestView } from './view.ts';
import { renderWhatNow } from './what-now.ts';

/** A view in parts, in the order in which they are read. */
export interface ComposedView {
  title: Title;
  /** Always read: what blocks, what to do about it, what else was found. */
  front: Block[];
  /** Everything else: in a comment it is folded, and this is the title of the fold. */
  backTitle: string;
  /** With names, for a terminal. */
  plainBackTitle: string;
  back: Block[];
  /** Drawn where there is room. */
  chart: Block[];
  /** Commit and links in a line. */
  foot: Block[];
}

/** All of it, as one document. */
export function arrangeView(view: PullRequestView): Block[] {
  const { back, backTitle, chart, foot, front, plainBackTitle, title } = composeView(view);
  const folded = fold(backTitle, back, plainBackTitle);
  return [titleBlock(title), ...front, ...folded, ...chart, ...foot];
}

export function composeView(view: PullRequestView): ComposedView {
  const { state } = view;
  const around = [...renderConfiguration(view), ...renderNotes(view), ...renderHint(view)];
  const foot = listFoot(view);
  if (state.kind !== 'judged' && state.kind !== 'confirming') {
    const front = [...renderState(state, view), ...around];
    const noTitle = { backTitle: '', plainBackTitle: '' };
    return { title: titleView(view), front, back: [], ...noTitle, chart: [], foot };
  }
  const sorted = sortJudgement(state.judgement);
  const shown = chooseRows(state, sorted);
  return {
    title: titleView(view, sorted),
    front: [...composeFront(view, state, sorted, shown), ...around],
    ...composeBack(view, state, sorted, shown),
    chart: chartHistory(view.history, view.links.history),
    foot,
  };
}

/** The series that the reader meets first, the worst on top: what is worse, else what is open, else what is better. */
/** If nothing was measured: why, in the tests' own words. */
function listNeverPassed({ conclusion, tests }: Verdict): { name: string; outcome: TestOutcome }[] {
  if (conclusion !== 'nothing-measured') return [];
  return tests
    .filter(({ after }) => after.passed === 0 && after.failed + after.timedOut > 0)
    .map((outcome) => ({ name: labelTest(outcome), outcome }));
}

function chooseRows(state: WithJudgement, sorted: SortedJudgement): SeriesVerdict[] {
  const { accepted, awaiting, blocking, rest } = sorted;
  const worse = [...blocking, ...awaiting, ...rest.warnings];
  if (state.kind === 'confirming') return worse;
  const open = rest.undecided.filter((one) => !hasVanished(one));
  switch (state.outcome) {
    case 'passed':
      return [...rest.warnings, ...rest.improvements];
    case 'accepted':
      return [...accepted, ...rest.warnings];
    case 'undecided':
    case 'busy':
      return open.length > 0 ? [...worse, ...open] : rest.noBaseline;
    case 'no-baseline':
      return rest.noBaseline;
    default:
      return worse;
  }
}

function composeFront(
  view: PullRequestView,
  state: WithJudgement,
  sorted: SortedJudgement,
  shown: readonly SeriesVerdict[],
): Block[] {
  const { verdict } = state.judgement;
  const isIncomplete = state.kind === 'judged' && state.outcome === 'incomplete';
  const problems = collectProblems(state.judgement);
  const isOpen =
    state.kind === 'judged' && (state.outcome === 'undecided' || state.outcome === 'busy');
  const vanished = sorted.rest.undecided.filter(hasVanished);
  const reasons = sorted.rest.undecided.filter((one) => !hasVanished(one) && canBlock(one));
  return [
    ...(state.kind === 'confirming' ? paragraph(confirming) : []),
    ...listTests([...sorted.brokenTests, ...listNeverPassed(verdict)], problems, mostRows),
    ...tabulate(shown, verdict, {
      most: mostRows,
      sign: signOf(sorted),
      hasLinks: true,
      ...view.links,
    }),
    ...(isOpen ? titled('Why:', listReasons(reasons, verdict)) : []),
    ...titled(isIncomplete ? 'Missing:' : 'Errors:', listProblems(chooseCauses(state, sorted))),
    ...titled('Gone:', listVanished(vanished.filter(canBlock), verdict)),
    ...(isOpen
      ? note(
          'note',
          listOfMachine(problems, reasons, verdict).map((text) => cutPlain(text, 500)),
        )
      : []),
    ...note(
      'note',
      problems
        .filter(({ code }) => code === notSeenCode || code === thresholdsChanged)
        .map(({ message }) => cutPlain(message, 800)),
    ),
    ...explainWorst(
      shown.filter(({ state: own }) => own === 'regressed'),
      verdict,
      sorted.brokenTests.map(({ name }) => name),
    ),
    ...(state.kind === 'judged' ? renderWhatNow(state, sorted, view) : []),
    ...renderAccepts(view.accepts),
  ];
}

/** Why the machine may have left something open: it was busy, or it changed below the times of an open series. */
function listOfMachine(
  problems: readonly Problem[],
  open: readonly SeriesVerdict[],
  { metrics }: Verdict,
): string[] {
  const times = new Set(
    metrics.filter((one) => concernsMetric(ofAll, one)).map(({ name }) => name),
  );
  // Where it may be all there is, the reason of the series says so.
  const ofTimes = open.filter(
    ({ evidence, metric }) => times.has(metric) && evidence.veto === undefined,
  );
  return problems.flatMap((problem) => {
    const { message, test } = problem;
    if (isMachineBusy(problem)) return [message];
    const isOfOpen = test === undefined || ofTimes.some((one) => one.test === test);
    if (!isMachineUnsteady(problem) || ofTimes.length === 0 || !isOfOpen) return [];
    return [test === undefined ? message : `${test}: ${message}`];
  });
}

const ofAll = { concerns: 'cpu-and-latency' } as const;

const confirming =
  'One run says that this change makes it worse. The bot measures what would block again, on a fresh runner. It blocks only if both runs agree.';

const mostNotes = 10;

/** Notes that the verdict needs: whose runner it was, and what is unusual. */
function renderNotes({ fork, notes, state }: PullRequestView): Block[] {
  const isMeasured = state.kind === 'judged' || state.kind === 'confirming';
  const forked =
    fork && isMeasured
      ? ['This comes from a fork. A fork controls its own runner, and so what it measures.']
      : [];
  const shown = notes.slice(0, mostNotes).map((text) => cutPlain(text, 500));
  const left = notes.length - shown.length;
  if (left > 0) shown.push(`… and ${left.toLocaleString('en-US')} more.`);
  return note('note', [...forked, ...shown]);
}

/** Says once in a repository that merging does not wait for the check, and names the setting. */
function renderHint({ hint }: PullRequestView): Block[] {
  if (hint === undefined) return [];
  const branch: Inline = { code: cutPlain(hint.branch, 100) };
  const steps: Inline[] = [
    'This check is not required on ',
    branch,
    ', so merging does not wait for it. To require it: ',
    { bold: 'Settings → Branches' },
    ' (or ',
    { bold: 'Rules → Rulesets' },
    ') → the rule for ',
    branch,
    ' → ',
    { bold: 'Require status checks to pass' },
    ' → add `perigee`, with your app as its source. You see this note only once.',
  ];
  return note('tip', [steps]);
}
