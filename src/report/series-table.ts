/** Series as the one table that every form shows: a group for each span, and in it a row for each metric. */
import { fileOfRule } from '../contract/suite.ts';
import {
  type ComparePlatforms,
  hasPlatforms,
  openPlatforms,
} from '../contract/compare-platforms.ts';
import { namePlatform } from '../contract/platforms.ts';
import type { Metric, NumberSpread, Problem, SeriesVerdict } from '../contract/documents.ts';
import { listAnnotations, type SeriesIdentity, spanKey } from '../contract/series-key.ts';
import { type Block, type Inline, type Row, type Sign, type Text, type Tone } from './blocks.ts';
import {
  indexMetrics,
  type MetricsByName,
  nameMetric,
  nameSpan,
  shownMetric,
  formatAllowed,
  formatInterval,
  formatEstimate,
  formatLocation,
  formatRepeats,
  unitOf,
} from './series-words.ts';
import { anchorOf } from './page-data.ts';
import { linkTerm } from './terms.ts';
import { drawSpread, type FindSpread, indexSpreads } from './spreads.ts';

/** Most rows worth reading; the page and the JSON have all of them. */
export const rowLimit = 500;

export interface TableOptions {
  /** So many series at the most; the others are counted. */
  most?: number;
  /** Stands behind the name of the metric. */
  sign?: (series: SeriesVerdict) => Sign | undefined;
  /** One more column. */
  last?: { name: string; show: (series: SeriesVerdict) => Text };
  /** Web address of the perigee.yml that the limits stand in. */
  rules?: string | undefined;
  /** Web address of the page that explains the words; absent: the table stands on it. */
  page?: string | undefined;
  /** Each row links to its series on the page. */
  hasLinks?: boolean;
}

/** The parts of a verdict that a table needs. */
export interface TableSource {
  metrics: readonly Metric[];
  spreads?: readonly NumberSpread[];
  /** All of the verdict: of several platforms each row says what the others are. */
  series?: readonly SeriesVerdict[];
  problems?: readonly Problem[];
}

/** Nothing for no series. */
export function tabulate(
  series: readonly SeriesVerdict[],
  source: TableSource,
  options: TableOptions = {},
): Block[] {
  if (series.length === 0) return [];
  const { hasLinks = false, last, most = rowLimit, page = '' } = options;
  const shown = series.slice(0, most);
  const metrics = indexMetrics(source.metrics);
  const alone = series.every(({ before }) => before.location === undefined);
  const findSpread = onceForEach(indexSpreads(source.spreads));
  const build = { series, ...source };
  const namesPlatform = hasPlatforms(build);
  const comparePlatforms = openPlatforms(build);
  const columns = alone
    ? ['', 'value', 'runs']
    : ['', 'before', 'after', linkTerm('change', options.page), linkTerm('allowed', options.page)];
  const rows = [...Map.groupBy(shown, spanOnAnyPlatform).values()].flatMap((group): Row[] => {
    const [first] = group as [SeriesVerdict];
    const compared = describeOnce(group, comparePlatforms);
    return [
      {
        cells: [[...nameGroup(first), ...(compared === '' ? [] : [`: ${compared}`])]],
        isGroup: true,
      },
      ...group.map((one) => {
        const cells = alone
          ? measuredCells(one, metrics)
          : comparedCells(one, metrics, options.rules);
        const sign = options.sign?.(one);
        const where = namesPlatform ? [' ', { code: namePlatform(one.platform) }] : [];
        const metric = nameOf(one);
        const name: Inline[] = [
          hasLinks ? { link: metric, url: `${page}#${anchorOf(one)}` } : metric,
          ...where,
          ...(sign === undefined ? [] : [' ', { sign }]),
        ];
        return {
          cells: [name, ...cells, ...(last === undefined ? [] : [last.show(one)])],
          below: drawBelow(one, metrics, findSpread),
          ...toneOf(sign),
        };
      }),
    ];
  });
  return [
    {
      kind: 'table',
      columns: last === undefined ? columns : [...columns, last.name],
      rows,
      more: series.length - shown.length,
      what: 'series',
    },
  ];
}

/** Platforms of a span stand beside each other. */
const spanOnAnyPlatform = (series: SeriesVerdict): string => spanKey({ ...series, platform: '' });

/** Describes the first series of a span on each platform, by name if other platforms have other metrics. */
function describeOnce(group: readonly SeriesVerdict[], compare: ComparePlatforms): string {
  const [first] = group as [SeriesVerdict];
  const compared = compare(first);
  const isOne = group.every(({ metric }) => metric === first.metric);
  return compared === '' || isOne ? compared : `${nameMetric(first.metric)} ${compared}`;
}

