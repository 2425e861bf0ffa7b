import { findMetric } from '../../contract/metrics.ts';
import { annotationKey } from '../../contract/series-key.ts';
import type { Annotations, SpanProfile } from '../../contract/documents.ts';
import type { Readings } from '../lost-counters.ts';
import { limits } from './annotation-rules.ts';
import type { OfCase } from './parse-message.ts';
import { type FoldedNumbers, type RecordedNumbers } from './number-table.ts';

export interface NamedSpan extends OfCase {
  span: string;
}

export interface FinishedSpan extends NamedSpan {
  annotations: Annotations;
  parent?: NamedSpan;
  /** Absent where Perigee did not see it run. */
  observedNs?: number;
  values: Readings;
}

interface Fold extends Omit<FinishedSpan, 'observedNs' | 'values'> {
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

  /** The test cases of each name, and the place of each in the order in which they began. */
  readonly #cases = new Map<string, Map<string, number>>();

  /** To be called when it begins: several at once may end in any order. */
  noteCase({ span, case: id }: NamedSpan): void {
    if (id === undefined) return;
    const places = this.#cases.get(span) ?? new Map<string, number>();
    this.#cases.set(span, places);
    if (!places.has(id)) places.set(id, places.size + 1);
  }

  /** @returns why the span was not taken, or undefined when it was */
  add(finished: FinishedSpan): string | undefined {
    const key = keyOf(finished, finished.annotations);
    let fold = this.#folds.get(key);
    if (fold === undefined) {
      const refusal = this.#refuse(finished.annotations);
      if (refusal !== undefined) return refusal;
      const { observedNs: _observed, values: _values, ...named } = finished;
      fold = {
        ...named,
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

  /** Finds the numbers of a span that has ended; undefined for one that has not. */
  findNumbers(span: NamedSpan, annotations: Annotations): RecordedNumbers | undefined {
    return this.#folds.get(keyOf(span, annotations))?.numbers;
  }

  /**
   * @param foldNumbers what the numbers of a span become
   * @param report of a name that several test cases have
   */
  list(
    foldNumbers: (numbers: RecordedNumbers, span: string) => FoldedNumbers,
    report: (code: string, message: string, span: string) => void,
  ): SpanProfile[] {
    for (const [name, { size }] of this.#cases) {
      const why = `${size} test cases have this name and are told apart by their order: give each a name of its own`;
      if (size > 1) report('cases-share-name', why, name);
    }
    return [...this.#folds.values()].map(({ numbers, observedNs, ...fold }) => {
      const { annotations, occurrences, parent } = fold;
      const span = this.#label(fold);
      const measured = {
        ...{ span, annotations, occurrences },
        ...(parent === undefined ? {} : { parent: this.#label(parent) }),
        ...(observedNs === undefined ? {} : { observedNs: observedNs / fold.occurrences }),
        values: Object.fromEntries(
          [...fold.values].map(([name, { sum, count, max }]) => [
            name,
            findMetric(name)?.kind === 'gauge' ? max : sum / count,
          ]),
        ),
      };
      return addNumbers(measured, foldNumbers(numbers, span));
    });
  }

  /** How many there are is part of the name: where one is added, none of them is taken for another. */
  #label({ span, case: id, expectedFailure }: NamedSpan): string {
    const places = this.#cases.get(span);
    const place = id === undefined ? undefined : places?.get(id);
    const isShared = place !== undefined && places !== undefined && places.size > 1;
    const which = isShared ? ` [${place} of ${places.size}]` : '';
    const tail = which + (expectedFailure === true ? ' (fails as expected)' : '');
    if (span.length + tail.length <= limits.nameLength) return span + tail;
    // A name that was cut ends in what tells it from others.
    return (
      span.slice(0, limits.nameLength - tail.length - 10).toWellFormed() + span.slice(-10) + tail
    );
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

/** Without what else the object holds. */
export function nameOf({ span, case: id }: NamedSpan): NamedSpan {
  return { span, case: id };
}

function keyOf(
  { span, case: id = '', expectedFailure = false }: NamedSpan,
  annotations: Annotations,
): string {
  return [span, id, expectedFailure, annotationKey(annotations)].join('\u0000');
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
