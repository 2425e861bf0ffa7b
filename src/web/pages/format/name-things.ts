import { listAnnotations } from '../../../contract/series-key.ts';
import { formatDay, formatMinute } from '../../../contract/format-time.ts';
import { shortenCommit } from '../../../contract/commit.ts';
import { namePlatform, onPlatform } from '../../../contract/platforms.ts';
import { titleMetric } from '../../../contract/metrics.ts';
import { formatChange, formatQuantity } from '../../../contract/units.ts';
import type { BuildSummary, Level, Machine, Place, Series, SeriesName } from '../../api/answers.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { nameSpan } from '../../../report/series-words.ts';

export function nameCommit(commit: string): string {
  return shortenCommit(commit);
}

/** `Latency of upload › send` */
export function titleSeries(series: SeriesName): string {
  return makePlain(`${titleMetric(series.metric)} of ${nameSpan(series)}`);
}

/** The same where nothing beside it names the platform: `Latency of upload › send on macos-arm64` */
export function titleOnPlatform(
  series: Pick<SeriesName, 'test' | 'span' | 'metric' | 'platform' | 'isOneOfPlatforms'>,
): string {
  const place = series.isOneOfPlatforms === true ? onPlatform(series.platform) : '';
  return makePlain(`${titleMetric(series.metric)} of ${nameSpan(series)}${place}`);
}

/** The properties that set it apart from others of the same span: `num_files=100, linux-x64, sync`. */
export function describePlace(series: SeriesName): string {
  return makePlain(listPlace(series).join(', '));
}

export function listPlace({ annotations, platform, suite }: SeriesName): string[] {
  return [...listAnnotations(annotations), namePlatform(platform), suite];
}

export function writeLevel({ value }: Level, { unit }: SeriesName): string {
  return formatQuantity(value, unit);
}

/** `+12.3%`; from zero there is no percentage. */
export function writeChange(change: number, isFromZero: boolean): string {
  return isFromZero ? 'from zero' : formatChange(change);
}

export function writeInterval({ low, high }: Level, { unit }: SeriesName): string {
  return `${formatQuantity(low, unit)} to ${formatQuantity(high, unit)}`;
}

/** `pull request #144`, `main` */
export function nameOrigin({ branch, branchKind, pullRequest }: BuildSummary): string {
  if (pullRequest !== undefined) return `pull request #${pullRequest}`;
  if (branch !== undefined) return makePlain(branch);
  if (branchKind === 'default') return 'the default branch';
  return branchKind === 'other' ? 'no known branch' : `a ${branchKind} branch`;
}

/** `Send twice (0123456789ab)`; without its message, the commit alone. */
export function titleCommit(commit: string, subject: string | undefined): string {
  return subject === undefined ? nameCommit(commit) : `${subject} (${nameCommit(commit)})`;
}

/** The parts of a name that a narrow place puts on lines of their own, rather than to break a word. */
export function listBreaks(text: string): string[] {
  return makePlain(text).split(/(?<=[/_]|::|› )(?=[^/_: ])/);
}

/** ` by Ann`; nothing where the author is not known. */
export function writeBy(author: string | undefined): string {
  return author === undefined ? '' : ` by ${makePlain(author)}`;
}

/** The author's title of the change; its run if nothing says so. */
export function titleBuild(build: BuildSummary): string {
  const { baseline, branch, isUncommitted, runId, subject } = build;
  if (subject !== undefined) return makePlain(subject);
  if (isUncommitted === true)
    return makePlain(`Uncommitted work on ${branch ?? nameCommit(baseline)}`);
  return makePlain(`Build ${runId}`);
}

/** Kernel and image may change below a machine that keeps its kind. */
export function nameMachine({ cores, cpu }: Pick<Machine, 'cores' | 'cpu'>): string {
  return `${makePlain(cpu)}, ${cores} cores`;
}
/** `2027-01-28`; empty where the time is not known. The same text on every machine and locale. */
export function writeDay(atMs: number | undefined): string {
  return atMs === undefined ? '' : formatDay(atMs);
}

/**
 * The day that a commit was made, in UTC like all times of ours. Where no build is of it and no git says it, the store
 * only knows that it is older than the next one: `before 2027-01-28`.
 */
export function writeDayOf({ atMs, commit }: Place, { commits }: Pick<Series, 'commits'>): string {
  const own = commits.find((one) => one.commit === commit);
  const isGuess =
    own?.author === undefined &&
    own?.subject === undefined &&
    commits.some((one) => one.atMs === atMs + 1);
  return isGuess ? `before ${writeDay(atMs + 1)}` : writeDay(atMs);
}

/** `09:00 UTC`; empty where the time is not known. */
export function writeClock(atMs: number | undefined): string {
  return atMs === undefined ? '' : writeTime(atMs).slice('2027-01-28 '.length);
}

/** `2027-01-28 09:00 UTC` */
export function writeTime(atMs: number): string {
  return `${formatMinute(atMs)} UTC`;
}
/** A sentence with links in it. Nothing here is escaped: the page sets it as text. */
export type Phrase = readonly (string | Link | Size)[];

/** A change, which stands out. */
interface Size {
  size: string;
}

interface Link {
  text: string;
  to: string;
}
