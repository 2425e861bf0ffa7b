import { type Alert, type AlertSeries, lastTransition } from '../../contract/alerts.ts';
import type { GateEntry } from '../../contract/documents.ts';
import type { ControlNight } from '../../contract/gate-record.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import { timeOfBuild } from '../build-time.ts';
import type { LevelMark } from '../marks.ts';
import { escapeName, quote, writeAnnotations } from './lines.ts';
import { measurement } from './names.ts';
import { encodeTag } from './tag-text.ts';

/** A series that an alert was about, and is no more. */
export const withdrawn = 'withdrawn';

/** What found a change that is no alert. */
export const byLevels = 'levels';

export interface ChangeFinder {
  repository: string;
  suite: string;
  foundBy: Alert['foundBy'] | typeof byLevels;
}

/** The tags of a change, as a line has them: what it overwrites has the same. */
export function tagsOfChange(
  { foundBy, repository, suite }: ChangeFinder,
  { annotations, metric, platform, span, test }: SeriesIdentity,
): string {
  return [
    writeAnnotations(annotations),
    ...[tag('found_by', foundBy), tag('metric', metric), tag('platform', platform)],
    ...[tag('repository', repository), tag('span', span), tag('suite', suite), tag('test', test)],
  ].join('');
}

/** @param atMs when the commit was first measured */
export function lineOfChange(alert: Alert, series: AlertSeries, atMs: number): string {
  const { commit, number, range } = alert;
  const { because, by, state } = lastTransition(alert);
  const said = [by, because].filter((one) => one !== undefined).join(': ');
  const text = `${tellChange(series)}, alert ${number}, ${state}`;
  const fields = [
    ...[field('after', range.after), `change=${series.change}`, field('commit', commit)],
    ...[`number=${number}`, field('said', said), field('state', state), field('text', text)],
    field('up_to', range.upTo),
  ];
  return `${measurement.changes}${tagsOfChange(alert, series)} ${fields.join(',')} ${atMs}000000`;
}

export function lineOfLevel(repository: string, mark: LevelMark): string {
  const { atMs, change, commit, confidence, id, isWorse, range, series, suite } = mark;
  const text = mark.text ?? [tellChange({ ...series, change }), ...tellSure(confidence)].join(', ');
  const fields = [
    ...[field('after', range.after), `change=${change}`, field('commit', commit)],
    ...(confidence === undefined ? [] : [`confidence=${confidence}`]),
    ...[field('series', id), field('state', isWorse ? 'worse' : 'better'), field('text', text)],
    field('up_to', range.upTo),
  ];
  const tags = tagsOfChange({ foundBy: byLevels, repository, suite }, series);
  return `${measurement.changes}${tags} ${fields.join(',')} ${Math.floor(atMs)}000000`;
}

/** Nothing is certain, whatever rounding says. */
function tellSure(confidence: number | undefined): string[] {
  if (confidence === undefined) return [];
  return [`${confidence > 0.999 ? 'over 99.9' : (100 * confidence).toFixed(1)}% sure`];
}

/** @param tags of a change that is none any more */
export function lineOfWithdrawn(tags: string, atMs: number): string {
  return `${measurement.changes}${tags} ${field('state', withdrawn)} ${atMs}000000`;
}

function tellChange({
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
  const tags = [
    ...[tag('conclusion', conclusion), tag('kind', 'judged')],
    ...[tag('repository', repository), tag('suite', suite)],
  ].join('');
  const fields = [
    ...[`blocking=${blocking}`, `cleared=${cleared}`, field('commit', commit)],
    ...[`confirmed=${confirmed}`, `pairs=${spent.pairs}`, `red=${judged.isRed ? 1 : 0}`],
    ...[field('run', run), `same_code=${judged.isSameCode ? 1 : 0}`, `seconds=${spent.seconds}`],
    ...[`undecided=${undecided}`, `undecided_build=${conclusion === 'undecided' ? 1 : 0}`],
    `whole=${judged.isWhole ? 1 : 0}`,
  ];
  const time = timeOfBuild({ repository, suite, runId: run, atMs: Date.parse(at) });
  return `${measurement.gate}${tags} ${fields.join(',')} ${time}`;
}

export function lineOfNight(repository: string, night: ControlNight): string {
  const { asked, at, by, cost, found, pairs, seconds, smallestFound, smallestVisible, suite } =
    night;
  const tags = [
    ...[tag('cost', cost), tag('kind', 'control')],
    ...[tag('repository', repository), tag('suite', suite)],
  ].join('');
  const fields = [
    ...[`asked=${asked}`, `by=${by}`, `found=${found}`, `pairs=${pairs}`],
    ...[`proven=${night.isProven ? 1 : 0}`, `seconds=${seconds}`],
    ...(smallestFound === undefined ? [] : [`smallest_found=${smallestFound}`]),
    ...(smallestVisible === undefined ? [] : [`smallest_visible=${smallestVisible}`]),
  ];
  return `${measurement.gate}${tags} ${fields.join(',')} ${Date.parse(at)}000000`;
}

function tag(name: string, value: string): string {
  return `,${name}=${escapeName(encodeTag(value))}`;
}

/** A line ends where its text has a line break: people write what is said of an alert. */
function field(name: string, text: string): string {
  return `${name}=${quote(text.replaceAll(/[\n\r]+/g, ' '))}`;
}
