/** The verdict of a run that goes on, in words, for a terminal and for the log of a job. */
import { countThings } from '../contract/count-things.ts';
import type { SeriesVerdict, Verdict } from '../contract/documents.ts';
import { titleMetric } from '../contract/metrics.ts';
import { canBlock, hasVanished } from '../report/findings.ts';
import { makePlain } from '../report/plain-text.ts';
import { formatEstimate, indexMetrics, nameSlice, unitOf } from '../report/series-words.ts';

export interface SoFar {
  /** `so far: 1 series regressed, 2 may have`: of those that can block, as the headline of the end counts them. */
  words: string;
  /** Those that block, the worst series of each span, by its name: `upload › send, Latency +24.0%`. */
  red: ReadonlyMap<string, string>;
}

export function describeSoFar({ counts, metrics, series }: Verdict): SoFar {
  const may = series.filter((one) => isOpen(one)).length;
  const red = new Map<string, string>();
  for (const one of series.filter(({ blocking }) => blocking)) {
    const name = makePlain(nameSlice(one));
    if (!red.has(name)) red.set(name, formatRed(one, name, metrics));
  }
  const warnings = counts.regressed - counts.blocking;
  const parts = [
    `${counts.blocking === 0 ? 'no' : counts.blocking.toLocaleString('en-US')} series regressed`,
    ...(may === 0 ? [] : [`${may.toLocaleString('en-US')} may have`]),
    ...(warnings === 0 ? [] : [countThings(warnings, 'warning')]),
    ...(counts.improved === 0 ? [] : [`${counts.improved.toLocaleString('en-US')} improved`]),
  ];
  return { words: `so far: ${parts.join(', ')}`, red };
}

function isOpen(one: SeriesVerdict): boolean {
  return one.state === 'undecided' && canBlock(one) && !hasVanished(one);
}

function formatRed(series: SeriesVerdict, name: string, metrics: Verdict['metrics']): string {
  const size = formatEstimate(series, unitOf(series.metric, indexMetrics(metrics)));
  return `${name}, ${titleMetric(series.metric)} ${size}`;
}

/** Told once, where a run that is red goes on. */
export const goesOnRed =
  'the verdict is red already; measuring goes on, since more pairs show what else is slower';
