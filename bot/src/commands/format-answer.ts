import { formatDay } from '../../../src/contract/format-time.ts';
import { hasPlatforms } from '../../../src/contract/compare-platforms.ts';
import { listSome } from '../../../src/contract/count-things.ts';
import { printMarkdown } from '../../../src/report/print-markdown.ts';
import { type Inline, list } from '../../../src/report/blocks.ts';
import type { SeriesIdentity } from '../../../src/contract/series-key.ts';
import {
  nameSeries,
  nameSeriesOnPlatform,
  quoteName,
} from '../../../src/report/pull-request/name-series.ts';
import { formatCode, formatProse } from '../../../src/report/markdown-text.ts';
import { cutPlain } from '../../../src/report/plain-text.ts';
import { titleMetric } from '../../../src/contract/metrics.ts';
import { formatChange } from '../../../src/contract/units.ts';
import { type Accept, type AcceptedSeries, identifyAccepted } from '../../../src/gate/accept.ts';

const longestLine = 200;
const longestName = 600;
const mostListed = 20;

/** The command that is answered, as GitHub shows quotations. */
export function quoteLine(line: string): string {
  return `> ${formatCode(cutPlain(line, longestLine))}`;
}

/** A login, shown without a mention. */
export function formatPerson(login: string): string {
  return formatCode(cutPlain(`@${login}`, 60));
}

/** The text of others, as part of a sentence. */
export function formatWords(text: string): string {
  return formatProse(cutPlain(text, longestName));
}

/** The same as a sentence of its own: with an end. */
export function formatSentence(text: string): string {
  const shown = formatWords(text);
  return /[.!?]$/.test(shown) ? shown : `${shown}.`;
}

/** A name that others gave, as it is. */
export function formatName(name: string): string {
  return formatCode(cutPlain(name, longestName));
}

/**
 * One line each, as it can be pasted into a command; the rest is counted.
 * @param all of the build: each is named with its platform where there are several
 */
export function listSeries(
  series: readonly SeriesIdentity[],
  all: readonly SeriesIdentity[] = series,
  describe: (place: number) => string = () => '',
): string {
  const nameOne = hasPlatforms({ series: all }) ? nameSeriesOnPlatform : nameSeries;
  const items = series.map((one, place): Inline[] => [
    { code: nameForCommand(one, nameOne) },
    describe(place),
  ]);
  return printMarkdown(list(items, 'series', mostListed)).trimEnd();
}

export function formatSeries(series: SeriesIdentity): string {
  return formatCode(nameForCommand(series));
}

function nameForCommand(series: SeriesIdentity, nameOne = nameSeries): string {
  return cutPlain(quoteName(nameOne(series)), longestName);
}

export function listNames(names: readonly string[]): string {
  return listSome(
    names.map((name) => formatCode(cutPlain(quoteName(name), 300))),
    mostListed,
  );
}

/** The series that were accepted, by whom, why and until when. @param broken tests that fail, which no accept covers */
export function describeAccept(accept: Accept, broken: readonly string[]): string {
  const { series, id } = accept;
  const parts = [
    `**${id}**: accepted by ${formatPerson(accept.by)} ${formatEnd(accept)}. Because: ${formatWords(accept.because)}`,
    listAccepted(series),
    `${formatReach(accept)} \`/perigee revoke ${id}\` undoes it.`,
  ];
  if (broken.length > 0) {
    parts.push(`Not covered: tests that fail (${listNames(broken)}). They have to pass again.`);
  }
  return parts.join('\n\n');
}

function formatReach({ number }: Pick<Accept, 'number'>): string {
  return number === undefined
    ? 'It covers only this push: a later push that makes the branch worse gets its own issue.'
    : 'It covers later commits of this pull request as long as they are no worse.';
}

/** Each series with how bad it may be. */
export function listAccepted(series: readonly AcceptedSeries[]): string {
  const all = series.map(identifyAccepted);
  return listSeries(all, all, (place) => formatSize(series[place]));
}

/** The accepts of a pull request or a push, one line each. */
export function listAccepts(
  accepts: readonly Accept[],
  of: 'pull request' | 'push' = 'pull request',
  mostListed = 50,
): string {
  if (accepts.length === 0) return `Nothing is accepted on this ${of}.`;
  const lines = accepts.slice(0, mostListed).map((accept) => {
    const [first] = accept.series;
    const name = first === undefined ? '' : formatSeries(identifyAccepted(first));
    const more = accept.series.length > 1 ? ` and ${accept.series.length - 1} more` : '';
    const when = formatDay(accept.atMs);
    return `- **${accept.id}** by ${formatPerson(accept.by)} on ${when}, ${formatEnd(accept)}: ${name}${more}. Because: ${formatWords(accept.because)}`;
  });
  const left = accepts.length - lines.length;
  if (left > 0) lines.push(`- … and ${left} more`);
  return lines.join('\n');
}

function formatEnd({ until }: Pick<Accept, 'until'>): string {
  return until === undefined ? 'without an end' : `until the end of ${until} (UTC)`;
}

/** `: Latency +12.5%, up to +20.0%`. */
function formatSize(series: AcceptedSeries | undefined): string {
  if (series === undefined) return '';
  const { change, metric, upper } = series;
  const size = change === undefined ? '' : ` ${formatChange(change)}`;
  const most = upper === undefined ? '' : `, up to ${formatChange(upper)}`;
  return `: ${titleMetric(metric)}${size}${most}`;
}
