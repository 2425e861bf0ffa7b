/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * Every answer of the API. Generated from schemas/explorer.openapi.json by `npm run generate`.
 */
export interface Answers {
  Level: Level;
  LevelOfCommit: LevelOfCommit;
  SeriesName: SeriesName;
  Commit: Commit;
  Place: Place;
  Change: Change;
  Creep: Creep;
  SeriesSummary: SeriesSummary;
  LatestLevel: LatestLevel;
  BuildSummary: BuildSummary;
  Machine: Machine;
  SideOfRun: SideOfRun;
  RunOfSeries: RunOfSeries;
  Sibling: Sibling;
  Series: Series;
  SeriesPage: SeriesPage;
  Repositories: Repositories;
  ChangeGroup: ChangeGroup;
  Budget: Budget;
  Overview: Overview;
  BuildPage: BuildPage;
  SideOfBuild: SideOfBuild;
  SeriesOfBuild: SeriesOfBuild;
  Build: Build;
  Difference: Difference;
  ComparedSeries: ComparedSeries;
  ComparedCommit: ComparedCommit;
  Comparison: Comparison;
  CanaryLevel: CanaryLevel;
  MachineAlarm: MachineAlarm;
  MachineHistory: MachineHistory;
  Machines: Machines;
  ShareEstimate: ShareEstimate;
  ControlNight: ControlNight;
  Spent: Spent;
  GateRecord: GateRecord;
  GateAlarm: GateAlarm;
  Gate: Gate;
  AlertSeries: AlertSeries;
  AlertTransition: AlertTransition;
  AlertBudget: AlertBudget;
  Alert: Alert;
  Alerts: Alerts;
  Problem: Problem;
}
/**
 * What a series is worth, in its unit, with a 95% interval.
 */
export interface Level {
  value: number;
  /**
   * Lower end of the 95% interval.
   */
  low: number;
  /**
   * Upper end of the 95% interval.
   */
  high: number;
}
/**
 * What a commit is worth, with a 95% interval.
 */
export interface LevelOfCommit {
  /**
   * Index into `commits`.
   */
  place: number;
  value: number;
  /**
   * Lower end of the 95% interval.
   */
  low: number;
  /**
   * Upper end of the 95% interval.
   */
  high: number;
}
/**
 * What makes a series, and what its numbers mean.
 */
export interface SeriesName {
  /**
   * Stable: the same series has the same id in every store. For `series/{id}` and permalinks.
   */
  id: string;
  suite: string;
  test: string;
  span: string;
  /**
   * What distinguishes series of one span, e.g. the size of an input.
   */
  annotations: {
    [k: string]: string | number | boolean;
  };
  platform: string;
  metric: string;
  /**
   * Unit of every value and level of the series.
   */
  unit: 'ns' | 'bytes' | 'count';
  /**
   * Which way is better.
   */
  direction: 'lower' | 'higher';
}
/**
 * A commit of the default branch that a build measured.
 */
export interface Commit {
  commit: string;
  /**
   * When it was made, or else first measured, in milliseconds since 1970.
   */
  atMs: number;
  author?: string;
}
/**
 * A commit and its time.
 */
export interface Place {
  commit: string;
  /**
   * When it was made, or else first measured, in milliseconds since 1970.
   */
  atMs: number;
}
/**
 * The level of a series changed, and later builds confirmed it.
 */
export interface Change {
  /**
   * The first commit that has the new level.
   */
  commit: string;
  /**
   * When that commit was made, in milliseconds since 1970.
   */
  atMs: number;
  /**
   * Of that commit, where the range names exactly one.
   */
  author?: string;
  /**
   * The change came after the first of these commits, and at the latest with the second.
   */
  range: {
    after: Place;
    upTo: Place;
  };
  before: Level;
  after: Level;
  /**
   * Its size as a share of the level before: 0.05 is 5%. Where that is zero, as a share of the level after.
   */
  change: number;
  isWorse: boolean;
  /**
   * The level moved step by step, over all of the range.
   */
  isGradual: boolean;
  /**
   * One minus the chance that noise alone looks like this.
   */
  confidence: number;
}
/**
 * What many small changes add up to. Sizes are shares, and above zero is worse.
 */
