import type { BuildKey, Side } from '../contract/documents.ts';
import type { SeriesIdentity } from '../contract/series-key.ts';
import type { Marks } from './marks.ts';
import type {
  BranchKind,
  BuildPoints,
  SeriesDay,
  SeriesPoint,
  SeriesValue,
  StoredBuild,
  StoredSpan,
} from './series-point.ts';

/** Which values of which series are asked for. */
export interface SeriesQuery extends SeriesIdentity {
  repository: string;
  suite: string;
  /** Both where it does not say. */
  side?: Side;
  /** Every kind where it does not say. */
  branchKind?: BranchKind;
}

/** Days are kept for each side and kind of branch by itself. */
export type DayQuery = SeriesQuery & { side: Side; branchKind: BranchKind };

/** All series of one span that differ in annotations, sliced by one of them. */
export interface SliceQuery extends Omit<SeriesQuery, 'annotations'> {
  /** The annotation whose values make the slices. */
  by: string;
  /** What the other annotations have to be; those that are not named may be anything. */
  where?: SeriesIdentity['annotations'];
}

export interface Slice {
  /** The value of the annotation; undefined for the series that lack it. */
  value: string | number | boolean | undefined;
  values: SeriesValue[];
}

/** By their run ids. */
export type BuildsOfSuite = ReadonlyMap<string, StoredBuild>;

/** A point that the store will never take, and why, in one line. */
export interface Refusal {
  build: BuildKey;
  point: SeriesPoint;
  reason: string;
}

export interface WriteOutcome {
  /** Points that the store now has; those that it had already count too. */
  written: number;
  refused: Refusal[];
}

/** Where the numbers of all builds are kept. */
export interface SeriesStore {
  /** For messages, e.g. `InfluxDB bucket perigee at influx:8086`. Holds no secret. */
  readonly name: string;
  /**
   * Makes the store hold exactly these points of each of the builds: what it has of them beside these goes.
   * Doing it again changes nothing. Resolves when the store has them for good.
   * @throws StoreUnavailable where waiting helps; some of the points may be stored then
   * @throws the reason of the signal when it is aborted
   */
  write(builds: readonly BuildPoints[], signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * The last values of a series, oldest first, in the order of their builds' times.
   * @param known builds of the suite that need not be looked up
   */
  readLast(query: SeriesQuery, count: number, known?: BuildsOfSuite): Promise<SeriesValue[]>;
  /**
   * The values of a series from one commit to another, both included, in the order in which the commits were
   * made. Empty when the store does not know one of the two.
   */
  readRange(query: SeriesQuery, commits: CommitRange): Promise<SeriesValue[]>;
  /** Up to `count` last values of every slice, the slices in the order of their values. */
  readSlices(query: SliceQuery, count: number): Promise<Slice[]>;
  /** The medians of the last days, oldest first: also of days whose points are no longer kept. */
  readDays(query: DayQuery, count: number): Promise<SeriesDay[]>;
  /** All that is stored of a build; undefined when it is not known. */
  readBuild(key: BuildKey): Promise<BuildPoints | undefined>;
  /** The spans of a repository, of all its suites where none is named. */
  listSpans(repository: string, suite?: string): Promise<StoredSpan[]>;
  /**
   * Keeps what happened beside the values, for dashboards that ask the store itself. Doing it again changes nothing.
   * Only a store that others ask keeps it: InfluxDB.
   * @throws StoreUnavailable where waiting helps
   */
  keepMarks(repository: string, marks: Marks, signal: AbortSignal): Promise<void>;
  /** Periodic work, such as letting go what is too old; may be called at any time, by several processes. */
  maintain(nowMs: number): Promise<void>;
  /** @throws StoreUnavailable when the store does not answer, or not to us */
  ping(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface CommitRange {
  from: string;
  to: string;
}

/** The store cannot take or give anything now; nothing is wrong with what it was given. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** How long the store itself asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}
