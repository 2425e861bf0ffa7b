import type { SeriesVerdict } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { seriesKey } from '../../contract/series-key.ts';
import { formatChange } from '../../contract/units.ts';
import type { Block } from '../markdown-budget.ts';
import { showCode, showProse } from '../markdown-text.ts';
import { cutPlain, makePlain } from '../plain-text.ts';
import { nameSpan } from '../series-words.ts';
import { foldRows, showCut } from './paragraphs.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import { type CompactOptions, tabulateCompact } from './tabulate-compact.ts';
import { countThings } from './title.ts';
import type { ViewAccept, ViewJudgement } from './view.ts';

/** More than these are folded. */
const mostOpen = 5;
const mostSeries = 3;
const mostAccepts = 100;

/** Who accepted which regression, why, and until when. */
export function showAccepts(accepts: readonly ViewAccept[]): Block[] {
  if (accepts.length === 0) return [];
  const rows = accepts.slice(0, mostAccepts).map((accept) => `- ${tellAccept(accept)}`);
  if (accepts.length > mostOpen) {
    return foldRows(
      `Accepted by people (${countThings(accepts.length, 'accept', 'accepts')})`,
      rows,
      'accepts',
    );
  }
  return [
    {
      head: ['#### Accepted regressions', ''],
      rows,
      tail: [''],
      tellLeftOut: (left) => `- … and ${left} more`,
    },
  ];
}

/** `A7: @somebody, because “…”, until 2026-12-01; Latency +23.4% of upload › send`, in Markdown. */
export function tellAccept({ id, by, because, at, until, series }: ViewAccept): string {
  const day = makePlain(at.slice(0, 10));
  const end = until === undefined ? '' : `, until ${cutPlain(until, 20)}`;
  // With the colon behind it, which could end the name of a picture: a date of a stranger may be any words.
  const when = showProse(`on ${day}${end}:`);
  const shown = series.slice(0, mostSeries).map(({ metric, change, ...span }) => {
    const size = change === undefined ? '' : ` ${formatChange(change)}`;
    const what = showProse(cutPlain(titleMetric(metric), 100));
    return `${what}${size} of ${showCode(cutPlain(nameSpan(span), 150))}`;
  });
  const left = series.length - shown.length;
  const more = left > 0 ? `, and ${countThings(left, 'more series')}` : '';
  return `**${showProse(cutPlain(id, 40))}** by ${showCode(cutPlain(by, 60))} ${when} ${shown.join(', ')}${more}. Because: ${showCut(because, 500)}`;
}

/** What the first run said, where it is known: the other figures are those of the run that cleared it. */
function showAlarms(
  { fates }: ViewJudgement,
  { cleared }: SortedJudgement,
): Pick<CompactOptions, 'last'> {
  const alarmOf = (series: SeriesVerdict) => fates.get(seriesKey(series))?.alarm;
  if (!cleared.some((series) => alarmOf(series) !== undefined)) return {};
  return {
    last: {
      name: 'Alarm',
      show: (series) => {
        const alarm = alarmOf(series);
        return alarm === undefined ? '' : formatChange(alarm);
      },
    },
  };
}

/** The series behind the accepts, and those that a fresh runner cleared; both folded. */
export function foldSettled(judgement: ViewJudgement, sorted: SortedJudgement): Block[] {
  return [
    ...tabulateCompact('Worse, and accepted', sorted.accepted, judgement.verdict, { fold: true }),
    ...tabulateCompact(
      'One run said so, a fresh runner did not',
      sorted.cleared,
      judgement.verdict,
      { fold: true, ...showAlarms(judgement, sorted) },
    ),
  ];
}
