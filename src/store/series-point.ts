import type {
  Annotations,
  Build,
  BuildKey,
  Links,
  Metric,
  MetricValues,
  RenamedTest,
  Side,
  Verdict,
  WorstSeries,
} from '../contract/documents.ts';
import type { SeriesIdentity } from '../contract/series-key.ts';

/** Bounded, so that the history of the default branch can be asked for. */
export type BranchKind = NonNullable<Build['branchKind']>;

/** The meaning of a metric's number, so that it can be shown without the run records. */
export type MetricMeaning = Pick<Metric, 'name' | 'unit' | 'direction' | 'kind'>;

/** A build as the store knows it. What has no bound (commits, author, links) is here and never in a point. */
export interface StoredBuild extends BuildKey {
  /**
   * When the build began, in milliseconds since 1970: the time of all its points. A store that knows the
   * build already keeps the time that it was given first.
   */
  atMs: number;
  branchKind: BranchKind;
  /** The commit that was measured as `after`. */
  commit: string;
  /** The commit that was measured as `before`; the same where the change was measured alone. */
  baseline: string;
  branch?: string;
  parents?: readonly string[];
  author?: string;
  /** The first line of the commit's message. */
  subject?: string;
  /** From the start of its first shard to the end of its last. */
  durationMs?: number;
  pullRequest?: number;
  /** When the commit was made, in milliseconds since 1970: the order of commits. */
  committedAtMs?: number;
  links?: Links;
  /** False while shards are missing. */
  isComplete: boolean;
  /** The tool whose history it came from: Perigee did not measure it. */
  importedFrom?: string;
  /** Of each side, if it was built several times. */
  builds?: number;
  /** The suite allows no outliers. */
  everyRunCounts?: true;
  metrics: readonly MetricMeaning[];
  /** A developer's machine adds this to a run that it measured. */
  local?: {
    conclusion?: Verdict['conclusion'];
    worst?: WorstSeries;
    /** By the id that its series have in the dashboard: as shares, where `perigee open` shows runs of its machine. */
    changes?: Readonly<Record<string, number>>;
    /** By the same ids those that its verdict calls regressed: whether each blocks. Known where `changes` are. */
    regressed?: Readonly<Record<string, boolean>>;
    /** The metrics of which no series can block, by the rules of that verdict. */
    warning?: readonly string[];
    /** By metric, the least change of a series that is worth telling, by the same rules. */
    floors?: Readonly<Record<string, number>>;
    /** What its git says of the baseline, which may have no build of its own. */
    baseline?: Pick<StoredBuild, 'author' | 'subject' | 'committedAtMs'>;
    /** The commit is a snapshot of uncommitted work. */
    isUncommitted?: true;
    /** As its git said when the run was published. */
    isOnDefaultBranch?: true;
    /** Set if `perigee open` shows runs of its machine. */
    hasReport?: true;
  };
  /** Tests and spans that had other names before. */
  renamed?: readonly RenamedTest[];
  /** The machines whose canaries are in it. */
  machines?: readonly StoredMachine[];
}

/**
 * Facts below a machine that may change while it keeps its kind; no part of a series' identity, so that a change shows
 * in it.
 */
export interface StoredMachine {
  cpu: string;
  cores: number;
  kernel: string;
  microcode?: string;
  /** The version of Node that ran Perigee. */
  node?: string;
  /** The versions that setup and tests run on. */
  toolchain?: string;
  image?: string;
}

/** A profiled region of a test on one platform: what its metrics have in common. */
export type SpanIdentity = Omit<SeriesIdentity, 'metric'>;

/** One repeat of one span on one side: a row of the store. */
export interface SeriesPoint extends SpanIdentity {
  side: Side;
  repeat: number;
  /** At least one metric; finite numbers. */
  values: MetricValues;
  /** The metrics whose value did not count towards the location of its side. It is kept all the same. */
  outliers: readonly string[];
}

/** Everything that is stored of one build. */
export interface BuildPoints {
  build: StoredBuild;
  points: readonly SeriesPoint[];
}

/** One value of one series, as it is read. */
export interface SeriesValue {
  build: StoredBuild;
  /** The commit that this side measured. */
  commit: string;
  annotations: Annotations;
  side: Side;
  repeat: number;
  /** In the unit of the metric. */
  value: number;
  isOutlier: boolean;
}

/** A span that the store has points of, and the metrics that its points have had of late. */
export interface StoredSpan extends SpanIdentity {
  repository: string;
  suite: string;
  metrics: readonly string[];
  /** Its former names, if the store has points of them. */
  former?: readonly Pick<SpanIdentity, 'test' | 'span'>[];
}

/** The median of a series over one day (UTC), which outlives the points. */
export interface SeriesDay {
  /** The midnight that it began at, in milliseconds since 1970. */
  dayMs: number;
  median: number;
}
