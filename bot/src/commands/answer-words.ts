import type { SeriesIdentity } from '../../../src/contract/series-key.ts';
import { nameSeries, quoteName } from '../../../src/report/pull-request/name-series.ts';
import { showCode, showProse } from '../../../src/report/markdown-text.ts';
import { cutPlain } from '../../../src/report/plain-text.ts';

const longestLine = 200;
const longestName = 600;
const mostListed = 20;

/** The command that is answered, as GitHub shows what somebody said. */
export function quoteLine(line: string): string {
  return `> ${showCode(cutPlain(line, longestLine))}`;
}

/** A login, shown without a mention. */
export function showPerson(login: string): string {
  return showCode(cutPlain(`@${login}`, 60));
}

/** What others wrote, as part of a sentence. */
export function showWords(text: string): string {
  return showProse(cutPlain(text, longestName));
}

/** The same as a sentence of its own: with an end. */
export function showSentence(text: string): string {
  const shown = showWords(text);
  return /[.!?]$/.test(shown) ? shown : `${shown}.`;
}

/** A name that others gave, as it is. */
export function showName(name: string): string {
  return showCode(cutPlain(name, longestName));
}

/** One line each, as it can be pasted into a command; the rest is counted. */
export function listSeries(
  series: readonly SeriesIdentity[],
  describe: (place: number) => string = () => '',
): string {
  const lines = series
    .slice(0, mostListed)
    .map((one, place) => `- ${showSeries(one)}${describe(place)}`);
  const left = series.length - lines.length;
  return [...lines, ...(left > 0 ? [`- … and ${left.toLocaleString('en-US')} more`] : [])].join(
    '\n',
  );
}

export function showSeries(series: SeriesIdentity): string {
  return showCode(cutPlain(quoteName(nameSeries(series)), longestName));
}

export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).map((name) => showCode(cutPlain(quoteName(name), 300)));
  const left = names.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${left.toLocaleString('en-US')} more` : ''}`;
}
