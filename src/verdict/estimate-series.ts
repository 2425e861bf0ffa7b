import { isBaseless } from '../contract/baseless-tests.ts';
import type { HostTrial } from '../contract/host-trial.ts';
import type { Aggregate, Metric, Samples, SeriesSamples } from '../contract/documents.ts';
import { labelTest, placeOfTest } from '../contract/platforms.ts';
import { findMetric } from '../contract/metrics.ts';
import { openSpanKeys, spanKey } from '../contract/series-key.ts';
import { listAdded } from '../contract/baseless-tests.ts';
import { isAlone } from '../contract/sides.ts';
import type { ThresholdRule } from '../contract/suite.ts';
import { type Machine, watchMachine } from './machine/watch-machine.ts';
import { type Surroundings, settle } from './rule/settle.ts';
import { type Subject, listPresent, type Settled } from './rule/subject.ts';
import type { RunContext } from './thresholds/match-rule.ts';
import { createResolver } from './thresholds/resolve-threshold.ts';

export interface JudgeOptions extends RunContext {
  /** The suite's rules, in the order of the file; the built-in ones stand behind them by themselves. */
  rules: readonly ThresholdRule[];
  /** YYYY-MM-DD (UTC); decides which mutes still hold. */
  today: string;
  /** The effect of host settings on this machine: for advice. */
  trials?: readonly HostTrial[];
}

/** Which series need no test, and what is known of the others before any statistics. */
export function settleWithoutTest(
  aggregate: Aggregate,
  options: JudgeOptions,
  machine: Machine = watchMachine(aggregate),
): { subjects: Subject[]; settled: Settled[] } {
  const metrics = indexMetrics(aggregate);
  const resolve = createResolver(options.rules, options, options.today);
  const around = describeSurroundings(aggregate);
  const added = listAdded(aggregate.tests);
  const subjects: Subject[] = [];
  const settled: Settled[] = [];
  for (const measured of aggregate.series) {
    const metric = metrics.get(measured.metric) ?? assumeMetric(measured.metric);
    const series = setAside(measured, machine.listAside(measured, metric));
    const subject = {
      series,
      metric,
      threshold: resolve(series),
      isNew: added.has(series.test),
      before: listPresent(series.before),
      after: listPresent(series.after),
    };
    const answer = settle(subject, around);
    if (answer === undefined) subjects.push(subject);
    else settled.push(answer);
  }
  return { subjects, settled };
}

function setAside(series: SeriesSamples, pairs: ReadonlySet<number>): SeriesSamples {
  if (pairs.size === 0) return series;
  const without = (samples: Samples): Samples =>
    samples.map((value, pair) => (pairs.has(pair) ? null : value));
  return { ...series, before: without(series.before), after: without(series.after) };
}

function describeSurroundings({ build, series, tests }: Aggregate): Surroundings {
  const baseless = new Set(tests.filter(isBaseless).map(labelTest));
  // Most builds never ask.
  let known: Set<string> | undefined;
  return {
    isAlone: isAlone(build),
    isBaseless: (series) => baseless.size > 0 && baseless.has(placeOfTest(baseless, series)),
    isSpanKnown: (one) => {
      known ??= new Set(series.filter(hasBefore).map(openSpanKeys()));
      return known.has(spanKey(one));
    },
  };
}

function hasBefore({ before }: Aggregate['series'][number]): boolean {
  return before.some((value) => value !== null);
}

/** Shards may read a metric in different ways; the coarsest reading is the one to be careful with. */
function indexMetrics({ metrics }: Aggregate): Map<string, Metric> {
  const byName = new Map<string, Metric>();
  for (const metric of metrics) {
    const known = byName.get(metric.name);
    if (known === undefined || (metric.resolution ?? 0) > (known.resolution ?? 0)) {
      byName.set(metric.name, metric);
    }
  }
  return byName;
}

function assumeMetric(name: string): Metric {
  const { unit, direction, kind } = findMetric(name) ?? {
    unit: 'count',
    direction: 'lower',
    kind: 'gauge',
  };
  return {
    name,
    unit,
    direction,
    kind,
    source: 'unknown',
    scope: 'tree',
    exactness: 'lower-bound',
  };
}
