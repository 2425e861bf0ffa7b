/// <reference lib="dom" />
import { formatChange } from '../../../contract/units.ts';
import type { Alert, Alerts, Gate } from '../../api/answers.ts';
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

/** Alerts that need a person. */
export function listAlerts({ alerts, open }: Alerts, repository: string): HTMLElement[] {
  const items = alerts.map((alert) =>
    makeElement('li', { class: 'regressed' }, renderPhrase(formatAlert(alert, repository))),
  );
  const rest = open - alerts.length;
  return rest > 0 ? [...items, makeElement('li', { class: 'quiet' }, `and ${rest} more`)] : items;
}

function formatAlert(alert: Alert, repository: string): Phrase {
  const { author, budget, number, range, series, subject, transitions } = alert;
  const [worst] = series;
  const last = transitions.at(-1);
  const commits =
    range.commits === 1
      ? titleCommit(range.upTo, subject)
      : `${nameCommit(range.after)}..${nameCommit(range.upTo)}`;
  const state = last === undefined ? '' : `, ${last.state} since ${writeDay(last.atMs)}`;
  const by =
    last?.by === undefined
      ? ''
      : ` (${last.by}${last.because === undefined ? '' : `: ${last.because}`})`;
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
    budget === undefined ? ' with ' : ' over the budget, by ',
    { text: commits, to: linkTo.compare(repository, { before: range.after, after: range.upTo }) },
    `${writeBy(author)}${state}${by}`,
  ];
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
