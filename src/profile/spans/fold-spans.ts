import { findMetric } from '../../contract/metrics.ts';
import { annotationKey } from '../../contract/series-key.ts';
import type { Annotations, SpanProfile } from '../../contract/documents.ts';
import type { Readings } from '../readings.ts';
import { limits } from './annotation-rules.ts';
import { type FoldedNumbers, type RecordedNumbers } from './number-table.ts';

export interface FinishedSpan {
  span: string;
  annotations: Annotations;
  parent?: string;
  /** Absent where Perigee did not see it run. */
  observedNs?: number;
  values: Readings;
}

interface Fold {
  span: string;
  annotations: Annotations;
  parent?: string;
  occurrences: number;
  /** Sum over all occurrences; absent where one has none. */
  observedNs: number | undefined;
  values: Map<string, { sum: number; count: number; max: number }>;
  numbers: RecordedNumbers;
}

/** Occurrences of one span with the same annotations as one entry: gauges to their maximum, the rest to their mean. */
export class FoldedSpans {
  readonly #folds = new Map<string, Fold>();
  readonly #valuesOfKey = new Map<string, Set<string>>();

  /** @returns why the span was not taken, or undefined when it was */
  add(finished: FinishedSpan): string | undefined {
    const key = keyOf(finished.span, finished.annotations);
    let fold = this.#folds.get(key);
    if (fold === undefined) {
      const refusal = this.#refuse(finished.annotations);
      if (refusal !== undefined) return refusal;
      const { span, annotations, parent } = finished;
      fold = {
        span,
        annotations,
        ...(parent === undefined ? {} : { parent }),
        occurrences: 0,
        observedNs: 0,
        values: new Map(),
        numbers: new Map(),
      };
      this.#folds.set(key, fold);
    }
    fold.occurrences += 1;
    const { observedNs } = finished;
    if (observedNs === undefined) fold.observedNs = undefined;
    else if (fold.observedNs !== undefined) fold.observedNs += observedNs;
    addValues(fold, finished.values);
    return undefined;
  }

  /** Where the numbers of a span that has ended are kept; undefined for one that has not. */
  findNumbers(span: string, annotations: Annotations): RecordedNumbers | undefined {
    return this.#folds.get(keyOf(span, annotations))?.numbers;
  }

  /** @param foldNumbers what the numbers of a span become */
  list(foldNumbers: (numbers: RecordedNumbers, span: string) => FoldedNumbers): SpanProfile[] {
    return [...this.#folds.values()].map(({ numbers, observedNs, ...fold }) => {
      const measured = {
        ...fold,
        ...(observedNs === undefined ? {} : { observedNs: observedNs / fold.occurrences }),
        values: Object.fromEntries(
          [...fold.values].map(([name, { sum, count, max }]) => [
            name,
            findMetric(name)?.kind === 'gauge' ? max : sum / count,
          ]),
        ),
      };
      return addNumbers(measured, foldNumbers(numbers, fold.span));
    });
  }

  #refuse(annotations: Annotations): string | undefined {
    // One entry is kept free for the span of the whole test.
    if (this.#folds.size >= limits.distinctSpans - 1) {
      return `one execution has at most ${limits.distinctSpans} different spans: mark fewer, or annotate with fewer values`;
    }
    const entries = Object.entries(annotations).map(
      ([key, value]) => [key, JSON.stringify(value)] as const,
    );
    for (const [key, value] of entries) {
      const seen = this.#valuesOfKey.get(key);
      if (seen !== undefined && seen.size >= limits.distinctValuesPerKey && !seen.has(value)) {
        return `annotation "${key}" has more than ${limits.distinctValuesPerKey} different values in this test: each makes a series of its own, so annotate with classes instead of single values`;
      }
    }
    for (const [key, value] of entries) {
      const seen = this.#valuesOfKey.get(key) ?? new Set();
      this.#valuesOfKey.set(key, seen.add(value));
    }
    return undefined;
  }
}

function keyOf(span: string, annotations: Annotations): string {
  return `${span}\u0000${annotationKey(annotations)}`;
}

/** A span with what it recorded beside what was measured. */
export function addNumbers(span: SpanProfile, { values, spreads }: FoldedNumbers): SpanProfile {
  return {
    ...span,
    values: { ...span.values, ...values },
    ...(Object.keys(spreads).length === 0 ? {} : { spreads }),
  };
}

function addValues(fold: Fold, values: Readings): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const entry = fold.values.get(name) ?? { sum: 0, count: 0, max: 0 };
    entry.sum += value;
    entry.count += 1;
    entry.max = Math.max(entry.max, value);
    fold.values.set(name, entry);
  }
}
