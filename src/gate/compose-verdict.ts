import type { SeriesVerdict, TestOutcome, Verdict } from '../contract/documents.ts';
import { labelTest } from '../contract/platforms.ts';
import { conclude, countStates, type Measured } from '../verdict/conclude.ts';
import { judgeTests } from '../verdict/judge-tests.ts';
import { explainSpans } from '../verdict/patterns/explain-spans.ts';
import { sortWorstFirst } from '../verdict/sort-worst-first.ts';
import { writeHeadline } from '../verdict/words/write-headline.ts';

/**
 * The verdict of the newest attempt, with each series and test as it stands after all of them: it concludes
 * what they say together. Where nothing differs it is the newest itself.
 * @param standing every series of any attempt, each once
 * @param tests the outcomes that stand, by label, where they are not the newest
 */
export function composeVerdict(
  newest: Verdict,
  standing: readonly SeriesVerdict[],
  tests: ReadonlyMap<string, TestOutcome>,
): Verdict {
  const known = new Set(newest.series);
  const isSame =
    standing.length === newest.series.length &&
    standing.every((series) => known.has(series)) &&
    newest.tests.every((test) => (tests.get(labelTest(test)) ?? test) === test);
  if (isSame) return newest;

  const higherIsBetter = newest.metrics.filter(({ direction }) => direction === 'higher');
  const series = sortWorstFirst([...standing], new Set(higherIsBetter.map(({ name }) => name)));
  const outcomes = newest.tests.map((test) => tests.get(labelTest(test)) ?? test);
  const counts = countStates(series);
  const findings = judgeTests(outcomes, newest.build);
  const measured = readMeasured(newest);
  const conclusion = conclude(measured, series, counts, findings);
  return {
    ...newest,
    conclusion,
    headline: writeHeadline(conclusion, measured, series, counts, findings),
    counts,
    series,
    spans: explainSpans(series),
    tests: outcomes,
  };
}

/** A verdict over one shard does not list it. */
export function readMeasured({ build, problems, shards }: Verdict): Measured {
  return { build, problems, shards: shards ?? { total: 1, received: [0], missing: [] } };
}
