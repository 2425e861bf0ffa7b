import type { SeriesVerdict, SideSamples, Verdict } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { formatQuantity, type ShownMetric, type ShownUnit } from '../../contract/units.ts';
import { listMovements } from '../build-words.ts';
import { type Findings, groupBySpan, type SpanGroup } from '../findings.ts';
import type { Block } from '../markdown-budget.ts';
import { noRows } from '../markdown-sections.ts';
import { showCode, showProse } from '../markdown-text.ts';
import {
  listAnnotations,
  type MetricsByName,
  nameSpan,
  tellAllowed,
  tellSize,
  tellLocation,
  tellRule,
  tellRuns,
  tellVisible,
  unitOf,
} from '../series-words.ts';
import { drawSpread, type FindSpread, indexSpreads, type ShownSpread } from '../spreads.ts';
import { chartRepeats, explainChart } from './chart-repeats.ts';
import type { Site } from './site.ts';

/** As many as can be looked at before the tables begin. */
const mostSpans = 3;
const mostValues = 50;

/**
 * The worst spans, each with the evidence for its worst series in words and, on GitHub, a chart of the repeats:
 * those that regressed, or else the undecided ones if that is the verdict.
 */
export function showWorst(
  verdict: Verdict,
  found: Findings,
  metrics: MetricsByName,
  site: Site,
): Block[] {
  const { regressions, warnings, undecided } = found;
  const worst = regressions.length > 0 ? regressions : warnings;
  const shown = verdict.conclusion === 'undecided' ? undecided : worst;
  return groupBySpan(shown, verdict.spans)
    .slice(0, mostSpans)
    .map((group) => showSpan(group, metrics, site, indexSpreads(verdict.spreads)));
}

/** The evidence for the worst series of one span, in words and as a chart of the repeats. */
export function showSpan(
  { series: [first, ...others], evidence }: SpanGroup,
  metrics: MetricsByName,
  site: Site = 'github',
  findSpread: FindSpread = () => undefined,
): Block {
  const metric = describeMetric(first, metrics);
  const names = [nameSpan(first), ...listAnnotations(first.annotations)];
  const change = tellSize(first, metric.unit);
  const title = `${showProse(titleMetric(first.metric))}${change === '' ? '' : ` ${change}`}`;
  const head = [
    `### ${title}: ${names.map((name) => showCode(name)).join(' ')}`,
    '',
    `${tellLocation(first.before, metric.unit)} → ${tellLocation(first.after, metric.unit)}: ${showProse(first.reason)}. Allowed: ${tellAllowed(first, metric.unit)} (${showProse(tellRule(first))}). ${tellRuns(first)}${tellSmallest(first)}.`,
    '',
    ...tellMeaning(evidence, others.length),
    ...drawChart(first, metric, site),
    ...drawDistribution(findSpread(first), metric),
  ];
  return { head, tail: [], ...noRows };
}

function tellSmallest({ evidence, state }: SeriesVerdict): string {
  if (evidence.smallestVisible === undefined || state === 'regressed') return '';
  const visible = tellVisible(evidence.smallestVisible);
  return visible.startsWith('too') ? `; ${visible}` : `; could have seen ${visible}`;
}

function tellMeaning(evidence: SpanGroup['evidence'], others: number): string[] {
  const moved = evidence === undefined ? [] : listMovements(evidence.movements);
  const meaning = (evidence?.patterns ?? []).map(({ text }) => showProse(text));
  const sentences = [...meaning];
  if (moved.length > 1) sentences.push(`${moved.map((text) => showProse(text)).join(' · ')}.`);
  else if (others > 0) sentences.push(`${others} more of its metrics below.`);
  return sentences.length === 0 ? [] : [sentences.join(' '), ''];
}

function drawChart(series: SeriesVerdict, metric: ShownMetric, site: Site): string[] {
  const chart = chartRepeats(series, metric);
  if (chart.length === 0) return [];
  return [
    ...(site === 'github' ? [...chart, '', explainChart(series, metric), ''] : []),
    '<details>',
    '<summary>The repeats in figures, rejected ones in brackets</summary>',
    '',
    `- Before: ${listValues(series.before, metric.unit)}`,
    `- After: ${listValues(series.after, metric.unit)}`,
    '',
    '</details>',
    '',
  ];
}

/** Both distributions on one scale. */
function drawDistribution(spread: ShownSpread | undefined, { unit }: ShownMetric): string[] {
  const lines = spread === undefined ? undefined : drawSpread(spread, unit);
  if (lines === undefined) return [];
  return [...lines.map(({ side, text }) => `- ${showCode(`${side.padEnd(7)}${text}`)}`), ''];
}

function listValues({ values, rejected }: SideSamples, unit: ShownUnit): string {
  const out = new Set(rejected);
  const texts = values.slice(0, mostValues).map((value, repeat) => {
    if (value === null) return 'none';
    const text = formatQuantity(value, unit, 4);
    return out.has(repeat) ? `(${text})` : text;
  });
  const left = values.length - texts.length;
  if (left > 0) texts.push(`… and ${left} more`);
  return texts.join(' · ');
}

function describeMetric({ metric }: SeriesVerdict, metrics: MetricsByName): ShownMetric {
  return {
    unit: unitOf(metric, metrics),
    direction: metrics.get(metric)?.direction ?? 'lower',
  };
}
