/** How people name a series in a command: what a reply or a comment shows is what can be pasted. */
import { namePlatform } from '../../contract/platforms.ts';
import { listAnnotations, type SeriesIdentity } from '../../contract/series-key.ts';
import { makePlain } from '../plain-text.ts';

/** `upload/send[files=10]/latency`: test, span, annotations where there are some, metric. */
export function nameSeries(series: SeriesIdentity): string {
  return plainName(`${nameSpanFully(series)}/${series.metric}`);
}

/** `upload/send/latency@macos-arm64`: where others of its name are on other platforms. */
export function nameSeriesOnPlatform(series: SeriesIdentity): string {
  return `${nameSeries(series)}@${plainName(namePlatform(series.platform))}`;
}

/**
 * The names that a series answers to. Less than the whole name stands for all that it begins: a test for all
 * its series, a span for all its metrics.
 */
export function listSeriesNames(series: SeriesIdentity): { whole: string[]; group: string[] } {
  const { test, span, metric, platform } = series;
  const spans = [`${test}/${span}`, nameSpanFully(series)];
  // Reports show one name where both are the same.
  if (test === span) spans.push(test, `${test}${nameAnnotations(series)}`);
  const platforms = [platform, namePlatform(platform)];
  const whole = spans
    .map((name) => `${name}/${metric}`)
    .flatMap((name) => [name, ...platforms.map((one) => `${name}@${one}`)]);
  return { whole: whole.map(plainName), group: [test, ...spans].map(plainName) };
}

/** As one line on which blanks and invisible characters do not matter: what is seen alike is named alike. */
export function plainName(text: string): string {
  return makePlain(text).replace(/ *› */g, '/').replace(/\s+/g, ' ').trim();
}

/** The name as a word of a command: in quotes where it would be read as several, or as something else. */
export function quoteName(name: string): string {
  if (/^[^\s"'`“”„\\]+$/.test(name) && !/^(?:all|because|until)[:,]?$|,$/i.test(name)) return name;
  return `"${name.replace(/["\\]/g, '\\$&')}"`;
}

function nameSpanFully(series: Omit<SeriesIdentity, 'metric'>): string {
  return `${series.test}/${series.span}${nameAnnotations(series)}`;
}

function nameAnnotations({ annotations }: Pick<SeriesIdentity, 'annotations'>): string {
  const words = listAnnotations(annotations, String);
  return words.length === 0 ? '' : `[${words.join(',')}]`;
}
