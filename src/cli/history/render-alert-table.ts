import { fewestLevels } from '../../history/find-level-changes.ts';
import type { YoungChange } from '../../history/alerts/list-worse.ts';
import { formatDay, formatMinute } from '../../contract/format-time.ts';
import { countThings } from '../../contract/count-things.ts';
import { openTellPlatform } from '../../contract/compare-platforms.ts';
import { namePlatform } from '../../contract/platforms.ts';
import { shortenCommit } from '../../contract/commit.ts';
import {
  type Alert,
  type AlertPart,
  lastTransition,
  formatBudgetStart,
  nameState,
} from '../../contract/alerts.ts';
import { formatChange, formatShare } from '../../contract/units.ts';
import { makePlain } from '../../report/plain-text.ts';
import { nameSeries } from '../../report/pull-request/name-series.ts';
import { wrapToColumns } from '../../report/terminal-text.ts';
import { layOut } from '../store/lay-out.ts';
import { tooShort } from './render-quiet.ts';

const mostSeries = 20;
const whenAlertsCome = `an alert opens once five measured commits in a row show a change: mostly 6 to ${fewestLevels / 2 + 4} commits after a step`;

export interface AlertsShown {
  repository: string;
  branch: string;
  /** How many are not shown. */
  closed: number;
  /** What moved and is no alert yet, the largest first. */
  coming: readonly (YoungChange & { commit: string })[];
  /** Series in which no change can show yet. */
  short: number;
  /** Why budgets are not judged; absent where they are. */
  unread: string | undefined;
  columns: number;
}

/** One line for each, and what to do next. Names in them came from outside. */
export function renderAlertTable(
  alerts: readonly Alert[],
  { branch, closed, columns, coming, repository, short, unread }: AlertsShown,
): string {
  const hidden = [
    ...wrapToColumns(formatComing(coming, alerts.length === 0 && short === 0), columns),
    ...(closed === 0 ? [] : [`${countThings(closed, 'closed alert')}: --all shows them`]),
    ...(short === 0 ? [] : wrapToColumns(`${short} series: ${tooShort}`, columns)),
    ...(unread === undefined ? [] : wrapToColumns(unread, columns)),
  ];
  const head = makePlain(`${repository}, ${branch}`);
  if (alerts.length === 0) return [head, 'no open alert', ...hidden].join('\n');
  const tellPlatform = openTellPlatform({ series: alerts.flatMap(({ series }) => series) });
  const rows = alerts.map((alert) => {
    const last = lastTransition(alert);
    const [worst] = alert.series;
    const where = worst === undefined ? '' : tellPlatform(worst);
    const size =
      worst === undefined ? '' : `${nameSeries(worst)}${where} ${formatChange(worst.change)}`;
    const more = alert.series.length > 1 ? ` and ${alert.series.length - 1} more` : '';
    return [
      `${alert.number}`,
      nameState(last),
      formatDay(last.atMs),
      alert.budget ? `over budget since ${formatBudgetStart(alert.budget)}` : nameRange(alert),
      `${size}${more}`,
    ];
  });
  return [
    head,
    ...layOut([['alert', 'state', 'state since', 'commits', 'worse'], ...rows], columns),
    ...hidden,
    ...wrapToColumns(
      'One in detail: perigee alerts NUMBER. Where it stands: perigee alerts NUMBER acknowledged, explained, fixed, noise or accepted',
      columns,
    ),
  ].join('\n');
}

/** A step is no alert at once: which one comes, and when. */
function formatComing(coming: AlertsShown['coming'], isCalm: boolean): string {
  const [first, ...others] = coming;
  if (first === undefined) return isCalm ? whenAlertsCome : '';
  const { commit, missing, of, size } = first;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `not confirmed yet: ${nameSeries(of.identity)} ${formatChange(size)} at ${shortenCommit(commit)}${more}; it is an alert if about ${countThings(missing, 'more measured commit')} ${missing === 1 ? 'shows' : 'show'} it`;
}

/** One alert with its series, the commits of a budget, and all that was said of it. */
export function renderAlertText(alert: Alert, columns: number): string {
  const { budget, isGradual, number, series, suite, transitions } = alert;
  const state = nameState(lastTransition(alert));
  const how = isGradual === true ? ', step by step' : '';
  const head = `alert ${number}: ${state}; ${suite}, ${nameRange(alert)}${how}${formatBudget(alert)}`;
  const shown = series.slice(0, mostSeries);
  const more = series.length - shown.length;
  return [
    ...wrapToColumns(makePlain(head), columns),
    ...layOut(
      shown.map((one) => [formatChange(one.change), nameSeries(one), namePlatform(one.platform)]),
      columns,
    ),
    ...(more > 0 ? [`  and ${countThings(more, 'more series')}`] : []),
    ...(budget === undefined
      ? []
      : ['contributed the most:', ...renderParts(budget.parts, columns)]),
    'history:',
    ...layOut(
      transitions.map((one) => {
        const { atMs, because = '', by = 'Perigee' } = one;
        return [formatMinute(atMs), nameState(one), by, because];
      }),
      columns,
    ),
  ].join('\n');
}

function formatBudget({ budget, commit }: Alert): string {
  if (budget === undefined) return '';
  return `; over the budget of ${formatShare(budget.limit)} since ${formatBudgetStart(budget)}, from ${shortenCommit(commit)} on`;
}

function renderParts(parts: readonly AlertPart[], columns: number): string[] {
  return layOut(
    parts.map(({ author, commit, size, standsOut, subject }) => [
      formatChange(size),
      shortenCommit(commit),
      `${author}: ${subject}`.slice(0, 60),
      standsOut ? '' : '(noise can do that)',
    ]),
    columns,
  );
}

/** One commit by its name, several as git writes them. */
function nameRange({ foundBy, range: { after, commits, upTo } }: Alert): string {
  const isOne = foundBy === 'push' || commits === 1;
  return isOne ? shortenCommit(upTo) : `${shortenCommit(after)}..${shortenCommit(upTo)}`;
}
