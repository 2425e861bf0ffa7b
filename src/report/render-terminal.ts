import type { Metric, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { type TerminalOptions, printTerminal } from './print-terminal.ts';
import { seriesKey, listLeads, spanKey } from '../contract/series-key.ts';
import { canBlock } from './findings.ts';
import { cutPlain } from './plain-text.ts';
import { arrangeView } from './pull-request/compose-view.ts';
import { formatMove, indexMetrics, nameMetric, nameSlice, unitOf } from './series-words.ts';
import { viewVerdict } from './verdict-view.ts';

export type { TerminalOptions } from './print-terminal.ts';

/**
 * The verdict for a person at a terminal: the answer first, the worst next, the rest with `verbose`.
 * @param earlier the verdict of the run before, if that was red or undecided
 */
export function renderTerminal(
  verdict: Verdict,
  options: TerminalOptions,
  earlier?: Verdict,
): string {
  const notes = earlier === undefined ? [] : noteMoved(earlier, verdict);
  return printTerminal(arrangeView(viewVerdict(verdict, { patch: options.patch, notes })), options);
}

/** An interval may show that it is still worse, within what is allowed. */
function describeNow(
  { evidence, seen, state }: SeriesVerdict,
  was: Was,
  direction?: Metric['direction'],
): string {
  const isKnown = state === 'improved' || (state === 'not-regressed' && seen !== false);
  if (!isKnown)
    return `which does not tell whether it is ${was === 'Red' ? 'still worse' : 'worse'}`;
  const { lower = -Infinity, upper = Infinity } = evidence.interval ?? {};
  const isWorse = direction === 'higher' ? upper < 0 : lower > 0;
  return isWorse && state === 'not-regressed'
    ? 'worse than the base by less than is allowed'
    : `not worse than the base${was === 'Red' ? ' any more' : ''}`;
}

const mostTold = 3;

type Was = 'Red' | 'Undecided';

/** What was red in the run before, or past its limit and undecided, and is not any more. */
function noteMoved(earlier: Verdict, verdict: Verdict): string[] {
  const red = earlier.series.filter(({ blocking }) => blocking);
  const open = earlier.series.filter(
    (one) => one.state === 'undecided' && canBlock(one) && one.evidence.change !== undefined,
  );
  return [
    ...noteGone('Red', red, verdict),
    ...(red.length > 0 ? [] : noteGone('Undecided', open, verdict)),
  ];
}

function noteGone(
  was: Was,
  before: readonly SeriesVerdict[],
  { metrics, series }: Verdict,
): string[] {
  const now = new Map(series.map((one) => [seriesKey(one), one]));
  const named = indexMetrics(metrics);
  const keyOf = (one: SeriesVerdict): string => spanKey({ ...one, platform: '' });
  const stillRed = new Set(series.filter(({ blocking }) => blocking).map(keyOf));
  const gone = listLeads([...before]).flatMap((then) => {
    const after = now.get(seriesKey(then));
    if (after === undefined || after.state === 'regressed' || stillRed.has(keyOf(after))) return [];
    if (after.state === then.state) return [];
    // Each beside the base of its run: another one may have been on a slower machine.
    const unit = unitOf(then.metric, named);
    const [first, is = 'not measured'] = [then, after].map(
      (one) => formatMove(one, unit) || undefined,
    );
    const state = describeNow(after, was, named.get(then.metric)?.direction);
    const name = `${nameMetric(then.metric)} of ${nameSlice(then)}`;
    return [`${cutPlain(name, 200)} was ${first} and is ${is} now, ${state}`];
  });
  const more = gone.length - mostTold;
  return [
    ...gone.slice(0, mostTold).map((one) => `${was} in the run before: ${one}.`),
    ...(more > 0 ? [`${was} in the run before: ${more} more series.`] : []),
  ];
}
