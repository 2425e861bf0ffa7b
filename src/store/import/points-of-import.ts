import { shortenCommit } from '../../contract/commit.ts';
import type { ReadResults } from '../../contract/execution.ts';
import type { BuildPoints, MetricMeaning, SeriesPoint } from '../series-point.ts';
import { asv } from './asv.ts';
import { bencher } from './bencher.ts';
import { conbench } from './conbench.ts';
import { githubActionBenchmark } from './github-action-benchmark.ts';
import type { HistoryFormat, ImportedBuild } from './imported-build.ts';

/** By the name that the command line has for them. */
export const historyFormats: readonly HistoryFormat[] = [
  githubActionBenchmark,
  bencher,
  asv,
  conbench,
];

/**
 * In the place of the platform: other machines measured these points, so no series of ours may hold them. A series
 * is told from another by its platform too.
 */
export const importedPlatform = 'imported';

export interface ImportTarget {
  repository: string;
  suite: string;
  /** The name of the history's format. */
  tool: string;
}

export interface ImportedPoints {
  builds: BuildPoints[];
  /** Numbers that could not be read: the commit, and why. */
  faults: string[];
}

/** The points of a history, each marked as imported. */
export function pointsOfImport(
  imported: readonly ImportedBuild[],
  target: ImportTarget,
  read: ReadResults,
): ImportedPoints {
  const faults: string[] = [];
  const builds = imported.flatMap((one): BuildPoints[] => {
    const metrics = new Map<string, MetricMeaning>();
    const points = new Map<string, SeriesPoint>();
    const where = `${shortenCommit(one.commit)}, ${cleanName(one.test)}`;
    for (const { name: bench, text, format, annotations, repeat } of one.parts) {
      const results = read(text, format);
      if ('fault' in results) {
        faults.push(`${bench === undefined ? where : `${where}, ${bench}`}: ${results.fault}`);
        continue;
      }
      for (const { name, unit, direction, kind } of results.metrics) {
        metrics.set(name, { name, unit, direction, kind });
      }
      for (const span of results.spans) {
        const point: SeriesPoint = {
          test: cleanName(one.test),
          ...{ span: span.span, annotations: { ...annotations, ...span.annotations } },
          ...{ platform: importedPlatform, side: 'after', repeat, outliers: [] },
          values: span.values,
        };
        enterPoint(points, point, (metric) => {
          faults.push(`${where}, ${span.span}: it has ${metric} twice; the first was taken`);
        });
      }
    }
    if (points.size === 0) return [];
    const build = describe(one, target, [...metrics.values()]);
    return [{ build, points: [...points.values()] }];
  });
  return { builds, faults };
}

function describe(
  { id, commit, atMs, branch, author, subject }: ImportedBuild,
  { repository, suite, tool }: ImportTarget,
  metrics: MetricMeaning[],
): BuildPoints['build'] {
  const isDefault = branch === undefined || ['main', 'master'].includes(branch);
  return {
    ...{ repository, suite, runId: `imported-${tool}-${id}`.slice(0, longestRunId) },
    ...{ atMs, branchKind: isDefault ? 'default' : 'other', commit, baseline: commit },
    branch,
    ...(author === undefined ? {} : { author: author.slice(0, 200) }),
    ...(subject === undefined ? {} : { subject }),
    ...{ isComplete: true, importedFrom: tool, metrics },
  };
}

/** As the schema of events has it. */
const longestRunId = 200;

/** Metrics of one span come from several parts where they have several directions. */
function enterPoint(
  points: Map<string, SeriesPoint>,
  point: SeriesPoint,
  refuse: (metric: string) => void,
): void {
  const key = JSON.stringify([point.span, point.annotations, point.repeat]);
  const known = points.get(key);
  for (const metric of Object.keys(known?.values ?? {})) {
    if (Object.hasOwn(point.values, metric)) refuse(metric);
  }
  const values = { ...point.values, ...known?.values };
  points.set(key, { ...point, values });
}

function cleanName(name: string): string {
  return name.replaceAll(/\p{C}/gu, ' ').trim().slice(0, 200) || 'imported';
}