export interface Creep {
  /**
   * The last release, or the best level that held within a year.
   */
  since: 'release' | 'best';
  from: Place;
  to: Place;
  size: number;
  low: number;
  high: number;
  /**
   * The budget. Absent where none is known.
   */
  limit?: number;
  /**
   * Beyond the budget, and certainly worse.
   */
  isOver: boolean;
  /**
   * What confirmed changes since then explain.
   */
  explained: number;
}
/**
 * A series in a list.
 */
export interface SeriesSummary {
  /**
   * Stable: the same series has the same id in every store. For `series/{id}` and permalinks.
   */
  id: string;
  suite: string;
  test: string;
  span: string;
  /**
   * What distinguishes series of one span, e.g. the size of an input.
   */
  annotations: {
    [k: string]: string | number | boolean;
  };
  platform: string;
  metric: string;
  /**
   * Unit of every value and level of the series.
   */
  unit: 'ns' | 'bytes' | 'count';
  /**
   * Which way is better.
   */
  direction: 'lower' | 'higher';
  /**
   * Perigee still computes its levels: level, changes and recent are not there yet.
   */
  isPending: boolean;
  /**
   * Commits with a level.
   */
  commits: number;
  latest?: LatestLevel;
  /**
   * Levels of the newest commits, oldest first, at most 50.
   */
  recent: number[];
  newestRun?: ComparedRun;
  newestChange?: Change;
  /**
   * Confirmed changes.
   */
  changes: number;
  creep: Creep[];
}
/**
 * The level of the newest commit of the default branch.
 */
export interface LatestLevel {
  value: number;
  /**
   * Lower end of the 95% interval.
   */
  low: number;
  /**
   * Upper end of the 95% interval.
   */
  high: number;
  commit: string;
  /**
   * When that commit was made, in milliseconds since 1970.
   */
  atMs: number;
}
/**
 * Where no build is of the default branch, as on a laptop: what the newest one with both sides measured, as means of the repeats that count.
 */
export interface ComparedRun {
  runId: string;
  before: number;
  after: number;
  /**
   * As a share. Absent where before is zero.
   */
  change?: number;
}
/**
 * A build of one suite.
 */
export interface BuildSummary {
  suite: string;
  runId: string;
  /**
   * When it began, in milliseconds since 1970.
   */
  atMs: number;
  /**
   * The commit that was measured as after.
   */
  commit: string;
  /**
   * The commit that was measured as before; the same as `commit` where the change was measured alone.
   */
  baseline: string;
  branchKind: 'default' | 'release' | 'pull-request' | 'merge-queue' | 'other';
  branch?: string;
  pullRequest?: number;
  author?: string;
  /**
   * When the commit was made, in milliseconds since 1970.
   */
  committedAtMs?: number;
  /**
   * False while shards are missing.
   */
  isComplete: boolean;
  /**
   * What the verdict says. Of runs of this machine, where `perigee open` shows them, and of builds that a bot judged.
   */
  conclusion?: 'passed' | 'regressed' | 'undecided' | 'incomplete' | 'nothing-measured';
  /**
   * How the check of its commit ended by this build, a second run included. Only where a bot judged it.
   */
  check?: {
    /**
     * It failed.
     */
    isRed: boolean;
    /**
     * Regressions that a second run did not confirm.
     */
    cleared: number;
    /**
     * Regressions that a second run confirmed.
     */
    confirmed: number;
  };
  /**
   * The commit is a snapshot of uncommitted work. Only of runs of this machine.
   */
  isUncommitted?: boolean;
  /**
   * Path of the report page on this server. Only of runs of this machine.
   */
  report?: string;
  /**
   * The tool whose history it came from: Perigee did not measure it.
   */
  importedFrom?: string;
  /**
   * Name to http or https URL: build, logs, artifacts.
   */
  links?: {
    [k: string]: string;
  };
}
/**
 * A kind of machine, and what may change below it.
 */
