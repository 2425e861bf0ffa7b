import type { Metric, SeriesVerdict } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { chooseScale, type ShownMetric } from '../../contract/units.ts';
import { findRange, findThreshold } from '../chart/value-range.ts';

/** Readable on a light and on a dark page. */
const colours = { before: '#3b82f6', after: '#f97316', allowed: '#8b949e' };

/** With more pairs than this their numbers would not fit below the axis. */
const mostNumbered = 20;

/** Nothing that a test consumes; written out it would only fill the page. */
const largest = 1e15;

/**
 * The repeats of both sides as a Mermaid chart, in the lines of a fenced block; empty where fewer than
 * two pairs have values, or where they are beyond all measure. Nothing in it comes from outside but figures and the metric's name.
 */
export function chartRepeats(series: SeriesVerdict, metric: ShownMetric) {
  const pairs = listPairs(series);
  if (pairs.length < 2) return [];
  const range = findRange(series, metric.direction);
  if (range.high > largest) return [];
  const scale = chooseScale(range.high, metric.unit);
  const write = (value: number): string => {
    // Without an exponent, which Mermaid cannot read, and never outside the axis.
    const inside = Math.min(range.high, Math.max(range.low, value));
    return (inside / scale.factor).toLocaleString('en-US', {
      useGrouping: false,
      maximumSignificantDigits: 6,
    });
  };
  const draw = (values: readonly number[]): string => `  line [${values.map(write).join(', ')}]`;
  const allowed = findThreshold(series, metric.direction);
  const unit = scale.name === '' ? '' : ` (${scale.name})`;
  return [
    '```mermaid',
    `%%{init: ${JSON.stringify(describeLooks())}}%%`,
    'xychart-beta',
    `  x-axis "Pair" ${numberPairs(pairs)}`,
    `  y-axis "${titleMetric(series.metric)}${unit}" ${write(range.low)} --> ${write(range.high)}`,
    draw(pairs.map(({ before }) => before)),
    draw(pairs.map(({ after }) => after)),
    ...(allowed === undefined ? [] : [draw(pairs.map(() => allowed))]),
    '```',
  ];
}

/** What the lines of the chart are, in words. */
export function explainChart(series: SeriesVerdict, metric: Pick<Metric, 'direction'>): string {
  const allowed = findThreshold(series, metric.direction);
  const line = allowed === undefined ? '' : ' Grey: as much as is allowed.';
  const range = findRange(series, metric.direction);
  const beyond = listPairs(series)
    .flatMap(({ before, after }) => [before, after])
    .filter((value) => value < range.low || value > range.high).length;
  const cut =
    beyond === 0
      ? ''
      : ` ${beyond} rejected ${beyond === 1 ? 'repeat lies' : 'repeats lie'} beyond the edge.`;
  return `Blue: before. Orange: after.${line} Each point is one pair.${cut}`;
}

function describeLooks() {
  const { before, after, allowed } = colours;
  return {
    xyChart: { width: 700, height: 260 },
    themeVariables: { xyChart: { plotColorPalette: `${before}, ${after}, ${allowed}` } },
  };
}

interface Pair {
  repeat: number;
  before: number;
  after: number;
}

function listPairs({ before, after }: SeriesVerdict): Pair[] {
  const pairs: Pair[] = [];
  for (const [repeat, value] of before.values.entries()) {
    const other = after.values[repeat];
    if (typeof value === 'number' && typeof other === 'number') {
      pairs.push({ repeat, before: value, after: other });
    }
  }
  return pairs;
}

function numberPairs(pairs: readonly Pair[]): string {
  if (pairs.length > mostNumbered) return `1 --> ${pairs.length}`;
  return `[${pairs.map(({ repeat }) => repeat + 1).join(', ')}]`;
}
