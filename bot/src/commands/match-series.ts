import type { SeriesIdentity } from '../../../src/contract/series-key.ts';
import { listSeriesNames, plainName } from '../../../src/report/pull-request/name-series.ts';
import type { NamedSeries } from './command.ts';

export type Matched<T> =
  | { kind: 'found'; series: T[] }
  /** No series has this name. */
  | { kind: 'none'; name: string }
  /** The name can be read as one of a test, a span or a series, and not all mean the same. */
  | { kind: 'ambiguous'; name: string; series: T[] };

/**
 * Finds the series that a command means. A whole name beats what it begins: `a/b/latency` is that series, `a/b` all
 * metrics of the span `b`, `a` all of the test. There are no patterns: a `*` is a letter.
 */
export function matchSeries<T extends SeriesIdentity>(
  { whole, words }: NamedSeries,
  all: readonly T[],
): Matched<T> {
  const asOne = matchName(whole, all);
  if (asOne.kind !== 'none' || (words.length === 1 && words[0] === whole)) return asOne;
  const found = new Set<T>();
  for (const word of words) {
    const matched = matchName(word, all);
    if (matched.kind !== 'found') return matched;
    for (const series of matched.series) found.add(series);
  }
  return { kind: 'found', series: all.filter((series) => found.has(series)) };
}

function matchName<T extends SeriesIdentity>(text: string, all: readonly T[]): Matched<T> {
  const name = plainName(text);
  const whole: T[] = [];
  /** By what the name is of: a test, or a span of one. */
  const groups = new Map<string, T[]>();
  for (const series of all) {
    // A hundred thousand series have millions of names: most are ruled out by how they begin.
    if (!name.startsWith(plainName(series.test))) continue;
    const names = listSeriesNames(series);
    if (names.whole.includes(name)) whole.push(series);
    const place = names.group.indexOf(name);
    if (place < 0) continue;
    const of = place === 0 ? series.test : `${series.test}\u0000${series.span}`;
    const group = groups.get(of);
    if (group === undefined) groups.set(of, [series]);
    else group.push(series);
  }
  if (whole.length > 0) return { kind: 'found', series: whole };
  const [first, ...others] = groups.values();
  if (first === undefined) return { kind: 'none', name: text };
  if (others.length === 0) return { kind: 'found', series: first };
  return { kind: 'ambiguous', name: text, series: [first, ...others].flat() };
}
