import type { Metric, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { type TerminalOptions, printTerminal } from './print-terminal.ts';
import { seriesKey, listLeads, spanKey } from '../contract/series-key.ts';
import { cutPlain } from './plain-text.ts';
import { arrangeView } from './pull-request/compose-view.ts';
import { formatMove, indexMetrics, nameMetric, nameSlice, unitOf } from './series-words.ts';
import { viewVerdict } from './verdict-view.ts';

export type { TerminalOptions } from './print-terminal.ts';

/**
 * The verdict for a person at a terminal: the answer first, the worst next, the rest with `verbose`.
 * @param red the verdict of the run before, if that was red
 */
export function renderTerminal(verdict: Verdict, options: TerminalOptions, red?: Verdict): string {
  const notes = red === undefined ? [] : noteFixed(red, verdict);
  return printTerminal(arrangeView(viewVerdict(verdict, { patch: options.patch, notes })), options);
}

/** An interval may show that it is still worse, within what is allowed. */
function nameKnown({ evidence, state }: SeriesVerdict, direction?: Metric['direction']): string {
  const { lower = -Infinity, upper = Infinity } = evidence.interval ?? {};
  const isWorse = direction === 'higher' ? upper < 0 : lower > 0;
  return isWorse && state === 'not-regressed'
    ? 'worse than the base by less than is allowed'
    : 'not worse than the base any more';
}

const mostFixed = 3;
const isUnclear = 'which does not tell whether it is still worse';

/** What was red in the run before, and is not any more. */
function noteFixed(red: Verdict, { metrics, series }: Verdict): string[] {
  const now = new Map(series.map((one) => [seriesKey(one), one]));
  const named = indexMetrics(metrics);
  const keyOf = (one: SeriesVerdict): string => spanKey({ ...one, platform: '' });
  const stillRed = new Set(series.filter(({ blocking }) => blocking).map(keyOf));
  const fixed = listLeads(red.series.filter(({ blocking }) => blocking)).flatMap((then) => {
    const after = now.get(seriesKey(then));
    if (after === undefined || after.state === 'regressed' || stillRed.has(keyOf(after))) return [];
    // Each beside the base of its run: another one may have been on a slower machine.
    const unit = unitOf(then.metric, named);
    const [was, is = 'not measured'] = [then, after].map(
      (one) => formatMove(one, unit) || undefined,
    );
    const isKnown =
      after.state === 'improved' || (after.state === 'not-regressed' && after.seen !== false);
    const state = isKnown ? nameKnown(after, named.get(then.metric)?.direction) : isUnclear;
    const name = `${nameMetric(then.metric)} of ${nameSlice(then)}`;
    return [`${cutPlain(name, 200)} was ${was} and is ${is} now, ${state}`];
  });
  const more = fixed.length > mostFixed ? `; and ${fixed.length - mostFixed} more` : '';
  return fixed.length === 0
    ? []
    : [`Red in the run before: ${fixed.slice(0, mostFixed).join('; ')}${more}.`];
}
