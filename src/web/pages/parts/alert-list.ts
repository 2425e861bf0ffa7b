/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { titleMetric } from '../../../contract/metrics.ts';
import { formatChange } from '../../../contract/units.ts';
import type { Alert, Alerts } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { nameSpan } from '../../../report/series-words.ts';
import { nameCommit, writeDay, type Phrase } from '../format/name-things.ts';
import { makeSection, renderPhrase } from './elements.ts';

/** Alerts that need a person; nothing where there are none. */
export function listAlerts({ alerts, open }: Alerts, repository: string): Node[] {
  if (open === 0) return [];
  const items = alerts.map((alert) =>
    makeElement('li', {}, renderPhrase(formatAlert(alert, repository))),
  );
  const list = makeElement('ul', { class: 'plain alerts' }, ...items);
  const rest = open - alerts.length;
  const more = rest > 0 ? [makeElement('p', { class: 'quiet' }, `and ${rest} more`)] : [];
  return [makeSection('alerts', countThings(open, 'open alert'), list, ...more)];
}

function formatAlert(
  { budget, number, range, series, transitions }: Alert,
  repository: string,
): Phrase {
  const [worst] = series;
  const last = transitions.at(-1);
  const commits =
    range.commits === 1
      ? nameCommit(range.upTo)
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
          `${formatChange(worst.change)} `,
          {
            text: `${titleMetric(worst.metric)} of ${nameSpan(worst)}`,
            to: linkTo.oneSeries(repository, worst.id),
          },
          series.length > 1 ? ` and ${series.length - 1} more` : '',
        ];
  return [
    `#${number} `,
    ...what,
    budget === undefined ? ' with ' : ' over the budget, by ',
    { text: commits, to: linkTo.compare(repository, { before: range.after, after: range.upTo }) },
    `${state}${by}`,
  ];
}
