import { countThings } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import {
  type Alert,
  type AlertBudget,
  type AlertPart,
  lastTransition,
} from '../../contract/alerts.ts';
import { formatChange } from '../../contract/units.ts';
import { makePlain } from '../../report/plain-text.ts';
import { nameSeries } from '../../report/pull-request/name-series.ts';
import { wrapToColumns } from '../../report/terminal-text.ts';
import { layOut, tellMinute } from '../store/lay-out.ts';
import { tooShort } from './tell-quiet.ts';

const mostSeries = 20;

export interface AlertsShown {
  repository: string;
  branch: string;
  /** How many are not shown. */
  closed: number;
  /** Series in which no change can show yet. */
  short: number;
  /** Why budgets are not judged; absent where they are. */
  unread: string | undefined;
  columns: number;
}

/** One line for each, and what to do next. Names in them came from outside. */
export function tellAlerts(
  alerts: readonly Alert[],
  { branch, closed, columns, repository, short, unread }: AlertsShown,
): string {
  const hidden = [
    ...(closed === 0 ? [] : [`${countThings(closed, 'closed alert')}: --all shows them`]),
    ...(short === 0 ? [] : wrapToColumns(`${short} series: ${tooShort}`, columns)),
    ...(unread === undefined ? [] : wrapToColumns(unread, columns)),
  ];
  const head = makePlain(`${repository}, ${branch}`);
  if (alerts.length === 0) return [head, 'no open alert', ...hidden].join('\n');
  const rows = alerts.map((alert) => {
    const { state, atMs } = lastTransition(alert);
    const [worst] = alert.series;
    const size = worst === undefined ? '' : `${nameSeries(worst)} ${formatChange(worst.change)}`;
    const more = alert.series.length > 1 ? ` and ${alert.series.length - 1} more` : '';
    return [
      `${alert.number}`,
      state,
      tellMinute(atMs).slice(0, 10),
      alert.budget ? `over budget ${tellSince(alert.budget)}` : nameRange(alert),
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

/** One alert with its series, the commits of a budget, and all that was said of it. */
export function tellAlert(alert: Alert, columns: number): string {
  const { budget, isGradual, number, series, suite, transitions } = alert;
  const { state } = lastTransition(alert);
  const how = isGradual === true ? ', step by step' : '';
  const head = `alert ${number}: ${state}; ${suite}, ${nameRange(alert)}${how}${tellBudget(alert)}`;
  const shown = series.slice(0, mostSeries);
  const more = series.length - shown.length;
  return [
    ...wrapToColumns(makePlain(head), columns),
    ...layOut(
      shown.map((one) => [formatChange(one.change), nameSeries(one), one.platform]),
      columns,
    ),
    ...(more > 0 ? [`  and ${countThings(more, 'more series')}`] : []),
    ...(budget === undefined ? [] : ['contributed the most:', ...tellParts(budget.parts, columns)]),
    'history:',
    ...layOut(
      transitions.map(({ atMs, because = '', by = 'Perigee', state: to }) => [
        tellMinute(atMs),
        to,
        by,
        because,
      ]),
      columns,
    ),
  ].join('\n');
}

function tellBudget({ budget }: Alert): string {
  if (budget === undefined) return '';
  return `; over the budget of ${formatChange(budget.limit).slice(1)} ${tellSince(budget)}`;
}

function tellSince({ release, since }: AlertBudget): string {
  return since === 'best'
    ? 'since the best level of a year'
    : `since ${release ?? 'the last release'}`;
}

function tellParts(parts: readonly AlertPart[], columns: number): string[] {
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
