import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { annotationKey } from '../../contract/series-key.ts';
import { groupBySlice, hasAnnotations, sortByCommit, sortByTime } from '../order-values.ts';
import type { SeriesValue } from '../series-point.ts';
import type { CommitRange, SeriesQuery, SeriesStore, Slice, SliceQuery } from '../series-store.ts';
import { listBranchCodes, listSideCodes } from './codes.ts';
import {
  type KnownBuilds,
  readAnnotations,
  sampleColumns,
  type SampleRow,
  sampleTables,
  valuesOfRow,
} from './read-rows.ts';

type SeriesReads = Pick<SeriesStore, 'readLast' | 'readRange' | 'readSlices'>;

/** A span of the file and what it stands for. */
interface FoundSpan {
  id: number;
  annotations: SeriesQuery['annotations'];
}

export function openSeriesReads(database: DatabaseSync): SeriesReads {
  const findSpans = database.prepare(
    `SELECT id, annotations FROM spans
     WHERE repository = ? AND suite = ? AND test = ? AND span = ? AND platform = ?`,
  );
  const findSpan = database.prepare(
    `SELECT id, annotations FROM spans
     WHERE repository = ? AND suite = ? AND test = ? AND span = ? AND platform = ?
       AND annotations = ?`,
  );
  const newestFirst = database.prepare(
    `SELECT ${sampleColumns} FROM ${sampleTables}
     WHERE s.span = ? AND s.side = ? AND s.branch_kind = ? ORDER BY s.at_ms DESC`,
  );
  const findOrder = database.prepare(
    `SELECT min(order_ms) AS first, max(order_ms) AS last FROM builds
     WHERE repository = ? AND suite = ? AND commit_id = ?`,
  );
  const between = database.prepare(
    `SELECT ${sampleColumns} FROM ${sampleTables}
     WHERE b.repository = ? AND b.suite = ? AND b.order_ms BETWEEN ? AND ?
       AND s.span = ? AND s.side = ? AND s.branch_kind = ?`,
  );
  return { readLast, readRange, readSlices };

  async function readLast(query: SeriesQuery, count: number): Promise<SeriesValue[]> {
    const span = spanOf(query);
    return span === undefined ? [] : readNewest(span, query, count, new Map());
  }

  async function readRange(query: SeriesQuery, commits: CommitRange): Promise<SeriesValue[]> {
    const span = spanOf(query);
    const from = orderOf(query, commits.from);
    const to = orderOf(query, commits.to);
    if (span === undefined || from === undefined || to === undefined) return [];
    const first = Math.min(from.first, to.first);
    const last = Math.max(from.last, to.last);
    const builds: KnownBuilds = new Map();
    const values = listParts(query).flatMap(([side, kind]) => {
      const found = between.all(query.repository, query.suite, first, last, span.id, side, kind);
      return found.flatMap((row) => {
        return valuesOfRow(row as SampleRow, query.metric, span.annotations, builds);
      });
    });
    return sortByCommit(values);
  }

  async function readSlices(query: SliceQuery, count: number): Promise<Slice[]> {
    const spans = listSpans(query).filter(({ annotations }) => {
      return hasAnnotations(annotations, query.where ?? {});
    });
    const builds: KnownBuilds = new Map();
    return groupBySlice(spans, query.by).map(([value, own]) => {
      const values = own.flatMap((span) => readNewest(span, query, count, builds));
      return { value, values: sortByTime(values).slice(-count) };
    });
  }

  /** The rows of each side and kind of branch come in order; what is asked for is the end of all of them. */
  function readNewest(
    span: FoundSpan,
    query: SliceQuery | SeriesQuery,
    count: number,
    builds: KnownBuilds,
  ): SeriesValue[] {
    const values = listParts(query).flatMap(([side, kind]) => {
      const own: SeriesValue[] = [];
      let lastMs: number | undefined;
      for (const row of newestFirst.iterate(span.id, side, kind)) {
        const sample = row as SampleRow;
        // Builds of one millisecond are read to the end: which of them is the last is not said by the index.
        if (own.length >= count && sample.at_ms !== lastMs) break;
        lastMs = sample.at_ms;
        own.push(...valuesOfRow(sample, query.metric, span.annotations, builds));
      }
      return own;
    });
    return sortByTime(values).slice(-count);
  }

  function listSpans(query: Omit<SliceQuery, 'by'>): FoundSpan[] {
    const { repository, suite, test, span, platform } = query;
    return findSpans.all(repository, suite, test, span, platform).map(readSpan);
  }

  function spanOf({
    repository,
    suite,
    test,
    span,
    platform,
    annotations,
  }: SeriesQuery): FoundSpan | undefined {
    const key = annotationKey(annotations);
    const row = findSpan.get(repository, suite, test, span, platform, key);
    return row === undefined ? undefined : readSpan(row);
  }

  function orderOf(
    { repository, suite }: SeriesQuery,
    commit: string,
  ): { first: number; last: number } | undefined {
    const { first, last } = findOrder.get(repository, suite, commit) as {
      first: number | null;
      last: number | null;
    };
    return first === null || last === null ? undefined : { first, last };
  }
}

function readSpan(row: Record<string, SQLOutputValue>): FoundSpan {
  const { id, annotations } = row as { id: number; annotations: string };
  return { id, annotations: readAnnotations(annotations) };
}

function listParts({
  side,
  branchKind,
}: Pick<SeriesQuery, 'side' | 'branchKind'>): [number, number][] {
  return listSideCodes(side).flatMap((code) => {
    return listBranchCodes(branchKind).map((kind): [number, number] => [code, kind]);
  });
}
