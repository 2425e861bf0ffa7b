import { annotationKey, openSpanKeys } from '../../contract/series-key.ts';
import type { Alert } from '../../contract/alerts.ts';
import { linesOfBuild } from '../influx/lines.ts';
import type { BuildPoints, SeriesPoint, StoredBuild } from '../series-point.ts';
import type { ExportedBuild } from '../../contract/documents.ts';

/** How a store leaves Perigee. */
export interface ExportFormat {
  /** Before the first build. */
  head?: string;
  /** Whole lines. */
  write(this: void, build: BuildPoints): Iterable<string>;
  /** After the last build; absent where the form has no place for alerts. */
  writeAlert?(this: void, alert: Alert): string;
}

const columns = [
  ...['repository', 'suite', 'run', 'built_at', 'branch_kind', 'branch', 'pull_request', 'commit'],
  ...['committed_at', 'author', 'test', 'span', 'annotations', 'platform', 'metric', 'unit'],
  ...['side', 'measured_commit', 'repeat', 'value', 'outlier'],
];

export const exportFormats = {
  /** Everything: a JSON document a line, which `perigee import perigee` reads. */
  ndjson: {
    write: function* (build) {
      yield `${JSON.stringify(exportBuild(build))}\n`;
    },
    writeAlert: (alert) =>
      `${JSON.stringify({ schema: 'perigee/stored-alert', version: 1, alert })}\n`,
  },
  /** A row for each value, for spreadsheets and data frames. */
  csv: { head: `${columns.join(',')}\n`, write: writeRows },
  /** For InfluxDB. */
  'line-protocol': {
    write: function* (build) {
      for (const { text } of linesOfBuild(build)) yield `${text}\n`;
    },
  },
} as const satisfies Record<string, ExportFormat>;

function* writeRows({ build, points }: BuildPoints): Generator<string> {
  const units = new Map(build.metrics.map(({ name, unit }) => [name, unit]));
  const ofBuild = describeBuild(build).map(quote).join(',');
  for (const point of points) {
    const { annotations, outliers, platform, repeat, side, span, test, values } = point;
    const ofSpan = [test, span, annotationKey(annotations), platform].map(quote).join(',');
    for (const [metric, value] of Object.entries(values)) {
      const own = [metric, units.get(metric) ?? '', side, commitOf(build, side), repeat, value];
      const rest = [...own, outliers.includes(metric)].map((one) => quote(String(one)));
      yield `${ofBuild},${ofSpan},${rest.join(',')}\n`;
    }
  }
}

function describeBuild(build: StoredBuild): string[] {
  const { atMs, author = '', branch = '', branchKind, commit, committedAtMs } = build;
  const { pullRequest = '', repository, runId, suite } = build;
  const made = committedAtMs === undefined ? '' : new Date(committedAtMs).toISOString();
  const began = new Date(atMs).toISOString();
  return [repository, suite, runId, began, branchKind, branch, String(pullRequest)].concat([
    ...[commit, made, author],
  ]);
}

function commitOf({ baseline, commit }: StoredBuild, side: SeriesPoint['side']): string {
  return side === 'before' ? baseline : commit;
}

/** RFC 4180. A spreadsheet takes text that begins with = and the like for a formula: a blank before it keeps it text. */
function quote(text: string): string {
  const isFormula = /^[=+\-@\t\r\n]/.test(text) && !/^-?[\d.]+(?:e[+-]?\d+)?$/.test(text);
  const plain = isFormula ? ` ${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** All that is kept of a build, as the document that `perigee import perigee` reads. */
export function exportBuild({ build, points }: BuildPoints): ExportedBuild {
  const spans = new Map<string, ExportedBuild['spans'][number]>();
  const keyOf = openSpanKeys();
  for (const point of points) {
    const key = keyOf(point);
    const { annotations, outliers, platform, repeat, side, span, test, values } = point;
    const own = spans.get(key) ?? { test, span, annotations, platform, points: [] };
    spans.set(key, own);
    own.points.push({
      ...{ side, repeat, values },
      ...(outliers.length === 0 ? {} : { outliers: [...outliers] }),
    });
  }
  const { links, machines, metrics, parents, renamed, ...facts } = build;
  return {
    ...{ schema: 'perigee/stored-build', version: 1 },
    build: {
      ...facts,
      ...(parents === undefined ? {} : { parents: [...parents] }),
      ...(links === undefined ? {} : { links }),
      metrics: [...metrics],
      ...(machines === undefined ? {} : { machines: [...machines] }),
      ...(renamed === undefined ? {} : { renamed: [...renamed] }),
    },
    spans: [...spans.values()],
  };
}

/** The same build again. */
export function restoreBuild({ build, spans }: ExportedBuild): BuildPoints {
  const points = spans.flatMap(({ points: own, ...span }) =>
    own.map(({ outliers = [], ...rest }): SeriesPoint => ({ ...span, ...rest, outliers })),
  );
  return { build, points };
}
