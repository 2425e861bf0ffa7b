/** The evidence for one series: its row, why, its repeats as a chart and in figures. */
import { openTellPlatform } from '../contract/compare-platforms.ts';
import type { SeriesVerdict, SideSamples } from '../contract/documents.ts';
import { titleMetric } from '../contract/metrics.ts';
import { limitOf } from '../contract/missed-change.ts';
import { reasonOf } from '../contract/series-reason.ts';
import {
  chooseScale,
  formatQuantity,
  type ShownMetric,
  type ShownUnit,
} from '../contract/units.ts';
import { type Block, fold, heading, list, paragraph } from './blocks.ts';
import { chartColours } from './chart-colours.ts';
import { findRange, findThreshold } from './chart/value-range.ts';
import type { SpanGroup } from './findings.ts';
import { nameGroup, nameOf, type TableSource, tabulate } from './series-table.ts';
import {
  indexMetrics,
  shownMetric,
  formatConfidence,
  formatRule,
  formatRuns,
  formatVisible,
  sightOf,
} from './series-words.ts';
import { explainSpan } from './render-explanations.ts';

const mostValues = 50;

export interface ExplainOptions extends TableSource {
  /** Whether its row of the table stands above. */
  isInTable?: boolean;
}

/** Explains the first series of a group. */
export function explainSeries(
  group: SpanGroup,
  { isInTable = false, ...source }: ExplainOptions,
): Block[] {
  const [series] = group.series;
  const metric = shownMetric(series, indexMetrics(source.metrics));
  const tellPlatform = openTellPlatform({ series: group.series, ...source });
  return [
    heading([nameOf(series), ' of ', ...nameGroup(series), tellPlatform(series)]),
    ...(isInTable ? [] : tabulate([series], source)),
    ...paragraph(`${formatEvidence(series).join('. ')}.`),
    ...paragraph(explainSpan(group)),
    ...chartRepeats(series, metric),
    ...fold(
      'The repeats in figures, rejected ones in brackets',
      list(
        [
          listValues('Before', series.before, metric.unit),
          listValues('After', series.after, metric.unit),
        ],
        'sides',
      ),
    ),
  ];
}

/** Sentences without their full stops: why, by which rule, from how many runs, and how well these see. */
export function formatEvidence(series: SeriesVerdict): string[] {
  const { needsRepeats } = series.evidence;
  const sight = sightOf(series);
  const confidence = formatConfidence(series);
  const reason = reasonOf(series);
  return [
    `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`,
    `Limit: ${formatRule(series)}`,
    confidence === undefined
      ? formatRuns(series)
      : `${formatRuns(series)}; interval at ${confidence}`,
    ...(needsRepeats === undefined ? [] : [`Needs ${needsRepeats} repeats`]),
    ...(sight === undefined || series.state === 'regressed'
      ? []
      : [formatVisible(sight, [limitOf(series)]).replace(/^(?=\d)/, 'Could have seen ')]),
  ];
}

function listValues(side: string, { values, rejected }: SideSamples, unit: ShownUnit): string {
  const out = new Set(rejected);
  const texts = values.slice(0, mostValues).map((value, repeat) => {
    if (value === null) return 'none';
    const text = formatQuantity(value, unit, 4);
    return out.has(repeat) ? `(${text})` : text;
  });
  const left = values.length - texts.length;
  if (left > 0) texts.push(`… and ${left} more`);
  return `${side}: ${texts.length === 0 ? 'none' : texts.join(', ')}`;
}

/** With more pairs than this their numbers would not fit below the axis. */
const mostNumbered = 20;
/** Nothing that a test consumes; written out it would only fill the page. */
const largest = 1e15;

/** Both sides, pair by pair; nothing where fewer than two pairs have values, or where they are beyond all measure. */
export function chartRepeats(series: SeriesVerdict, metric: ShownMetric): Block[] {
  const pairs = listPairs(series);
  const range = findRange(series, metric.direction);
  if (pairs.length < 2 || range.high > largest) return [];
  const { factor, name } = chooseScale(range.high, metric.unit);
  // A rejected repeat far out ends at the edge of the axis.
  const scale = (value: number): number =>
    Math.min(range.high, Math.max(range.low, value)) / factor;
  const allowed = findThreshold(series, metric.direction);
  const line = (colour: string, values: readonly number[]) => ({
    colour,
    values: values.map(scale),
  });
  const { after, allowed: grey, before } = chartColours;
  const beyond = pairs
    .flatMap((pair) => [pair.before, pair.after])
    .filter((value) => value < range.low || value > range.high).length;
  const cut =
    beyond === 0
      ? ''
      : ` ${beyond} rejected ${beyond === 1 ? 'repeat lies' : 'repeats lie'} beyond the edge.`;
  const chart = {
    x: {
      title: 'Pair',
      ticks:
        pairs.length > mostNumbered
          ? { from: 1, to: pairs.length }
          : pairs.map(({ repeat }) => repeat + 1),
    },
    y: {
      title: `${titleMetric(series.metric)}${name === '' ? '' : ` (${name})`}`,
      low: range.low / factor,
      high: range.high / factor,
    },
    lines: [
      line(
        before,
        pairs.map((pair) => pair.before),
      ),
      line(
        after,
        pairs.map((pair) => pair.after),
      ),
      ...(allowed === undefined
        ? []
        : [
            line(
              grey,
              pairs.map(() => allowed),
            ),
          ]),
    ],
    width: 700,
    legend: `Blue: before. Orange: after.${allowed === undefined ? '' : ' Grey: as much as is allowed.'} Each point is one pair.${cut}`,
  };
  return [{ kind: 'chart', chart }];
}

interface Pair {
  repeat: number;
  before: number;
  after: number;
}

function listPairs({ before, after }: SeriesVerdict): Pair[] {
  return before.values.flatMap((value, repeat): Pair[] => {
    const other = after.values[repeat];
    return typeof value === 'number' && typeof other === 'number'
      ? [{ repeat, before: value, after: other }]
      : [];
  });
}
