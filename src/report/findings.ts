import { labelTest, placeOfTest } from '../contract/platforms.ts';
import type { SeriesVerdict, SpanEvidence, TestOutcome, Verdict } from '../contract/documents.ts';
import { putLeadsFirst, spanKey } from '../contract/series-key.ts';

/** The series of a verdict sorted into what a reader wants to know, each group the worst first. */
export interface Findings {
  /** Worse than allowed, and that blocks. */
  regressions: SeriesVerdict[];
  /** Worse than allowed, but the rule only warns or is muted. */
  warnings: SeriesVerdict[];
  improvements: SeriesVerdict[];
  /** Those whose rule blocks come first; what vanished with a failing test says nothing new, so it is last. */
  undecided: SeriesVerdict[];
  noBaseline: SeriesVerdict[];
  unchanged: SeriesVerdict[];
  brokenTests: TestOutcome[];
}

/** Keeps the verdict's own order inside every group but the improvements: those of latency and CPU first, the largest first. */
export function sortFindings(verdict: Verdict): Findings {
  const found: Findings = {
    regressions: [],
    warnings: [],
    improvements: [],
    undecided: [],
    noBaseline: [],
    unchanged: [],
    brokenTests: verdict.tests.filter(isBroken),
  };
  const undecidedWarnings: SeriesVerdict[] = [];
  const vanished: SeriesVerdict[] = [];
  const broken = new Set(found.brokenTests.map(labelTest));
  for (const series of verdict.series) {
    if (series.state === 'regressed') {
      (series.blocking ? found.regressions : found.warnings).push(series);
    } else if (series.state === 'improved') found.improvements.push(series);
    else if (series.state === 'no-baseline') found.noBaseline.push(series);
    else if (series.state === 'not-regressed') found.unchanged.push(series);
    else if (series.after.location === undefined && broken.has(placeOfTest(broken, series)))
      vanished.push(series);
    else (canBlock(series) ? found.undecided : undecidedWarnings).push(series);
  }
  found.improvements.sort((a, b) => rankImprovement(a) - rankImprovement(b) || gain(b) - gain(a));
  found.improvements = putLeadsFirst(found.improvements);
  for (const series of [...undecidedWarnings, ...vanished]) found.undecided.push(series);
  return found;
}

/** Latency first, then CPU time, then all the rest. */
function rankImprovement({ metric }: SeriesVerdict): number {
  if (metric === 'latency') return 0;
  return metric.startsWith('cpu.') ? 1 : 2;
}

function gain({ evidence }: SeriesVerdict): number {
  return Math.abs(evidence.change ?? 0);
}

/** Whether this series could have stopped the merge. */
export function canBlock({ threshold }: SeriesVerdict): boolean {
  return threshold.action === 'block' && threshold.mutedUntil === undefined;
}

/** A test that did worse in the change than before it. */
export function isBroken({ before, after }: TestOutcome): boolean {
  return after.failed > before.failed || after.timedOut > before.timedOut;
}

/** Series of one span side by side; the spans in the order of their worst series. */
export interface SpanGroup {
  key: string;
  series: [SeriesVerdict, ...SeriesVerdict[]];
  evidence: SpanEvidence | undefined;
}

export function groupBySpan(
  series: readonly SeriesVerdict[],
  spans: readonly SpanEvidence[],
): SpanGroup[] {
  const evidenceOf = new Map(spans.map((span) => [spanKey(span), span]));
  const groups = new Map<string, SpanGroup>();
  for (const one of series) {
    const key = spanKey(one);
    const group = groups.get(key);
    if (group) group.series.push(one);
    else groups.set(key, { key, series: [one], evidence: evidenceOf.get(key) });
  }
  return [...groups.values()];
}

/** Series that have a value before and none after. */
export function hasVanished({ after, before, state }: SeriesVerdict): boolean {
  return state === 'undecided' && before.location !== undefined && after.location === undefined;
}