export interface Machine {
  cpu: string;
  cores: number;
  kernel: string;
  microcode?: string;
  image?: string;
}
/**
 * What a build measured of one commit.
 */
export interface SideOfRun {
  commit: string;
  /**
   * Index into `commits`. Absent where the commit is not on the default branch.
   */
  place?: number;
  /**
   * Of all repeats.
   */
  median: number;
  /**
   * Every repeat, outliers too.
   */
  repeats: number[];
  /**
   * Indices of repeats that did not count.
   */
  outliers: number[];
}
/**
 * What one build measured of a series.
 */
export interface RunOfSeries {
  suite: string;
  runId: string;
  /**
   * When it began, in milliseconds since 1970.
   */
  atMs: number;
  /**
   * The commit that was measured as after.
   */
  commit: string;
  /**
   * The commit that was measured as before; the same as `commit` where the change was measured alone.
   */
  baseline: string;
  branchKind: 'default' | 'release' | 'pull-request' | 'merge-queue' | 'other';
  branch?: string;
  pullRequest?: number;
  author?: string;
  /**
   * When the commit was made, in milliseconds since 1970.
   */
  committedAtMs?: number;
  /**
   * False while shards are missing.
   */
  isComplete: boolean;
  /**
   * The tool whose history it came from: Perigee did not measure it.
   */
  importedFrom?: string;
  /**
   * Name to http or https URL: build, logs, artifacts.
   */
  links?: {
    [k: string]: string;
  };
  /**
   * Indices into `machines` of the answer.
   */
  machines: number[];
  /**
   * How far its host lay off, as a share where levels are shares. Absent where no commit is on the default branch.
   */
  offset?: number;
  /**
   * Its machine was off in most series, so the run counts only within itself.
   */
  isMachineOdd: boolean;
  before?: SideOfRun;
  after?: SideOfRun;
}
/**
 * The same test, span and metric with other annotations, or on another platform.
 */
export interface Sibling {
  id: string;
  /**
   * What distinguishes series of one span, e.g. the size of an input.
   */
  annotations: {
    [k: string]: string | number | boolean;
  };
  platform: string;
  latest?: LatestLevel;
}
/**
 * Everything that is kept of a series.
 */
export interface Series {
  series: SeriesName;
  /**
   * The default branch. Absent where no build names it.
   */
  branch?: string;
  /**
   * Of the default branch, oldest first.
   */
  commits: Commit[];
  /**
   * In the order of commits.
   */
  levels: LevelOfCommit[];
  /**
   * All values are positive: sizes are shares.
   */
  isLogarithm: boolean;
  /**
   * Oldest first; of every branch.
   */
  runs: RunOfSeries[];
  machines: Machine[];
  /**
   * Oldest first.
   */
  changes: Change[];
  creep: Creep[];
  /**
   * Standard deviations: of a repeat, of a side beyond its repeats, of a host.
   */
  spreads: {
    repeat: number;
    side: number;
    host: number;
    hostsFrom: 'commits' | 'tips' | 'assumption';
  };
  siblings: Sibling[];
  /**
   * There are older builds than `last` asked for.
   */
  hasOlder: boolean;
}
/**
 * Series of a repository.
 */
export interface SeriesPage {
  /**
   * Series that the filters leave.
   */
  total: number;
  /**
   * Those of them that are not computed yet.
   */
  pending: number;
  series: SeriesSummary[];
  /**
   * Pass it as `cursor` to get what follows. Absent on the last page.
   */
  next?: string;
}
/**
 * Repositories that the reader may see.
 */
export interface Repositories {
  /**
   * Items: A repository with at least one build.
   */
  repositories: {
    repository: string;
    suites: string[];
    builds: number;
    newestBuild?: BuildSummary;
  }[];
}
/**
 * Changes of several series that one commit may have made.
 */
