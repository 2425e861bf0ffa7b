import { Point } from '@influxdata/influxdb-client';
import { type Alert, type AlertSeries, lastTransition } from '../../contract/alerts.ts';
import type { GateEntry } from '../../contract/documents.ts';
import type { ControlNight } from '../../contract/gate-record.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import { timeOfBuild } from '../order-values.ts';
import type { LevelMark } from '../series-store.ts';
import { writePoint } from './lines.ts';
import { measurement, tagOfAnnotation } from './names.ts';
import { encodeAnnotation, encodeTag } from './tag-text.ts';

/** A series that an alert was about, and is no more. */
export const withdrawn = 'withdrawn';

/** The source of a change that is no alert. */
export const byLevels = 'levels';

export interface ChangeFinder {
  repository: string;
  suite: string;
  foundBy: Alert['foundBy'] | typeof byLevels;
}

/** @param atMs when the commit was first measured */
export function lineOfChange(alert: Alert, series: AlertSeries, atMs: number): string {
  const { commit, number, range } = alert;
  const { because, by, state } = lastTransition(alert);
  const said = [by, because].filter((one) => one !== undefined).join(': ');
  const point = pointOfChange(alert, series, atMs)
    .stringField('after', range.after)
    .floatField('change', series.change)
    .stringField('commit', commit)
    .floatField('number', number)
    .stringField('said', joinLines(said))
    .stringField('state', state)
    .stringField('text', joinLines(`${formatMarkChange(series)}, alert ${number}, ${state}`))
    .stringField('up_to', range.upTo);
  return writePoint(point);
}

export function lineOfLevel(repository: string, mark: LevelMark): string {
  const { atMs, change, commit, confidence, id, isWorse, range, series, suite } = mark;
  const text =
    mark.text ?? [formatMarkChange({ ...series, change }), ...formatSure(confidence)].join(', ');
  const point = pointOfChange({ foundBy: byLevels, repository, suite }, series, atMs)
    .stringField('after', range.after)
    .floatField('change', change)
    .stringField('commit', commit)
    .stringField('series', id)
    .stringField('state', isWorse ? 'worse' : 'better')
    .stringField('text', joinLines(text))
    .stringField('up_to', range.upTo);
  if (confidence !== undefined) point.floatField('confidence', confidence);
  return writePoint(point);
}

/** Takes back a change that is none any more: equal for changes that overwrite each other. */
export function lineOfWithdrawn(
  finder: ChangeFinder,
  series: SeriesIdentity,
  atMs: number,
): string {
  return writePoint(pointOfChange(finder, series, atMs).stringField('state', withdrawn));
}

function pointOfChange(
  { foundBy, repository, suite }: ChangeFinder,
  { annotations, metric, platform, span, test }: SeriesIdentity,
  atMs: number,
): Point {
  const point = new Point(measurement.changes)
    .tag('found_by', foundBy)
    .tag('metric', encodeTag(metric))
    .tag('platform', encodeTag(platform))
    .tag('repository', encodeTag(repository))
    .tag('span', encodeTag(span))
    .tag('suite', encodeTag(suite))
    .tag('test', encodeTag(test))
    .timestamp(`${Math.floor(atMs)}000000`);
  for (const [key, value] of Object.entries(annotations)) {
    point.tag(tagOfAnnotation(key), encodeAnnotation(value));
  }
  return point;
}

/** Nothing is certain, whatever rounding says. */
function formatSure(confidence: number | undefined): string[] {
  if (confidence === undefined) return [];
  return [`${confidence > 0.999 ? 'over 99.9' : (100 * confidence).toFixed(1)}% sure`];
}

function formatMarkChange({
  change,
  metric,
  span,
  test,
}: Omit<AlertSeries, 'annotations' | 'platform'>): string {
  return `${test}/${span} ${metric} ${change > 0 ? '+' : ''}${(100 * change).toFixed(1)}%`;
}

/** An entry that was judged. @returns undefined for any other */
export function lineOfJudged(repository: string, entry: GateEntry): string | undefined {
  const { at, commit, judged, run, spent, suite } = entry;
  if (judged === undefined) return undefined;
  const { blocking, cleared = 0, conclusion, confirmed = 0, undecided } = judged;
  const point = pointOfGate('judged', repository, suite)
    .tag('conclusion', conclusion)
    .floatField('blocking', blocking)
    .floatField('cleared', cleared)
    .stringField('commit', commit)
    .floatField('confirmed', confirmed)
    .floatField('pairs', spent.pairs)
    .floatField('red', judged.isRed ? 1 : 0)
    .stringField('run', run)
    .floatField('same_code', judged.isSameCode ? 1 : 0)
    .floatField('seconds', spent.seconds)
    .floatField('undecided', undecided)
    .floatField('undecided_build', conclusion === 'undecided' ? 1 : 0)
    .floatField('whole', judged.isWhole ? 1 : 0)
    .timestamp(timeOfBuild({ repository, suite, runId: run, atMs: Date.parse(at) }));
  return writePoint(point);
}

export function lineOfNight(repository: string, night: ControlNight): string {
  const { asked, at, by, cost, found, pairs, seconds, smallestFound, smallestVisible, suite } =
    night;
  const point = pointOfGate('control', repository, suite)
    .tag('cost', cost)
    .floatField('asked', asked)
    .floatField('by', by)
    .floatField('found', found)
    .floatField('pairs', pairs)
    .floatField('proven', night.isProven ? 1 : 0)
    .floatField('seconds', seconds)
    .timestamp(`${Date.parse(at)}000000`);
  if (smallestFound !== undefined) point.floatField('smallest_found', smallestFound);
  if (smallestVisible !== undefined) point.floatField('smallest_visible', smallestVisible);
  return writePoint(point);
}

function pointOfGate(kind: 'control' | 'judged', repository: string, suite: string): Point {
  return new Point(measurement.gate)
    .tag('kind', kind)
    .tag('repository', encodeTag(repository))
    .tag('suite', encodeTag(suite));
}

/** A line ends where its text has a line break: people write what is said of an alert. */
function joinLines(text: string): string {
  return text.replaceAll(/[\n\r]+/g, ' ');
}
