/// <reference lib="dom" />
import { formatBudgetStart, nameState } from '../../../contract/alerts.ts';
import { formatChange, formatShare } from '../../../contract/units.ts';
import type { Alert, Alerts, ChangeGroup, Gate } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { describeAlarm } from '../../../report/gate/render-gate.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import {
  nameCommit,
  titleCommit,
  titleOnPlatform,
  writeBy,
  writeDay,
  type Phrase,
} from '../format/name-things.ts';
import { renderPhrase } from './elements.ts';

/** Alerts that need a person: those of one series and one commit, such as of its change and of its budget, are one entry. */
export function listAlerts({ alerts, open }: Alerts, repository: string): HTMLElement[] {
  const items = joinAlerts(alerts).map((own) =>
    makeElement('li', { class: 'regressed' }, renderPhrase(formatAlerts(own, repository))),
  );
  const rest = open - alerts.length;
  return rest > 0 ? [...items, makeElement('li', { class: 'quiet' }, `and ${rest} more`)] : items;
}

/** The commit that an alert is of. */
function commitOf({ budget, commit, range }: Alert): string {
  return budget === undefined ? range.upTo : commit;
}

/** A change leads, and what is over a budget by it follows. */
export function joinAlerts(alerts: readonly Alert[]): [Alert, ...Alert[]][] {
  const joined: [Alert, ...Alert[]][] = [];
  const isOfBudget = (alert: Alert): number => (alert.budget === undefined ? 0 : 1);
  for (const alert of alerts.toSorted((a, b) => isOfBudget(a) - isOfBudget(b))) {
    const [worst] = alert.series;
    const place = joined.find(
      ([first]) =>
        alert.budget !== undefined &&
        [first.commit, commitOf(first)].includes(alert.commit) &&
        first.series.some(({ id }) => id === worst?.id),
    );
    if (place === undefined) joined.push([alert]);
    else place.push(alert);
  }
  return joined;
}

/** What became worse and is in no alert. */
export function leaveOutTold(
  groups: readonly ChangeGroup[],
  alerts: readonly Alert[],
): ChangeGroup[] {
  return groups.flatMap((group): ChangeGroup[] => {
    const own = alerts.filter((alert) => commitOf(alert) === group.range.upTo.commit);
    if (!group.isWorse || own.some(({ budget }) => budget === undefined)) return [];
    const told = new Set(own.flatMap(({ series }) => series.map(({ id }) => id)));
    const largest = group.largest.filter(({ series }) => !told.has(series.id));
    const count = group.count - group.largest.length + largest.length;
    return largest.length === 0 ? [] : [{ ...group, count, largest }];
  });
}

export function formatAlerts([alert, ...others]: [Alert, ...Alert[]], repository: string): Phrase {
  const { author, budget, number, range, series, subject } = alert;
  const [worst] = series;
  const commits =
    budget !== undefined || range.commits === 1
      ? titleCommit(commitOf(alert), subject)
      : `${nameCommit(range.after)}..${nameCommit(range.upTo)}`;
  const what: Phrase =
    worst === undefined
      ? []
      : [
          { size: formatChange(worst.change) },
          ' ',
          {
            text: titleOnPlatform(worst),
            to: linkTo.oneSeries(repository, worst.id),
          },
          series.length > 1 ? ` and ${series.length - 1} more` : '',
        ];
  return [
    `#${number} `,
    ...what,
    budget === undefined ? ' with ' : ` over ${nameBudget(budget)}, with `,
    { text: commits, to: linkTo.compare(repository, { before: range.after, after: range.upTo }) },
    `${writeBy(author)}${formatState(alert)}`,
    ...others.flatMap((other): Phrase =>
      other.budget === undefined
        ? []
        : [`; also over ${nameBudget(other.budget)} (#${other.number}${formatState(other)})`],
    ),
  ];
}

/** The limit is that of the alert: it is known also where no perigee.yml is. */
function nameBudget(budget: NonNullable<Alert['budget']>): string {
  return `the budget of ${formatShare(budget.limit)} since ${formatBudgetStart(budget)}`;
}

function formatState({ transitions }: Alert): string {
  const last = transitions.at(-1);
  if (last === undefined) return '';
  const { atMs, because, by } = last;
  const who = by === undefined ? '' : ` (${by}${because === undefined ? '' : `: ${because}`})`;
  return `, ${nameState(last)} since ${writeDay(atMs)}${who}`;
}

/** Faults of the gate itself, and the remedy. */
export function listAlarms(alarms: Gate['alarms']): HTMLElement[] {
  return alarms.map((alarm) => {
    const { remedy, what } = describeAlarm(alarm);
    return makeElement(
      'li',
      {},
      makeElement('b', {}, makePlain(what)),
      makeElement('span', { class: 'quiet' }, makePlain(remedy)),
    );
  });
}
