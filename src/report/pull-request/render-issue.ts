import { countOthers } from '../../contract/series-key.ts';
import { shortenCommit } from '../../contract/commit.ts';
import { isAlertOpen } from '../../contract/alerts.ts';
import { formatChange } from '../../contract/units.ts';
import {
  type Block,
  fold,
  type Inline,
  join,
  list,
  note,
  paragraph,
  section,
  type Text,
} from '../blocks.ts';
import { formatOutcome } from '../format-build.ts';
import { cutPlain, makePlain } from '../plain-text.ts';
import { printMarkdown } from '../print-markdown.ts';
import { tabulate } from '../series-table.ts';
import { explainWorst } from '../render-explanations.ts';
import { listLinks } from './foot.ts';
import type { MainBranchSeries, MainBranchView } from './main-branch-view.ts';
import { renderAccepts } from './render-accepts.ts';
import { alertCommands, renderAlertState, titleClosed } from './render-alert-state.ts';
import { describeBroken, describeWorst, type Title, titleBlock, writeTitle } from './title-view.ts';
import { endSentence, renderAdvice } from './what-now.ts';

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
  const series = view.series.map((one) => one.series);
  const standing = new Map(view.series.map((one) => [one.series, formatNow(one)]));
  const last = { name: 'now', show: (one: (typeof series)[number]) => standing.get(one) ?? '' };
  const body = printMarkdown(
    [
      titleBlock(titleOf(view)),
      ...renderCulprit(view),
      ...tabulate(series, { metrics: view.metrics, series: view.measured }, { last }),
      ...explainWorst(series, view),
      ...listTests(view),
      ...warnOfBlindSpots(view),
      ...(view.alert === undefined ? [] : renderAlertState(view.alert)),
      ...renderNext(view),
      ...renderAccepts(view.accepts),
      ...note(
        'note',
        view.notes.slice(0, mostNotes).map((text) => cutPlain(text, 500)),
      ),
      ...paragraph(...join(listLinks(view.links), ' · ')),
      ...foldLater(view),
    ],
    options,
  );
  return { title: titleIssue(view), body };
}

function titleIssue(view: MainBranchView): string {
  const { branch, brokenTests, culprit, series } = view;
  const where = ` on ${cutPlain(branch, 60)} since ${makePlain(shortenCommit(culprit.commit))}: `;
  const [first] = series;
  if (first === undefined) {
    const [test, ...tests] = brokenTests;
    return writeTitle({ words: [`Failing${where}`, ...describeBroken(test, tests.length)] });
  }
  const more = [countOthers(series.map((one) => one.series))];
  const source = { metrics: view.metrics, series: view.measured };
  return writeTitle({
    words: [`Slower${where}`, ...describeWorst(first.series, source, more)],
  });
}

/** A person may close what still stands. */
function titleOf(view: MainBranchView): Title {
  const { alert, state } = view;
  const closed = alert && titleClosed(alert);
  return state === 'open' && closed !== undefined ? closed : formatStand(view);
}

function formatStand({ brokenTests, series, state }: MainBranchView): Title {
  const all = series.length + brokenTests.length;
  const standing =
    series.filter(({ end }) => end === undefined).length +
    brokenTests.filter(({ recoveredBy }) => recoveredBy === undefined).length;
  const hasLater = standing < all || series.some(({ later }) => later.length > 0);
  switch (state) {
    case 'recovered':
      return {
        sign: '✅',
        words: [isAccepted({ series }) ? 'Recovered, the rest accepted' : 'Recovered'],
      };
    case 'accepted':
      return { sign: '✅', words: ['Accepted'] };
    case 'cleared':
      return { sign: '✅', words: ['Cleared'] };
    case 'open': {
      if (!hasLater)
        return {
          sign: '❌',
          words: [`${series.length > 0 ? 'Slower' : 'Failing'} since this push`],
        };
      const part = `${standing.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} not recovered yet`;
      return { sign: '❌', words: [standing === all ? 'Not recovered yet' : part] };
    }
  }
}

/** In part, or all of it: that may be taken back. */
function isAccepted({ series }: Pick<MainBranchView, 'series'>): boolean {
  return series.some(({ end }) => end?.kind === 'accepted');
}

