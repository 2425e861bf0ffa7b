import type { Metric, Problem } from '../contract/documents.ts';
import {
  countPairs,
  countUses,
  describeMeaning,
  describeWay,
  pickForPairs,
  type Tally,
} from './metric-tally.ts';

const longestMessage = 2000;

/** Every metric that was measured in more than one way, over all tests and hosts. */
export function describeMixes(overall: ReadonlyMap<string, Tally>): Problem[] {
  return [...overall]
    .filter(([, tally]) => tally.length > 1)
    .map(([name, tally]) => ({
      code: 'metric-source-differs',
      message: `${name} was measured in ${tally.length} ways: ${listWays(tally)}`.slice(
        0,
        longestMessage,
      ),
    }));
}

function listWays(tally: Tally): string {
  return tally
    .map(({ metric }) => describeWay(metric))
    .sort()
    .join('; ');
}

export function describeExcess(count: number, most: number): Problem[] {
  if (count <= most) return [];
  const message = `${count - most} metrics beyond the limit of ${most} were left out, the last by name`;
  return [{ code: 'too-many-metrics', message }];
}

/** What one test loses because its executions did not all measure in the same way. */
export function describeLosses(
  test: string,
  tallies: ReadonlyMap<string, Tally>,
  catalogue: ReadonlyMap<string, Metric>,
): Problem[] {
  const problems: Problem[] = [];
  for (const [name, tally] of tallies) {
    const kept = pickForPairs(tally);
    const entry = catalogue.get(name);
    if (entry !== undefined && describeMeaning(entry) !== describeMeaning(kept.metric)) {
      const message = `${name} is ${describeMeaning(kept.metric)} here and ${describeMeaning(entry)} in the rest of the build: left out`;
      problems.push({ code: 'metric-left-out', message, test });
    } else if (tally.length > 1) {
      problems.push({ ...describeMixture(name, tally), test });
    }
  }
  return problems;
}

function describeMixture(name: string, tally: Tally): Problem {
  const kept = pickForPairs(tally);
  const after = tally.find((way) => way.after > 0);
  if (countPairs(kept) === 0 && kept.before > 0 && after !== undefined) {
    return {
      code: 'metric-not-comparable',
      message: `${name} was measured before as ${describeWay(kept.metric)} and after as ${describeWay(after.metric)}: numbers of different origin are not compared`,
    };
  }
  const all = tally.reduce((sum, way) => sum + countUses(way), 0);
  return {
    code: 'metric-source-differs',
    message: `${name}: only the ${countUses(kept)} of ${all} executions that measured it through ${kept.metric.source} in the same way count`,
  };
}
