import { formatDay, formatMinute } from '../../contract/format-time.ts';
import { countThings } from '../../contract/count-things.ts';
import type {
  ControlNight,
  GateAlarm,
  GateAnswer,
  ShareEstimate,
} from '../../contract/gate-record.ts';
import { formatChange, formatQuantity } from '../../contract/units.ts';

const mostNights = 14;

/** The record of a gate, as rows of a name and a sentence: plain text. */
export function describeGate({ record }: Pick<GateAnswer, 'record'>): [string, string][] {
  const { alarms, blindSpots, falseAlarms, judged, nights, red, sameCode, spent, undecided } =
    record;
  const rows: [string, string][] = [
    ['judged', `${countThings(judged, 'commit')}: ${red} red, ${undecided} undecided`],
    ['alarms', describeAlarms(alarms)],
  ];
  rows.push([
    'false alarms',
    falseAlarms === undefined
      ? 'not known: no second run looked at an alarm'
      : `${describeShare(falseAlarms)} of the alarms that a second run looked at`,
  ]);
  if (sameCode !== undefined) {
    rows.push([
      'same code',
      `${describeShare(sameCode)} of the comparisons of a commit with itself were red`,
    ]);
  }
  rows.push([
    'spent',
    `${describeSpent(spent.judged)}; on controls ${describeSpent(spent.control)}`,
  ]);
  if (blindSpots !== undefined) {
    rows.push(['blind spots', blindSpots === 0 ? 'none' : describeSpots(blindSpots)]);
  }
  if (nights.length === 0) {
    rows.push(['control', 'none ran, so nothing shows that the gate can fire: `perigee control`']);
  }
  return rows;
}

function describeAlarms({
  accepted,
  cleared,
  confirmed,
  raised,
}: GateAnswer['record']['alarms']): string {
  const parts = [`${raised}; a second run confirmed ${confirmed} and cleared ${cleared}`];
  if (accepted !== undefined) parts.push(`people accepted ${accepted}`);
  return parts.join('; ');
}

function describeSpots(blindSpots: number): string {
  return `${countThings(blindSpots, 'test')} got worse through pushes that seemed to touch nothing they read`;
}

function describeShare({
  confidence,
  count: counted,
  high,
  low,
  of,
  share,
}: ShareEstimate): string {
  const range = `${percent(low)} to ${percent(high)}, at ${percent(confidence)}`;
  return `${counted} of ${of} = ${percent(share)} (${range})`;
}

function describeSpent({ pairs, seconds }: { pairs: number; seconds: number }): string {
  if (pairs === 0) return 'nothing';
  return `${countThings(pairs, 'pair')} in ${formatQuantity(seconds * 1e9, 'ns')}`;
}

/** The controls of the last nights, with a row of headings; empty where none ran. */
export function describeNights(nights: readonly ControlNight[]): string[][] {
  if (nights.length === 0) return [];
  const headings = ['UTC', 'added', 'red', 'smallest', 'would show', 'pairs', 'took'];
  const rows = nights.slice(0, mostNights).map((night) => {
    const { asked, at, by, cost, found, pairs, seconds, smallestFound, smallestVisible } = night;
    return [
      formatMinute(at),
      `${formatChange(by)} ${cost}`,
      `${night.isProven ? '✓' : '✗'} ${found} of ${asked}`,
      smallestFound === undefined ? '' : formatChange(smallestFound),
      smallestVisible === undefined ? '' : formatChange(smallestVisible),
      String(pairs),
      formatQuantity(seconds * 1e9, 'ns'),
    ];
  });
  return [headings, ...rows];
}

/** One alarm about the gate: plain text. */
export function describeAlarm({ message, remedy, since, suite }: GateAlarm): {
  what: string;
  remedy: string;
} {
  return { what: `${suite}: ${message} (since ${formatDay(since)})`, remedy };
}

function percent(share: number): string {
  const value = share * 100;
  return `${value < 10 && value > 0 ? value.toFixed(1) : Math.round(value)}%`;
}