export interface ChangeGroup {
  /**
   * The change came after the first of these commits, and at the latest with the second.
   */
  range: {
    after: Place;
    upTo: Place;
  };
  /**
   * When the last of these commits was made, in milliseconds since 1970.
   */
  atMs: number;
  /**
   * Where the range names exactly one commit.
   */
  author?: string;
  build?: BuildSummary;
  isWorse: boolean;
  /**
   * How many series.
   */
  count: number;
  /**
   * At most 20, the largest first.
   *
   * Items: A series of the group.
   */
  largest: {
    series: SeriesName;
    /**
     * As a share, as that of a change.
     */
    change: number;
    before: Level;
    after: Level;
  }[];
}
/**
 * How much worse many changes together may make each series of a suite whose rule blocks, as shares: `budget` of perigee.yml.
 */
export interface Budget {
  suite: string;
  /**
   * Than at the last release.
   */
  release?: number;
  /**
   * Than the best level of a year.
   */
  year?: number;
  action: 'warn' | 'block';
}
/**
 * What happened in a repository.
 */
export interface Overview {
  repository: string;
  branch?: string;
  /**
   * How much there is.
   */
  counts: {
    series: number;
    /**
     * Series that are not computed yet.
     */
    pending: number;
    builds: number;
    /**
     * Of the default branch.
     */
    commits: number;
    suites: number;
    tests: number;
    platforms: number;
  };
  /**
   * As the bot last read them on the default branch, or `perigee open` in the folder where it runs. Absent where neither did.
   */
  budgets?: Budget[];
  /**
   * How the default branch stands.
   */
  state: {
    newestBuild?: BuildSummary;
    /**
     * Series whose newest change made them worse.
     */
    worse: number;
    /**
     * Series whose newest change made them better.
     */
    better: number;
    /**
     * Series without a change.
     */
    steady: number;
    /**
     * Series with too few commits to show a change.
     */
    short: number;
    /**
     * Series that crept over their budget.
     */
    overBudget: number;
  };
  /**
   * Newest first, at most 50.
   */
  changes: ChangeGroup[];
  /**
   * The newest ten, newest first.
   */
  builds: BuildSummary[];
}
/**
 * Builds of a repository, newest first.
 */
export interface BuildPage {
  builds: BuildSummary[];
  /**
   * Pass it as `cursor` to get what follows. Absent on the last page.
   */
  next?: string;
}
/**
 * The values of one side.
 */
export interface SideOfBuild {
  median: number;
  repeats: number[];
  /**
   * Indices of repeats that did not count.
   */
  outliers: number[];
}
/**
 * What a build measured of a series.
 */
export interface SeriesOfBuild {
  series: SeriesName;
  before?: SideOfBuild;
  after?: SideOfBuild;
  change?: Difference;
}
/**
 * How far after lies from before, as a share of before, with a 95% interval. Where before is zero, as a share of after.
 */
export interface Difference {
  value: number;
  low: number;
  high: number;
  /**
   * The interval excludes zero.
   */
  isClear: boolean;
  /**
   * It points to the worse.
   */
  isWorse: boolean;
}
/**
 * A build and what it measured.
 */
export interface Build {
  build: BuildSummary;
  machines: Machine[];
  /**
   * Series that the filters leave.
   */
  total: number;
  /**
   * The largest change for the worse first.
   */
  series: SeriesOfBuild[];
  /**
   * Pass it as `cursor` to get what follows. Absent on the last page.
   */
  next?: string;
}
/**
 * A series at two commits.
 */
export interface ComparedSeries {
  series: SeriesName;
  before: Level;
  after: Level;
  difference: Difference;
}
/**
 * What was asked for, and the commit that it is.
 */
export interface ComparedCommit {
  asked: string;
  commit: string;
  /**
   * When the commit was made, or else first measured, in milliseconds since 1970.
   */
  atMs: number;
  author?: string;
  branch?: string;
  /**
   * Items: A build that measured it.
   */
  builds: {
    suite: string;
    runId: string;
  }[];
}
/**
 * Two commits, series by series.
 */
