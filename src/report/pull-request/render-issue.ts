import { shortenCommit } from '../../contract/commit.ts';
import { isAlertOpen } from '../../contract/alerts.ts';
import type { SeriesVerdict } from '../../contract/documents.ts';
import { formatChange } from '../../contract/units.ts';
import { tellOutcome } from '../build-words.ts';
import { type Block, fitBlocks } from '../markdown-budget.ts';
import { cleanAddress, showCode, showMarker, showProse } from '../markdown-text.ts';
import { cutPlain, makePlain } from '../plain-text.ts';
import { indexMetrics } from '../series-words.ts';
import { explainBeyondTable } from './explain-beyond-table.ts';
import type { MainBranchSeries, MainBranchView } from './main-branch-view.ts';
import { foldRows, showAlert, showCut, showLines } from './paragraphs.ts';
import { showAccepts } from './show-accepts.ts';
import { alertCommands, showAlertState, titleClosed } from './show-alert-state.ts';
import { showHead, showLinks } from './show-foot.ts';
import { tabulateCompact } from './tabulate-compact.ts';
import { countThings, titleRegressions, writeTitle } from './title.ts';

const mostNotes = 10;
const mostTests = 200;

/**
 * The issue about a push that made the default branch slower. Its title stays the same while it is
 * updated; the body says where each series stands now.
 * @returns a plain title of at most 255 characters, and Markdown of at most 65,535 bytes
 */
export function renderIssue(
  view: MainBranchView,
  options: { marker: string },
): { title: string; body: string } {
  const body = fitBlocks([
    ...showLines([showMarker(options.marker), `### ${titleOf(view)}`]),
    ...showLines([tellCulprit(view)]),
    ...tabulate(view),
    ...explainBeyondTable(listSeries(view), view.spans),
    ...listTests(view),
    ...warnOfBlindSpots(view),
    ...(view.alert === undefined ? [] : showAlertState(view.alert)),
    ...showLines(tellNext(view)),
    ...showAccepts(view.accepts),
    ...showAlert(
      'NOTE',
      view.notes.slice(0, mostNotes).map((note) => showCut(note, 500)),
    ),
    ...showLinks(view.links),
    ...foldLater(view),
  ]);
  return { title: titleIssue(view), body };
}

function titleIssue({ branch, culprit, series, brokenTests, metrics }: MainBranchView): string {
  const where = `${cutPlain(branch, 60)} since ${makePlain(shortenCommit(culprit.commit))}`;
  const [first, ...others] = series.map((one) => one.series);
  if (first !== undefined) {
    const title = titleRegressions(
      `Regressed on ${where}`,
      [first, ...others],
      indexMetrics(metrics),
    );
    return writeTitle({ sign: '❌', ...title });
  }
  const [test, ...tests] = brokenTests;
  const more = tests.length === 0 ? '' : `, and ${countThings(tests.length, 'more')}`;
  const named = test === undefined ? {} : { name: test.name, more };
  return writeTitle({ sign: '❌', words: `Failing on ${where}:`, ...named });
}

/** A person may close what still stands. */
function titleOf(view: MainBranchView): string {
  const { alert, state } = view;
  const closed = alert && titleClosed(alert);
  return state === 'open' && closed !== undefined ? closed : tellStand(view);
}

function tellStand({ state, series, brokenTests }: MainBranchView): string {
  const all = series.length + brokenTests.length;
  const standing =
    series.filter(({ end }) => end === undefined).length +
    brokenTests.filter(({ recoveredBy }) => recoveredBy === undefined).length;
  const hasLater = standing < all || series.some(({ later }) => later.length > 0);
  switch (state) {
    case 'recovered':
      return isAccepted({ series }) ? '✅ Recovered, the rest accepted' : '✅ Recovered';
    case 'accepted':
      return '✅ Accepted';
    case 'cleared':
      return '✅ Cleared';
    case 'open':
      if (!hasLater) return `❌ ${series.length > 0 ? 'Worse' : 'Failing'} since this push`;
      return standing === all
        ? '❌ Not recovered yet'
        : `❌ ${standing.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} not recovered yet`;
  }
}

/** In part, or all of it: that may be taken back. */
function isAccepted({ series }: Pick<MainBranchView, 'series'>): boolean {
  return series.some(({ end }) => end?.kind === 'accepted');
}

function tellCulprit(view: MainBranchView): string {
  const { branch, culprit, series, state, suite, unconfirmed } = view;
  const { commit, before, author, pullRequest } = culprit;
  const by = author === undefined ? '' : ` by ${showCode(cutPlain(author, 60))}`;
  const address = pullRequest === undefined ? undefined : cleanAddress(pullRequest.url);
  const through =
    address === undefined ? '' : ` ([pull request ${pullRequest?.number ?? ''}](${address}))`;
  const sure =
    unconfirmed === undefined
      ? 'Two runs say so, each on a fresh runner.'
      : `One runner only has measured it: ${showCut(unconfirmed)}.`;
  const isOver = state === 'recovered' || state === 'cleared';
  const where = showCode(cutPlain(branch, 100));
  const ofSuite = `the suite ${showCode(cutPlain(suite, 100))}`;
  const worse =
    series.length === 0
      ? `tests of ${ofSuite} ${isOver ? 'failed' : 'fail'} on ${where} that passed before`
      : `${where} ${isOver ? 'became' : 'is'} worse than ${ofSuite} allows`;
  const what = `${isOver ? 'With' : 'Since'} ${showHead(commit)}${by}${through}, ${worse}`;
  const base = `The commit before it is ${showHead(before)}.`;
  return state === 'cleared'
    ? `${what} in one run. Other runs of the same commit do not confirm that. ${base}`
    : `${what}. ${base} ${sure}`;
}

