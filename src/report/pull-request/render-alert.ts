import { shortenCommit } from '../../contract/commit.ts';
import { type Alert, type AlertPart, isAlertOpen } from '../../contract/alerts.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { formatChange } from '../../contract/units.ts';
import { type Block, fitBlocks } from '../markdown-budget.ts';
import { showCode, showMarker, showProse } from '../markdown-text.ts';
import { cutPlain, makePlain } from '../plain-text.ts';
import { listAnnotations, nameSpan } from '../series-words.ts';
import { showLines } from './paragraphs.ts';
import { alertCommands, showAlertState, titleClosed } from './show-alert-state.ts';
import { showHead, showLinks } from './show-foot.ts';
import { countThings, writeTitle } from './title.ts';
import type { ViewLinks } from './view.ts';

const mostSeries = 200;

/**
 * The issue of an alert that the history of the branch opened, or its budget. The title stays the same.
 * @returns a plain title of at most 255 characters, and Markdown of at most 65,535 bytes
 */
export function renderAlert(
  alert: Alert,
  { branch, links, marker }: { branch: string; links: ViewLinks; marker: string },
): { title: string; body: string } {
  const heading = titleClosed(alert) ?? (alert.budget ? '❌ Over budget' : '❌ Worse since');
  const body = fitBlocks([
    ...showLines([showMarker(marker), `### ${heading}`]),
    ...showLines([alert.budget ? tellBudget(alert, branch) : tellChange(alert, branch)]),
    ...tabulate(alert),
    ...listParts(alert),
    ...showAlertState(alert),
    ...showLines(tellWhatNow(alert)),
    ...showLinks(links),
  ]);
  return { title: titleAlert(alert, branch), body };
}

function titleAlert({ budget, commit, series }: Alert, branch: string): string {
  const [worst, ...others] = series;
  const where = cutPlain(branch, 60);
  const words = budget
    ? `Over budget on ${where} since ${cutPlain(tellSince(budget), 60)}:`
    : `Worse on ${where} since ${makePlain(shortenCommit(commit))}:`;
  const what = worst === undefined ? '' : ` ${cutPlain(titleMetric(worst.metric), 100)} in`;
  const more = others.length === 0 ? '' : `, and ${countThings(others.length, 'more series')}`;
  const named = worst === undefined ? {} : { name: nameSpan(worst), more };
  return writeTitle({ sign: '❌', words: `${words}${what}`, ...named });
}

function tellChange({ isGradual, range, series, suite }: Alert, branch: string): string {
  const what = `${countThings(series.length, 'series', 'series')} of the suite ${showCode(cutPlain(suite, 100))}`;
  const { commits, upTo } = range;
  const since =
    commits === 1
      ? `Since ${showHead(upTo)}`
      : `Since one of the ${commits ?? ''} commits after ${showHead(range.after)} up to ${showHead(upTo)}`;
  const steps = isGradual
    ? `Step by step, over the commits after ${showHead(range.after)} up to ${showHead(upTo)},`
    : `${since},`;
  return `${steps} ${what} ${series.length === 1 ? 'is' : 'are'} worse on ${showCode(cutPlain(branch, 100))}. Five builds in a row showed it.`;
}

function tellBudget({ budget, series }: Alert, branch: string): string {
  if (budget === undefined) return '';
  const limit = formatChange(budget.limit).slice(1);
  const blocks =
    budget.action === 'block'
      ? ' Until that is less, a pull request may not make them any worse.'
      : '';
  return `Small changes on ${showCode(cutPlain(branch, 100))} add up: since ${showProse(cutPlain(tellSince(budget), 100))}, ${countThings(series.length, 'series is', 'series are')} worse by more than the ${limit} that \`budget\` in \`perigee.yml\` allows.${blocks}`;
}

function tellSince({ release, since }: NonNullable<Alert['budget']>): string {
  if (since === 'best') return 'the best level of a year';
  return release ?? 'the last release';
}

function tabulate({ series }: Alert): Block[] {
  return [
    {
      head: ['| Series | Metric | Change | Platform |', '| --- | --- | --- | --- |'],
      rows: series.slice(0, mostSeries).map((one) => {
        const slice = listAnnotations(one.annotations);
        const name = cutPlain([nameSpan(one), ...slice].join(' '), 200);
        const cells = [
          showCode(name, true),
          showProse(cutPlain(titleMetric(one.metric), 100), true),
          `**${formatChange(one.change)}**`,
          showProse(cutPlain(one.platform, 60), true),
        ];
        return `| ${cells.join(' | ')} |`;
      }),
      alreadyLeftOut: Math.max(0, series.length - mostSeries),
      tail: [''],
      tellLeftOut: (left) => `\n… and ${left.toLocaleString('en-US')} more`,
    },
  ];
}

function listParts({ budget }: Alert): Block[] {
  if (budget === undefined || budget.parts.length === 0) return [];
  return [
    {
      head: ['#### Commits that contributed the most to the worst of them', ''],
      rows: budget.parts.map((part) => `- ${tellPart(part)}`),
      tail: [''],
      tellLeftOut: (left) => `- … and ${left} more`,
    },
  ];
}

export function tellPart({ author, commit, size, standsOut, subject }: AlertPart): string {
  const doubt = standsOut ? '' : ' (noise can do that)';
  return `${formatChange(size)} ${showHead(commit)} ${showCode(cutPlain(subject, 100))} by ${showCode(cutPlain(author, 60))}${doubt}`;
}

function tellWhatNow(alert: Alert): string[] {
  if (!isAlertOpen(alert))
    return [
      'If it gets worse again, that is another alert. With write access, `/perigee alert new` opens this one again.',
    ];
  const { budget, range } = alert;
  if (budget !== undefined) {
    return [
      `**What now:** win back what these commits cost. This issue is closed when the budget is kept again${budget.since === 'release' ? ', and with the next release' : ''}. ${alertCommands}`,
    ];
  }
  const find = range.commits === 1 ? 'fix or revert it' : 'find the commit, and fix or revert it';
  return [`**What now:** ${find}. This issue is closed when the level is back. ${alertCommands}`];
}