function renderCulprit(view: MainBranchView): Block[] {
  const { branch, culprit, series, state, suite, unconfirmed } = view;
  const { author, before, commit, pullRequest } = culprit;
  const by: Inline[] = author === undefined ? [] : [' by ', { code: cutPlain(author, 60) }];
  const through: Inline[] =
    pullRequest === undefined
      ? []
      : [' (', { link: `pull request ${pullRequest.number}`, url: pullRequest.url }, ')'];
  const sure =
    unconfirmed === undefined
      ? 'Two runs say so, each on a fresh runner.'
      : endSentence(`One runner only has measured it: ${cutPlain(unconfirmed, 300)}`);
  const isOver = state === 'recovered' || state === 'cleared';
  const where: Inline = { code: cutPlain(branch, 100) };
  const ofSuite: Inline = { code: cutPlain(suite, 100) };
  const slower: Inline[] =
    series.length === 0
      ? [
          'tests of the suite ',
          ofSuite,
          ` ${isOver ? 'failed' : 'fail'} on `,
          where,
          ' that passed before',
        ]
      : [where, ` ${isOver ? 'became' : 'is'} slower than the suite `, ofSuite, ' allows'];
  const end =
    state === 'cleared' ? ' in one run. Other runs of the same commit do not confirm that.' : '.';
  return paragraph(
    isOver ? 'With ' : 'Since ',
    { commit },
    ...by,
    ...through,
    ', ',
    ...slower,
    `${end} The commit before it is `,
    { commit: before },
    `.${state === 'cleared' ? '' : ` ${sure}`}`,
  );
}

function formatNow({ end, later }: MainBranchSeries): Text {
  const level = later.at(-1);
  const now: Inline[] = level === undefined ? [] : [{ figure: formatChange(level.change) }];
  if (end?.kind === 'recovered') {
    return ['recovered by ', { commit: end.commit }, ...(now.length === 0 ? [] : [', ', ...now])];
  }
  if (end?.kind === 'cleared') return 'cleared';
  if (end?.kind === 'accepted') return `accepted: ${cutPlain(end.acceptId, 40)}`;
  return level === undefined
    ? 'not measured since'
    : [{ bold: now }, ' at ', { commit: level.commit }];
}

function listTests({ brokenTests }: MainBranchView): Block[] {
  const items = brokenTests.map(({ name, outcome, recoveredBy }): Inline[] => [
    { code: cutPlain(name, 300) },
    outcome === undefined ? '' : `: ${formatOutcome(outcome)}`,
    ...(recoveredBy === undefined ? [] : ['; passes since ', { commit: recoveredBy }]),
  ]);
  return section(
    `Failing tests that passed before (${brokenTests.length.toLocaleString('en-US')})`,
    list(items, 'tests', mostTests),
  );
}

/** Pull requests leave such a test out: whether it was this one or another. */
function warnOfBlindSpots({ blindSpots, culprit }: MainBranchView): Block[] {
  return note(
    'warning',
    blindSpots
      .slice(0, mostNotes)
      .map((name) => [
        { code: cutPlain(name, 300) },
        ' got slower, but ',
        { commit: culprit.commit },
        ' touches nothing that Perigee saw it read. Pull requests that leave tests out may have left this one out wrongly. Find out what it depends on, or set `affected: always` for it in `perigee.yml`.',
      ]),
  );
}

/** A person may close the alert of what still stands. */
function renderNext(view: MainBranchView): Block[] {
  const { alert, state } = view;
  if (alert === undefined || state !== 'open') return renderWhatNow(view);
  if (isAlertOpen(alert)) return [...renderWhatNow(view), ...paragraph(alertCommands)];
  return paragraph('With write access, `/perigee alert new` opens it again.');
}

function renderWhatNow({ branch, brokenTests, series, state }: MainBranchView): Block[] {
  if (state === 'cleared') {
    return paragraph(
      'There is nothing to do. The bot reopens this issue if more runs of that commit find it again.',
    );
  }
  if (state !== 'open') {
    const again = 'If it gets slower again, that push gets its own issue.';
    const reopens = 'The bot reopens this issue when an accept is revoked or expires.';
    return paragraph(isAccepted({ series }) ? `${again} ${reopens}` : again);
  }
  const isBack = series.length === 0 ? [] : ['bring it back under its threshold'];
  const passes = brokenTests.length === 0 ? [] : ['make what fails pass again'];
  const close = 'close the issue: it is not opened again.';
  const what = `fix or revert it. This issue is closed when later pushes to ${makePlain(cutPlain(branch, 100))} ${[...isBack, ...passes].join(' and ')}.`;
  // A failing test cannot be accepted.
  if (series.length === 0) return renderAdvice([], what, `If it is to stay, ${close}`);
  return renderAdvice(
    [],
    what,
    `\`/perigee explain\` in a comment shows the evidence. If it is to stay, with write access: \`/perigee accept <series or all> because <reason>\`. Or ${close}`,
  );
}

/** The level of the worst series after each later push. */
function foldLater({ series }: MainBranchView): Block[] {
  const [worst] = series;
  const later = (worst?.later ?? []).toReversed();
  const items = later.map(({ commit, change }): Inline[] => [
    { commit },
    `: ${formatChange(change)}`,
  ]);
  return fold(
    `Later commits, newest first: the worst series against before (${later.length.toLocaleString('en-US')})`,
    list(items, 'commits', mostTests),
  );
}
