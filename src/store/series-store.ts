import type { BuildKey, Side, GateEntry } from '../contract/documents.ts';
import type { SeriesIdentity } from '../contract/series-key.ts';
import type {
  BranchKind,
  BuildPoints,
  SeriesDay,
  SeriesPoint,
  SeriesValue,
  StoredBuild,
  StoredSpan,
} from './series-point.ts';
import type { Alert } from '../contract/alerts.ts';
import type { ControlNight } from '../contract/gate-record.ts';

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
  /** The values that the other annotations have to have; those that are not named may be anything. */
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

/** The store of all builds' numbers. */
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

/** A store that is only looked at: by people, beside the service that writes it. */
export interface StoreReader extends Pick<
  SeriesStore,
  'name' | 'readLast' | 'readBuild' | 'listSpans' | 'close'
> {
  /** The repositories that it has builds of, sorted. @throws StoreUnavailable */
  listRepositories(): Promise<string[]>;
  /** Its last builds, newest first; those of one millisecond in the same order in every store. @throws StoreUnavailable */
  listBuilds(repository: string, count: number): Promise<StoredBuild[]>;
  /** Its suites, sorted, and how many builds each has. @throws StoreUnavailable */
  countBuilds(repository: string): Promise<Map<string, number>>;
  /**
   * All points of a build that was listed, with at least these metrics; empty where it went meanwhile.
   * @throws StoreUnavailable
   */
  readPoints(
    this: void,
    build: StoredBuild,
    metrics: readonly string[],
  ): Promise<readonly SeriesPoint[]>;
  /** Differs after something was written; undefined where the store cannot say. @throws StoreUnavailable */
  readVersion(): Promise<string | undefined>;
}

/** Events of a repository beside the values of its series. Absent ones stay as they are. */
export interface Marks {
  /** Alerts on series that got worse: those that are new or not as they were. */
  alerts?: readonly Alert[];
  /** Builds that the gate judged; entries of another kind do not count. Some of them, or all. */
  judged?: readonly GateEntry[];
  /** Positive controls: some of them, or all. */
  nights?: readonly ControlNight[];
  /** Changes of levels: all of the repository. */
  levels?: readonly LevelMark[];
}

/** The level of a series changed, for the better or the worse. */
export interface LevelMark {
  /** The id of the series, in addresses of pages. */
  id: string;
  suite: string;
  series: SeriesIdentity;
  /** The first commit of the new level, and when that was measured, in milliseconds since 1970. */
  commit: string;
  atMs: number;
  /** The change came after the first of these commits, and at the latest with the second. */
  range: { after: string; upTo: string };
  /** As a share of the level before. */
  change: number;
  isWorse: boolean;
  /** One minus the chance that noise alone looks like this. */
  confidence?: number;
  /** The text of dashboards instead of the name of the series and its change. */
  text?: string;
}