export interface Comparison {
  before: ComparedCommit;
  after: ComparedCommit;
  /**
   * Series that were measured at both.
   */
  total: number;
  /**
   * Series that were measured at only one of them.
   */
  unmatched: number;
  /**
   * Clear changes for the worse.
   */
  worse: number;
  better: number;
  /**
   * The largest change for the worse first.
   */
  series: ComparedSeries[];
  /**
   * Pass it as `cursor` to get what follows. Absent on the last page.
   */
  next?: string;
}
/**
 * A canary at a build.
 */
export interface CanaryLevel {
  canary: string;
  /**
   * In words, after "the".
   */
  title: string;
  /**
   * Nanoseconds, for each of `builds`.
   */
  values: (number | null)[];
}
/**
 * The machines changed.
 */
export interface MachineAlarm {
  /**
   * Index into `builds`: the first build that has the new level.
   */
  at: number;
  /**
   * Index into `builds`.
   */
  foundAt: number;
  /**
   * Index into `builds`: the first build that is as before again.
   */
  endedAt?: number;
  /**
   * Items: A canary that changed.
   */
  canaries: {
    canary: string;
    title: string;
    /**
     * As a share.
     */
    change: number;
  }[];
  /**
   * Items: What else was different.
   */
  facts: {
    fact: 'kernel' | 'microcode' | 'image';
    from: string;
    to: string;
  }[];
}
/**
 * A kind of machine.
 */
export interface MachineHistory {
  suite: string;
  platform: string;
  cpu: string;
  cores: number;
  /**
   * Oldest first.
   *
   * Items: A build that it measured.
   */
  builds: {
    runId: string;
    /**
     * When it began, in milliseconds since 1970.
     */
    atMs: number;
    kernel?: string;
    microcode?: string;
    image?: string;
  }[];
  canaries: CanaryLevel[];
  /**
   * Oldest first.
   */
  alarms: MachineAlarm[];
}
/**
 * Canaries and hosts of a repository.
 */
export interface Machines {
  machines: MachineHistory[];
}
/**
 * A share with its interval.
 */
export interface ShareEstimate {
  /**
   * How many there were.
   */
  of: number;
  /**
   * How many of them counted.
   */
  count: number;
  /**
   * count / of
   */
  share: number;
  low: number;
  high: number;
  /**
   * Of the interval: 0.95.
   */
  confidence: number;
}
/**
 * One positive control, over all its shards.
 */
export interface ControlNight {
  /**
   * RFC 3339, UTC.
   */
  at: string;
  suite: string;
  cost: 'cpu' | 'wall' | 'memory' | 'writes';
  /**
   * 0.2: made worse by 20%.
   */
  by: number;
  isProven: boolean;
  /**
   * Tests to which something was added.
   */
  asked: number;
  /**
   * Those of them that turned red.
   */
  found: number;
  /**
   * The smallest change that turned a test red, as a share.
   */
  smallestFound?: number;
  /**
   * What the weakest test would have shown four times out of five, as a share.
   */
  smallestVisible?: number;
  pairs: number;
  seconds: number;
}
/**
 * What it cost.
 */
export interface Spent {
  pairs: number;
  seconds: number;
}
/**
 * What the gate did.
 */
export interface GateRecord {
  /**
   * RFC 3339, UTC.
   */
  since: string;
  days: number;
  /**
   * Commits that got a verdict.
   */
  judged: number;
  /**
   * Those of them that ended red.
   */
  red: number;
  /**
   * Those of them that ended undecided.
   */
  undecided: number;
  /**
   * Builds in which a run saw a regression that blocks.
   */
  alarms: {
    /**
     * Whatever became of them.
     */
    raised: number;
    /**
     * No regression was left by a second run.
     */
    cleared: number;
    /**
     * At least one was left.
     */
    confirmed: number;
    /**
     * Accepts that stand. Absent where nobody can accept.
     */
    accepted?: number;
    /**
     * Red changes that a later commit reverts. Absent without git.
     */
    reverted?: number;
  };
  falseAlarms?: ShareEstimate;
  sameCode?: ShareEstimate;
  /**
   * Newest first.
   */
  nights: ControlNight[];
  /**
   * By builds that were judged, and by controls.
   */
  spent: {
    judged: Spent;
    control: Spent;
  };
  /**
   * Tests that pushes made worse though these touch nothing that the tests were seen to read.
   */
  blindSpots?: number;
}
/**
 * Something is wrong with the gate itself. It says nothing of the code.
 */
