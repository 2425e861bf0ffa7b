import { listAnnotations } from '../../contract/series-key.ts';
import { formatMinute } from '../../contract/format-time.ts';
import { shortenCommit } from '../../contract/commit.ts';
import { formatChange, formatQuantity, type Unit } from '../../contract/units.ts';
import { findMetric } from '../../contract/metrics.ts';
import { cutPlain, makePlain } from '../../report/plain-text.ts';
import { cutToColumns } from '../../report/terminal-text.ts';
import type { StoredBuild, StoredSpan } from '../../store/series-point.ts';
import { nameOf } from './find-series.ts';
import { layOut } from './lay-out.ts';
import type { BuildOfSeries, SideOfBuild } from '../../pipeline/history/read-last-builds.ts';

/** One series and its last builds, oldest first. */
export interface SeriesShown {
  span: StoredSpan;
  metric: string;
  builds: readonly BuildOfSeries[];
}

const heads = ['built (UTC)', 'commit', 'of', 'before', 'after', 'change', 'repeats', 'run'];

/** A table of one row for each build. Everything in the store came from outside. */
export function renderSeriesTable({ span, metric, builds }: SeriesShown, columns: number): string {
  const place = [span.suite, span.platform, ...listAnnotations(span.annotations)].join(', ');
  const head = `${nameOf(span)}: ${metric} (${place})`;
  const lines = [cutToColumns(makePlain(head), columns)];
  if (builds.length === 0) lines.push('  no values are kept');
  else lines.push(...layOut([heads, ...builds.map((one) => formatRow(one, metric))], columns));
  if (builds.some(({ sides }) => sides.before !== undefined && sides.after !== undefined)) {
    lines.push('  medians of the repeats; the verdict compares the means of those that count');
  }
  if (builds.some(hasOutliers)) {
    lines.push('  * some of its repeats were set aside as outliers; the median is of all');
  }
  return `${lines.join('\n')}\n`;
}

function formatRow({ build, sides: { before, after } }: BuildOfSeries, metric: string): string[] {
  const unit = unitOf(metric, build);
  const isChange = before !== undefined && after !== undefined && before.median > 0;
  const counts = [before, after].flatMap((side) => (side ? [`${side.repeats.length}`] : []));
  return [
    formatMinute(build.atMs),
    shortenCommit(build.commit),
    cutPlain(formatSource(build), 20),
    formatSide(before, unit),
    formatSide(after, unit),
    isChange ? formatChange(after.median / before.median - 1) : '',
    counts.join('+'),
    `${cutPlain(build.runId, 40)}${build.isComplete ? '' : ' (incomplete)'}`,
  ];
}

function formatSide(side: SideOfBuild | undefined, unit: Unit): string {
  if (side === undefined) return '–';
  const mark = side.repeats.some(({ isOutlier }) => isOutlier) ? ' *' : '';
  return `${formatQuantity(side.median, unit)}${mark}`;
}

function formatSource({ pullRequest, branch, branchKind }: StoredBuild): string {
  return pullRequest === undefined ? (branch ?? branchKind) : `#${pullRequest}`;
}

function unitOf(metric: string, { metrics }: StoredBuild): Unit {
  return metrics.find(({ name }) => name === metric)?.unit ?? findMetric(metric)?.unit ?? 'count';
}

function hasOutliers({ sides }: BuildOfSeries): boolean {
  return [sides.before, sides.after].some((side) => side?.repeats.some((one) => one.isOutlier));
}

/** The same for machines: every value of every repeat. */
export function describeSeries({ span, metric, builds }: SeriesShown): unknown {
  const { repository, suite, test, span: name, annotations, platform } = span;
  return {
    ...{ repository, suite, test, span: name, annotations, platform, metric },
    builds: builds.map(({ build, sides }) => ({
      runId: build.runId,
      builtAt: new Date(build.atMs).toISOString(),
      unit: unitOf(metric, build),
      isComplete: build.isComplete,
      branchKind: build.branchKind,
      branch: build.branch,
      pullRequest: build.pullRequest,
      ...sides,
    })),
  };
}
