import type { DatabaseSync } from 'node:sqlite';
import type { BuildKey } from '../../contract/documents.ts';
import { sortPoints, sortSpans } from '../order-values.ts';
import type { BuildPoints, SpanIdentity, StoredSpan } from '../series-point.ts';
import type { SeriesStore } from '../series-store.ts';
import { decodeSide } from './codes.ts';
import { unpackRepeats } from './pack-repeats.ts';
import { readAnnotations, readBuildFacts, readNames } from './read-rows.ts';

type BuildReads = Pick<SeriesStore, 'readBuild' | 'listSpans'>;

type SpanColumns = { test: string; span: string; platform: string; annotations: string };

export function openBuildReads(database: DatabaseSync): BuildReads {
  const find = database.prepare(
    'SELECT id, at_ms, facts FROM builds WHERE repository = ? AND suite = ? AND run = ?',
  );
  const samples = database.prepare(
    `SELECT s.side, s.repeats, s.outliers, m.names, n.test, n.span, n.platform, n.annotations
     FROM samples s JOIN spans n ON n.id = s.span JOIN metric_sets m ON m.id = s.metric_set
     WHERE s.build = ?`,
  );
  // The newest row of a span says which metrics it has; a span without any row is not listed.
  const spans = database.prepare(
    `SELECT n.repository, n.suite, n.test, n.span, n.platform, n.annotations,
       (SELECT m.names FROM samples s JOIN metric_sets m ON m.id = s.metric_set
        WHERE s.span = n.id
        ORDER BY s.side DESC, s.branch_kind DESC, s.at_ms DESC LIMIT 1) AS names
     FROM spans n WHERE n.repository = ? AND (? IS NULL OR n.suite = ?)`,
  );

  async function readBuild(key: BuildKey): Promise<BuildPoints | undefined> {
    const row = find.get(key.repository, key.suite, key.runId);
    if (row === undefined) return undefined;
    const { id, ...facts } = row as { id: number; at_ms: number; facts: string };
    const points = samples.all(id).flatMap((sample) => {
      const columns = sample as SpanColumns & {
        side: number;
        repeats: Uint8Array;
        outliers: Uint8Array | null;
        names: string;
      };
      const side = decodeSide(columns.side);
      const span = readSpan(columns);
      const metrics = readNames(columns.names);
      return unpackRepeats({ ...columns, metrics }).map((one) => ({ ...span, side, ...one }));
    });
    return { build: readBuildFacts(facts), points: sortPoints(points) };
  }

  async function listSpans(repository: string, suite?: string): Promise<StoredSpan[]> {
    const wanted = suite ?? null;
    const found = spans.all(repository, wanted, wanted).flatMap((row) => {
      const columns = row as SpanColumns & {
        repository: string;
        suite: string;
        names: string | null;
      };
      if (columns.names === null) return [];
      const { repository: owner, suite: name } = columns;
      return [
        { repository: owner, suite: name, ...readSpan(columns), metrics: readNames(columns.names) },
      ];
    });
    return sortSpans(found);
  }

  return { readBuild, listSpans };
}

function readSpan({ test, span, platform, annotations }: SpanColumns): SpanIdentity {
  return { test, span, annotations: readAnnotations(annotations), platform };
}
