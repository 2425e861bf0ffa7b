import type { Links } from '../../contract/documents.ts';
import { spanKey } from '../../contract/series-key.ts';
import { makePlain } from '../../report/plain-text.ts';
import { wrapToColumns } from '../../report/terminal-text.ts';
import type { BuildPoints } from '../../series/series-point.ts';
import { count } from '../tell-letters.ts';
import { layOut, tellMinute } from './lay-out.ts';

interface MetricCount {
  metric: string;
  before: number;
  after: number;
  /** Outliers on both sides. */
  outliers: number;
}

/** What is stored of a build. Everything in it came from outside. */
export function tellBuild(stored: BuildPoints, columns: number): string {
  const { build, points } = stored;
  const lines = wrapToColumns(
    `run ${build.runId} of suite ${build.suite}, ${build.repository}: ` +
      (build.isComplete ? 'complete' : 'incomplete: shards are missing'),
    columns,
  );
  const source =
    build.branch === undefined ? build.branchKind : `${build.branch} (${build.branchKind})`;
  const facts: [string, string | undefined][] = [
    ['built', `${tellMinute(build.atMs)} UTC`],
    ['imported from', build.importedFrom],
    ['commit', build.commit],
    ['before', build.baseline === build.commit ? undefined : build.baseline],
    ['author', build.author],
    ['branch', source],
    ['pull request', build.pullRequest === undefined ? undefined : `#${build.pullRequest}`],
    ...listLinks(build.links),
    ['points', `${points.length}, of ${count(countSpans(stored), 'span')}`],
  ];
  for (const [name, value] of facts) {
    // A link that is cut leads nowhere: what is too wide goes on in the next line of the terminal.
    if (value !== undefined) lines.push(`  ${name.padEnd(14)}${makePlain(value)}`);
  }
  const rows = countByMetric(stored).map(({ metric, before, after, outliers }) => {
    return [metric, `${before}`, `${after}`, `${outliers}`];
  });
  if (rows.length > 0) lines.push('', ...layOut([metricHeads, ...rows], columns));
  return `${lines.join('\n')}\n`;
}

const metricHeads = ['values of', 'before', 'after', 'outliers'];

/** The same for machines: facts and counts, not the points. */
export function describeBuild(stored: BuildPoints): unknown {
  const { atMs, ...facts } = stored.build;
  return {
    ...facts,
    builtAt: new Date(atMs).toISOString(),
    points: stored.points.length,
    values: countByMetric(stored),
  };
}

function countByMetric({ points }: BuildPoints): MetricCount[] {
  const counts = new Map<string, MetricCount>();
  for (const { side, values, outliers } of points) {
    for (const metric of Object.keys(values)) {
      const one = counts.get(metric) ?? { metric, before: 0, after: 0, outliers: 0 };
      one[side] += 1;
      if (outliers.includes(metric)) one.outliers += 1;
      counts.set(metric, one);
    }
  }
  return [...counts.values()].sort((a, b) => (a.metric < b.metric ? -1 : 1));
}

function countSpans({ points }: BuildPoints): number {
  return new Set(points.map(spanKey)).size;
}

function listLinks(links: Links = {}): [string, string | undefined][] {
  return Object.entries(links).map(([name, address]) => [name, address]);
}
