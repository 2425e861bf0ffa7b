import { titleMetric } from '../../contract/metrics.ts';
import type { SeriesVerdict } from '../../contract/documents.ts';
import { showCode, showProse } from '../markdown-text.ts';
import { cutPlain, makePlain } from '../plain-text.ts';
import { type MetricsByName, nameSpan, tellSize, unitOf } from '../series-words.ts';

/** One line that says it all; the name in it is the only part that comes from outside. */
export interface Title {
  /** Beside the words, never instead of them. */
  sign: '✅' | '❌' | '⚠️' | '⏳' | '↪️';
  words: string;
  /** Stands behind the words. */
  name?: string;
  /** Stands behind the name. */
  more?: string;
  /** Stands at the end; may come from outside. */
  end?: string;
}

/** A name that is longer would push the rest out of the line. */
const longestName = 100;

/** GitHub refuses the title of a check or an issue that is longer. */
const longestTitle = 255;

export function showTitle({ sign, words, name, more = '', end = '' }: Title): string {
  const named = name === undefined ? '' : ` ${showCode(cutPlain(name, longestName))}`;
  return `${sign} ${showProse(cutPlain(words, longestTitle))}${named}${more}${showProse(cutPlain(end, longestTitle))}`;
}

/** Plain text, for places that know no Markdown. */
export function writeTitle({ words, name, more = '', end = '' }: Title): string {
  const named = name === undefined ? '' : ` ${cutPlain(name, longestName)}`;
  return cutPlain(`${makePlain(words)}${named}${more}${makePlain(end)}`, longestTitle);
}

/** `Regressed: Latency +23.4% in` and the name of the span, with how many series there are besides. */
export function titleRegressions(
  word: string,
  [first, ...others]: readonly [SeriesVerdict, ...SeriesVerdict[]],
  metrics: MetricsByName,
): Pick<Title, 'words' | 'name' | 'more'> {
  const what = [
    cutPlain(titleMetric(first.metric), longestName),
    tellSize(first, unitOf(first.metric, metrics)),
  ];
  const more = others.length === 0 ? '' : `, and ${countThings(others.length, 'more series')}`;
  return { words: `${word}: ${what.join(' ').trim()} in`, name: nameSpan(first), more };
}

/** `1 test`, `12 tests`, `1,200 series`. */
export function countThings(count: number, one: string, many = one): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
