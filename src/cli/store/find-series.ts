import { wholeTestSpan } from '../../contract/execution.ts';
import type { StoredSpan } from '../../store/series-point.ts';
import type { StoreReader } from '../../store/series-store.ts';
import { quote, refuse } from './choose-repository.ts';

/**
 * The spans that a name stands for: `test/span`, `test › span`, or a test alone for its span of the whole test,
 * or all that it has where it lacks that, or a span alone that one test has; former names count too. Several that differ in suite, annotations or platform are all meant.
 * @throws UserError that says what there is
 */
export function findSpans(
  reader: StoreReader,
  spans: readonly StoredSpan[],
  asked: string,
): StoredSpan[] {
  const named = spans.filter((one) =>
    listNames(one).some(
      ({ test, span }) => asked === `${test}/${span}` || asked === `${test} › ${span}`,
    ),
  );
  if (named.length > 0) return named;
  const ofTest = spans.filter((one) => listNames(one).some(({ test }) => test === asked));
  const whole = ofTest.filter(({ span }) => span === wholeTestSpan);
  if (whole.length > 0) return whole;
  if (ofTest.length > 0) return ofTest;
  const ofSpan = spans.filter((one) => listNames(one).some(({ span }) => span === asked));
  if (new Set(ofSpan.map(({ test }) => test)).size === 1) return ofSpan;
  throw refuse(
    reader,
    `no test and no span ${quote(asked)}`,
    asked,
    listKnown(ofSpan.length > 0 ? ofSpan : spans, asked),
  );
}

function listNames({ former = [], test, span }: StoredSpan) {
  return [{ test, span }, ...former];
}

/** Spans of the test that was named, where it is known; else tests. */
function listKnown(spans: readonly StoredSpan[], asked: string): string[] {
  if (spans.every(({ span }) => span === asked)) return spans.map(nameOf);
  const ofTest = spans.filter(({ test }) => asked.startsWith(`${test}/`));
  if (ofTest.length > 0) return ofTest.map(nameOf);
  return asked.includes('/') ? spans.map(nameOf) : spans.map(({ test }) => test);
}

/** As it is given to `perigee store show`. */
export function nameOf({ test, span }: Pick<StoredSpan, 'test' | 'span'>): string {
  return `${test}/${span}`;
}

/** @throws UserError when none of the spans has the metric */
export function keepWithMetric(
  reader: StoreReader,
  spans: readonly StoredSpan[],
  metric: string,
): StoredSpan[] {
  const kept = spans.filter(({ metrics }) => metrics.includes(metric));
  if (kept.length > 0) return kept;
  const known = spans.flatMap(({ metrics }) => metrics);
  throw refuse(reader, `no metric ${quote(metric)} of this span`, metric, known);
}
