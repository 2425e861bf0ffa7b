import { countThings, andMore } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import {
  type Alert,
  type AlertPart,
  isAlertOpen,
  formatBudgetStart,
} from '../../contract/alerts.ts';
import { openTellPlatform } from '../../contract/compare-platforms.ts';
import { namePlatform } from '../../contract/platforms.ts';
import { formatChange, formatShare } from '../../contract/units.ts';
import { type Block, type Inline, join, list, paragraph, type Row, section } from '../blocks.ts';
import { cutPlain, makePlain } from '../plain-text.ts';
import { printMarkdown } from '../print-markdown.ts';
import { nameGroup, nameOf } from '../series-table.ts';
import { nameMetric, nameSlice } from '../series-words.ts';
import { listLinks } from './foot.ts';
import { alertCommands, renderAlertState, titleClosed } from './render-alert-state.ts';
import { type Title, titleBlock, writeTitle } from './title-view.ts';
import type { ViewLinks } from './view.ts';
import { renderAdvice } from './what-now.ts';

const mostSeries = 200;

/**
 * The issue of an alert that the history of the branch opened, or its budget. The title stays the same.
 * @returns a plain title of at most 255 characters, and Markdown of at most 65,535 bytes
 */
export function renderAlert(
  alert: Alert,
  { branch, links, marker }: { branch: string; links: ViewLinks; marker: string },
): { title: string; body: string } {
  const heading: Title = titleClosed(alert) ?? {
    sign: '❌',
    words: [alert.budget ? 'Over budget' : 'Slower since'],
  };
  const body = printMarkdown(
    [
      titleBlock(heading),
      ...(alert.budget ? renderBudget(alert, branch) : renderAlertChange(alert, branch)),
      ...tabulate(alert),
      ...listParts(alert),
      ...renderAlertState(alert),
      ...renderWhatNow(alert),
      ...paragraph(...join(listLinks(links), ' · ')),
    ],
    { marker },
  );
  return { title: titleAlert(alert, branch), body };
}

function titleAlert({ budget, commit, series }: Alert, branch: string): string {
  const [worst, ...others] = series;
  const where = cutPlain(branch, 60);
  const words = budget
    ? `Over budget on ${where} since ${cutPlain(formatBudgetStart(budget), 60)}: `
    : `Slower on ${where} since ${makePlain(shortenCommit(commit))}: `;
  if (worst === undefined) return writeTitle({ words: [words] });
  const more = andMore(others.length, 'series');
  const platform = cutPlain(openTellPlatform({ series })(worst), 60);
  const size = `${nameMetric(cutPlain(worst.metric, 100))} ${formatChange(worst.change)} of `;
  return writeTitle({
    words: [words, size, { code: nameSlice(worst) }, platform, more],
  });
}

function renderAlertChange({ isGradual, range, series, suite }: Alert, branch: string): Block[] {
  const { after, commits, upTo } = range;
  const [from, to] = [{ commit: after }, { commit: upTo }] as const;
  const since: Inline[] =
    commits === 1
      ? ['Since ', to]
      : [`Since one of the ${commits ?? ''} commits after `, from, ' up to ', to];
  return paragraph(
    ...(isGradual ? ['Step by step, over the commits after ', from, ' up to ', to] : since),
    `, ${countThings(series.length, 'series')} of the suite `,
    { code: cutPlain(suite, 100) },
    ` ${series.length === 1 ? 'is' : 'are'} slower on `,
    { code: cutPlain(branch, 100) },
    '. Five builds in a row showed it.',
  );
}

function renderBudget({ budget, series }: Alert, branch: string): Block[] {
  if (budget === undefined) return [];
  const limit = formatShare(budget.limit);
  const blocks =
    budget.action === 'block'
      ? ' Until that is less, a pull request may not make them any worse.'
      : '';
  return paragraph(
    'Small changes on ',
    { code: cutPlain(branch, 100) },
    ` add up: since ${cutPlain(formatBudgetStart(budget), 100)}, ${countThings(series.length, 'series is', 'series are')} worse by more than the ${limit} that \`budget\` in \`perigee.yml\` allows.${blocks}`,
  );
}

function tabulate({ series }: Alert): Block[] {
  const shown = series.slice(0, mostSeries).map((one): Row => {
    const name = [
      nameOf({ metric: cutPlain(one.metric, 100) }),
      ' of ',
      ...nameGroup(cutNames(one)),
    ];
    return {
      cells: [
        name,
        { bold: { figure: formatChange(one.change) } },
        cutPlain(namePlatform(one.platform), 60),
      ],
    };
  });
  const columns = ['', 'change', 'platform'];
  return [
    { kind: 'table', columns, rows: shown, more: series.length - shown.length, what: 'series' },
  ];
}

function cutNames<Named extends { test: string; span: string }>(one: Named): Named {
  return { ...one, test: cutPlain(one.test, 150), span: cutPlain(one.span, 150) };
}

function listParts({ budget }: Alert): Block[] {
  return section(
    'Commits that contributed the most to the worst of them',
    list((budget?.parts ?? []).map(formatPart), 'commits'),
  );
}

/** How much one commit took of a budget. */
function formatPart({ author, commit, size, standsOut, subject }: AlertPart): Inline[] {
  return [
    `${formatChange(size)} `,
    { commit },
    ' ',
    { code: cutPlain(subject, 100) },
    ' by ',
    { code: cutPlain(author, 60) },
    standsOut ? '' : ' (noise can do that)',
  ];
}

function renderWhatNow(alert: Alert): Block[] {
  if (!isAlertOpen(alert))
    return paragraph(
      'If it gets slower again, that is another alert. With write access, `/perigee alert new` opens this one again.',
    );
  const { budget, range } = alert;
  if (budget !== undefined) {
    const release = budget.since === 'release' ? ', and with the next release' : '';
    return renderAdvice(
      [],
      `win back what these commits cost. This issue is closed when the budget is kept again${release}.`,
      alertCommands,
    );
  }
  const find = range.commits === 1 ? 'fix or revert it' : 'find the commit, and fix or revert it';
  return renderAdvice([], `${find}. This issue is closed when the level is back.`, alertCommands);
}