/** `upload › send` and its annotations, each as it is. */
export function nameGroup(series: Omit<SeriesIdentity, 'metric'>): Inline[] {
  const names = [nameSpan(series), ...listAnnotations(series.annotations)];
  return names.flatMap((code, place): Inline[] => (place === 0 ? [{ code }] : [' ', { code }]));
}

/** A metric of a suite's own is a name of others. */
export function nameOf({ metric }: Pick<SeriesVerdict, 'metric'>): Inline {
  const name = nameMetric(metric);
  return name === metric && !/^[a-z]+$/.test(name) ? { code: name } : name;
}

function comparedCells(
  series: SeriesVerdict,
  metrics: MetricsByName,
  rules: string | undefined,
): Text[] {
  const metric = shownMetric(series, metrics);
  const [change, interval] = [formatEstimate(series, metric.unit), formatInterval(series)];
  return [
    { figure: formatLocation(series.before, metric.unit) },
    { figure: formatLocation(series.after, metric.unit) },
    [
      change === '' ? '' : { bold: { figure: change } },
      ...(interval === undefined ? [] : [' ', { figure: `(${interval})` }]),
    ],
    linkLimit(series, formatAllowed(series, metric), rules),
  ];
}

/** No columns of a comparison: nothing is compared. */
function measuredCells(series: SeriesVerdict, metrics: MetricsByName): Text[] {
  const unit = unitOf(series.metric, metrics);
  return [{ figure: formatLocation(series.after, unit) }, { figure: formatRepeats(series) }];
}

/** The limit, as a link to its line where that is known, and what softens it. */
function linkLimit(
  { threshold }: SeriesVerdict,
  allowed: string,
  rules: string | undefined,
): Inline[] {
  const [, line] = /:(\d{1,7})(?::\d+)?$/.exec(threshold.rule) ?? [];
  const figure = { figure: allowed };
  const limit: Inline =
    rules === undefined || line === undefined
      ? figure
      : { link: figure, url: `${addressOf(rules, threshold.rule)}#L${line}` };
  const soft = formatSoftening(threshold);
  return soft === '' ? [limit] : [limit, `, ${soft}`];
}

/** The address of the file that the rule stands in, which several suites may share. */
function addressOf(rules: string, rule: string): string {
  const file = fileOfRule(rule);
  const [commit] = /^.*\/blob\/[0-9a-f]+\//.exec(rules) ?? [];
  return commit === undefined || rules.endsWith(`/${file}`) ? rules : `${commit}${file}`;
}

/** `muted until 2026-12-01, ask @team`; empty for a rule that simply blocks. */
function formatSoftening({
  action,
  certainty,
  mutedUntil,
  owner,
}: SeriesVerdict['threshold']): string {
  return [
    mutedUntil === undefined
      ? action === 'warn'
        ? 'warns only'
        : ''
      : `muted until ${mutedUntil}`,
    certainty === 'sure' ? 'if sure' : '',
    owner === undefined ? '' : `owner ${owner}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Both distributions on one scale. */
function drawBelow(
  series: SeriesVerdict,
  metrics: MetricsByName,
  findSpread: FindSpread,
): string[] {
  const spread = findSpread(series);
  const lines = spread && drawSpread(spread, unitOf(series.metric, metrics));
  return (lines ?? []).map(({ side, text }) => `${side.padEnd(6)} ${text}`);
}

/** A distribution is drawn below the first of its metrics. */
function onceForEach(find: FindSpread): FindSpread {
  const drawn = new Set<string>();
  return (series) => {
    const spread = find(series);
    const key = `${spanKey(series)}\u0000${spread?.metric ?? ''}`;
    if (spread === undefined || drawn.has(key)) return undefined;
    drawn.add(key);
    return spread;
  };
}

function toneOf(sign: Sign | undefined): { tone?: Tone } {
  if (sign === '❌') return { tone: 'bad' };
  if (sign === '✅') return { tone: 'good' };
  return sign === undefined ? {} : { tone: 'warn' };
}

/** Nothing of it on either side: no disk, no network. */
export function isZero({ after, before }: SeriesVerdict): boolean {
  return before.location === 0 && after.location === 0;
}

/** `disk read, network sent (in 2 of 3 spans)`: of these there is nothing to compare. */
export function listZeros(series: readonly SeriesVerdict[]): Inline[] {
  const zeros = series.filter(isZero);
  const all = Map.groupBy(series, ({ metric }) => metric);
  return [...Map.groupBy(zeros, ({ metric }) => metric)].flatMap(
    ([metric, some], place): Inline[] => {
      const total = all.get(metric)?.length ?? some.length;
      const part = some.length < total ? ` (in ${some.length} of ${total} spans)` : '';
      return [...(place === 0 ? [] : [', ']), nameOf({ metric }), part];
    },
  );
}