function tabulate(view: MainBranchView): Block[] {
  const standing = new Map(view.series.map((one) => [one.series, tellNow(one)]));
  return tabulateCompact('Regressed', listSeries(view), view, {
    untitled: true,
    last: { name: 'Now', show: (one) => standing.get(one) ?? '' },
  });
}

function tellNow({ later, end }: MainBranchSeries): string {
  const level = later.at(-1);
  const now = level === undefined ? '' : formatChange(level.change);
  if (end?.kind === 'recovered') {
    return [`recovered by ${showHead(end.commit, true)}`, now]
      .filter((text) => text !== '')
      .join('<br>');
  }
  if (end?.kind === 'cleared') return 'cleared';
  if (end?.kind === 'accepted') return `accepted: ${showProse(cutPlain(end.acceptId, 40), true)}`;
  return level === undefined
    ? 'not measured since'
    : `**${now}** at ${showHead(level.commit, true)}`;
}

function listTests({ brokenTests }: MainBranchView): Block[] {
  if (brokenTests.length === 0) return [];
  return [
    {
      head: [
        `#### Failing tests that passed before (${brokenTests.length.toLocaleString('en-US')})`,
        '',
      ],
      rows: brokenTests.slice(0, mostTests).map(({ name, outcome, recoveredBy }) => {
        const told = outcome === undefined ? '' : `: ${tellOutcome(outcome)}`;
        const again = recoveredBy === undefined ? '' : `; passes since ${showHead(recoveredBy)}`;
        return `- ${showCode(cutPlain(name, 300))}${told}${again}`;
      }),
      alreadyLeftOut: Math.max(0, brokenTests.length - mostTests),
      tail: [''],
      tellLeftOut: (left) => `- … and ${left.toLocaleString('en-US')} more`,
    },
  ];
}

/** Pull requests leave such a test out: whether it was this one or another. */
function warnOfBlindSpots({ blindSpots, culprit }: MainBranchView): Block[] {
  return showAlert(
    'WARNING',
    blindSpots
      .slice(0, mostNotes)
      .map(
        (name) =>
          `${showCode(cutPlain(name, 300))} got worse, but ${showHead(culprit.commit)} touches nothing that Perigee saw it read. Pull requests that leave tests out may have left this one out wrongly. Find out what it depends on, or set \`affected: always\` for it in \`perigee.yml\`.`,
      ),
  );
}

/** A person may close the alert of what still stands. */
function tellNext(view: MainBranchView): string[] {
  const { alert, state } = view;
  if (alert === undefined || state !== 'open') return tellWhatNow(view);
  if (isAlertOpen(alert)) return [...tellWhatNow(view), '', alertCommands];
  return ['With write access, `/perigee alert new` opens it again.'];
}

function tellWhatNow({ branch, brokenTests, series, state }: MainBranchView): string[] {
  if (state === 'cleared') {
    return [
      'There is nothing to do. The bot reopens this issue if more runs of that commit find it again.',
    ];
  }
  if (state !== 'open') {
    const again = 'If it gets worse again, that push gets its own issue.';
    return isAccepted({ series })
      ? [`${again} The bot reopens this issue when an accept is revoked or expires.`]
      : [again];
  }
  const where = showCode(cutPlain(branch, 100));
  const isBack = series.length === 0 ? [] : ['bring it back under its threshold'];
  const passes = brokenTests.length === 0 ? [] : ['make what fails pass again'];
  const next = `**What now:** fix or revert it. This issue is closed when later pushes to ${where} ${[...isBack, ...passes].join(' and ')}.`;
  const close = 'close the issue: it is not opened again.';
  // A failing test cannot be accepted.
  if (series.length === 0) return [`${next} If it is to stay, ${close}`];
  return [
    `${next} \`/perigee explain\` in a comment shows the evidence. If it is to stay, with write access: \`/perigee accept <series or all> because <reason>\`. Or ${close}`,
  ];
}

/** Where the worst series was after each later push. */
function foldLater({ series }: MainBranchView): Block[] {
  const [worst] = series;
  if (worst === undefined) return [];
  const rows = worst.later
    .map(({ commit, change }) => `- ${showHead(commit)}: ${formatChange(change)}`)
    .reverse();
  const title = `Later commits, newest first: the worst series against before (${rows.length.toLocaleString('en-US')})`;
  return foldRows(title, rows.slice(0, mostTests), 'commits');
}

function listSeries({ series }: MainBranchView): SeriesVerdict[] {
  return series.map((one) => one.series);
}