export interface GateAlarm {
  code:
    | 'control-green'
    | 'control-missing'
    | 'baseline-old'
    | 'test-vanished'
    | 'span-vanished'
    | 'shard-silent'
    | 'rule-unmatched'
    | 'undecided-growing';
  suite: string;
  /**
   * A test, a span, a shard or a rule.
   */
  subject?: string;
  /**
   * RFC 3339, UTC.
   */
  since: string;
  /**
   * What is wrong.
   */
  message: string;
  /**
   * What helps.
   */
  remedy: string;
}
/**
 * What the gate of a repository knows of itself. Without a record where no bot keeps one.
 */
export interface Gate {
  record?: GateRecord;
  /**
   * The most serious first.
   */
  alarms: GateAlarm[];
}
/**
 * A series that an alert is about.
 */
export interface AlertSeries {
  /**
   * For `series/{id}`.
   */
  id: string;
  test: string;
  span: string;
  /**
   * What distinguishes series of one span, e.g. the size of an input.
   */
  annotations: {
    [k: string]: string | number | boolean;
  };
  platform: string;
  metric: string;
  /**
   * As a share of the level before; of a budget what is added up.
   */
  change: number;
}
/**
 * How an alert came into a state.
 */
export interface AlertTransition {
  state: 'new' | 'acknowledged' | 'explained' | 'fixed' | 'noise' | 'accepted';
  /**
   * The person; absent where Perigee did it.
   */
  by?: string;
  because?: string;
  /**
   * The accept that it follows from.
   */
  accept?: string;
  /**
   * When, in milliseconds since 1970.
   */
  atMs: number;
}
/**
 * An exceeded budget.
 */
export interface AlertBudget {
  since: 'release' | 'best';
  /**
   * The name of the release.
   */
  release?: string;
  /**
   * As a share.
   */
  limit: number;
  action: 'warn' | 'block';
  /**
   * The largest first.
   *
   * Items: What one commit contributed.
   */
  parts: {
    /**
     * The commit measured before.
     */
    after: string;
    commit: string;
    author: string;
    subject: string;
    /**
     * As a share.
     */
    size: number;
    /**
     * Larger than noise alone makes the largest of so many.
     */
    standsOut: boolean;
  }[];
}
/**
 * A commit, or several of them, that made series of the branch worse.
 */
export interface Alert {
  /**
   * From 1, in its repository. It stays.
   */
  number: number;
  suite: string;
  foundBy: 'push' | 'history' | 'budget';
  /**
   * The commit that it was first found at.
   */
  commit: string;
  /**
   * The change came after the first of these commits, and at the latest with the second.
   */
  range: {
    after: string;
    upTo: string;
    /**
     * How many those are.
     */
    commits?: number;
  };
  /**
   * No single commit did it.
   */
  isGradual: boolean;
  /**
   * Something is still to be done.
   */
  isOpen: boolean;
  budget?: AlertBudget;
  /**
   * The largest change first.
   */
  series: AlertSeries[];
  /**
   * Oldest first: the last one holds.
   */
  transitions: AlertTransition[];
}
/**
 * Alerts of a repository, newest first.
 */
export interface Alerts {
  /**
   * Alerts that the filter leaves.
   */
  total: number;
  /**
   * Open alerts of the repository.
   */
  open: number;
  alerts: Alert[];
  /**
   * Pass it as `cursor` to get what follows. Absent on the last page.
   */
  next?: string;
}
/**
 * What went wrong: problem details (RFC 9457).
 */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /**
   * What was expected, and what to do.
   */
  detail: string;
}
