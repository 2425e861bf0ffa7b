/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * before is the baseline, after is the change.
 */
export type Side = 'before' | 'after';
/**
 * How many builds each side has. Repeat i of a side ran in its build i modulo this number. 1 when absent.
 */
export type Builds = number;
/**
 * @maxItems 1000
 */
export type Samples = (number | null)[];
/**
 * @maxItems 1000
 */
export type CanaryValues = (number | null)[];
export type State = 'regressed' | 'improved' | 'not-regressed' | 'undecided' | 'no-baseline';
/**
 * Program and arguments, e.g. [node, bench/upload.mjs]. Nothing is interpreted by a shell.
 *
 * @minItems 1
 * @maxItems 200
 *
 * Items: One argument.
 */
export type Command = string[];
/**
 * How long one setup command may take. Default 10m.
 */
export type Duration = string;
/**
 * Program and arguments, e.g. [node, bench/upload.mjs]. Nothing is interpreted by a shell.
 *
 * @minItems 1
 * @maxItems 200
 *
 * Items: One argument.
 */
export type Command1 = string[];
/**
 * Program and arguments, e.g. [node, bench/upload.mjs]. Nothing is interpreted by a shell.
 *
 * @minItems 1
 * @maxItems 200
 *
 * Items: One argument.
 */
export type Command2 = string[];
/**
 * How long the service may take until it is ready. Default 30s.
 */
export type Duration1 = string;
/**
 * How long one execution may take; then its whole process tree is ended. Default 5m.
 */
export type Duration2 = string;
/**
 * How much worse is too much: relative (5%), absolute (2ms, 64kB, 100), or both: then both must be passed.
 */
export type Worse = (Percentage | (number | string)) | WorseBoth;
/**
 * A percentage, e.g. 5%.
 */
export type Percentage = string;
/**
 * A percentage, e.g. 5%.
 */
export type Percentage1 = string;
/**
 * A percentage, e.g. 5%.
 */
export type Percentage2 = string;
/**
 * How long to wait for a run of the workflow or pipeline to appear, 1m to 24h. Default 15m.
 */
export type Duration3 = string;
/**
 * Names of branches that make history beside the default branch.
 *
 * @maxItems 100
 */
export type ReleaseBranches = string[];
/**
 * What the gate keeps of one build that it judged, or of one positive control: a line of its own record.
 */
export type GateEntry = {
  schema: 'perigee/gate-entry';
  version: 1;
  kind: 'judged' | 'control';
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  at: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  suite: string;
  /**
   * Which run: of two entries with the same suite, kind, run and shard the later one counts.
   */
  run: string;
  /**
   * A full git object id: 40 or 64 hexadecimal digits, lower case.
   */
  commit: string;
  spent: GateSpending;
  judged?: JudgedBuild;
  control?: GateControl;
};

/**
 * Every document of the contract. Generated from schemas/ by `npm run generate`.
 */
export interface Documents {
  profile: Profile;
  'run-record': RunRecord;
  'build-event': BuildEvent;
  aggregate: Aggregate;
  verdict: Verdict;
  config: Config;
  service: ServiceConfig;
  observation: ObservationRecord;
  'gate-entry': GateEntry;
  'stored-build': ExportedBuild;
  'stored-alert': ExportedAlert;
}
/**
 * What one execution of one test measured: its spans, and how it ended.
 */
export interface Profile {
  schema: 'perigee/profile';
  version: 1;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test: string;
  side: Side;
  /**
   * The pair this execution belongs to, from 0. Repeat i of before and repeat i of after ran back to back.
   */
  repeat: number;
  /**
   * Which build of its side it ran in, from 0: repeat modulo the builds of the plan. Absent where each side has one build.
   */
  build?: number;
  /**
   * 0: this side ran first in its pair; 1: second.
   */
  order: 0 | 1;
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  startedAt: string;
  /**
   * What was measured in one repeat: finite, never negative.
   */
  durationNs: number;
  outcome: Outcome;
  /**
   * Every metric that has a value in this profile.
   *
   * @maxItems 200
   */
  metrics: Metric[];
  /**
   * One entry for each span and combination of annotations. Occurrences of the same one are folded: durations and counts to their mean, gauges to their maximum.
   *
   * @maxItems 20000
   */
  spans: SpanProfile[];
  /**
   * @maxItems 1000
   */
  problems: Problem[];
  hostLoad?: HostLoad;
  canaries?: CanaryReadings;
  /**
   * Where its CPU time went, by program, the most first. Sampled: each number is a lower bound, and programs below 10 ms are absent.
   *
   * @maxItems 20
   */
  programs?: ProgramUse[];
  /**
   * Time in the functions of its programs themselves, the most first, as a profiler of the runtime saw it. Only where it was asked for.
   *
   * @maxItems 300
   */
  functions?: FunctionTime[];
  /**
   * Other programs of the machine that used CPU time meanwhile, by name, the most first. Those that began and ended meanwhile are absent. Only where it was asked for.
   *
   * @maxItems 20
   */
  neighbours?: ProgramUse[];
  /**
   * Where the test's output is, relative to the run's folder.
   */
  log?: string;
}
/**
 * How the execution ended.
 */
export interface Outcome {
  status: 'passed' | 'failed' | 'timed-out' | 'interrupted' | 'not-started';
  exitCode?: number;
  signal?: string;
  message?: string;
}
/**
 * What is counted over a span, where the number comes from and how exact it is.
 */
export interface Metric {
  /**
   * A metric: what is counted over a span, e.g. latency, cpu.user, disk.write_bytes.
   */
  name: string;
  /**
   * ns, bytes, or count.
   */
  unit: 'ns' | 'bytes' | 'count';
  /**
   * What a count counts, shown after the number, e.g. ops/s. Only for numbers that a test reports itself.
   */
  unitName?: string;
  /**
   * Which way is better.
   */
  direction: 'lower' | 'higher';
  /**
   * A duration adds up over time, a count adds up over events, a gauge is a level.
   */
  kind: 'duration' | 'count' | 'gauge';
  /**
   * The mechanism that gave the number, e.g. sdk-clock, cgroup-cpu-stat, proc-stat.
   */
  source: string;
  /**
   * Whose consumption the number counts.
   */
  scope: 'process' | 'tree' | 'cgroup' | 'namespace';
  /**
   * exact, in clock ticks (10 ms), in pages, or a lower bound because it was sampled.
   */
  exactness: 'exact' | 'ticks' | 'pages' | 'lower-bound';
  /**
   * The smallest step of the source, in the metric's unit.
   */
  resolution?: number;
}
export interface SpanProfile {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  span: string;
  annotations: Annotations;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  parent?: string;
  occurrences: number;
  /**
   * What Perigee's own clock counted between begin and end, in the mean: the latency that the test reports, and the way of its messages. Absent for the whole test, which no other clock measures.
   */
  observedNs?: number;
  values: MetricValues;
  spreads?: Spreads;
}
/**
 * Key to value; they slice the results. Every distinct combination makes a series of its own.
 */
export interface Annotations {
  [k: string]: string | number | boolean;
}
/**
 * Metric name to value. A metric that could not be read is absent, never zero.
 */
export interface MetricValues {
  /**
   * What was measured in one repeat: finite, never negative.
   */
  [k: string]: number;
}
/**
 * Of the numbers that the test or its tool made of several values: the name of the number to what they were. A distribution has the name that its metrics begin with.
 */
export interface Spreads {
  [k: string]: Spread;
}
/**
 * The values that one number was made of, all of them from one execution: evidence, never repeats of their own.
 */
export interface Spread {
  count: number;
  /**
   * What was measured in one repeat: finite, never negative.
   */
  deviation?: number;
  /**
   * Their values at 0, 1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9 and 100%, in the metric's unit.
   *
   * @minItems 12
   * @maxItems 12
   *
   * Items: What was measured in one repeat: finite, never negative.
   */
  quantiles?: number[];
}
/**
 * Something that went wrong and did not stop the measurement. It travels with the result and every report shows it.
 */
export interface Problem {
  /**
   * Names the kind of problem, e.g. span-not-ended.
   */
  code: string;
  message: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test?: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  span?: string;
  side?: Side;
  repeat?: number;
}
/**
 * How busy the host was during one repeat. What cannot be read is absent.
 */
export interface HostLoad {
  loadAverage1m?: number;
  /**
   * Share of the repeat's time in which some task waited for a CPU, 0 to 1.
   */
  cpuPressureShare?: number;
  ioPressureShare?: number;
  memoryPressureShare?: number;
  /**
   * Share of CPU time that the hypervisor took away.
   */
  stealShare?: number;
  /**
   * Share of the repeat's time in which a CPU limit of Perigee's cgroup held it up.
   */
  throttledShare?: number;
}
/**
 * What the canaries took right before this execution. Both executions of a pair have the same ones; absent where none were due.
 */
export interface CanaryReadings {
  [k: string]: number;
}
export interface ProgramUse {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  /**
   * What was measured in one repeat: finite, never negative.
   */
  cpuNs: number;
}
export interface FunctionTime {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  /**
   * What was measured in one repeat: finite, never negative.
   */
  selfNs: number;
}
/**
 * Everything that one shard measured in one attempt: every repeat of every test on both sides, and on what host.
 */
export interface RunRecord {
  schema: 'perigee/run-record';
  version: 1;
  /**
   * Unique for a run; safe as a file name.
   */
  id: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  suite: string;
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  startedAt: string;
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  finishedAt: string;
  /**
   * interrupted: somebody stopped it; what it holds is what was measured until then.
   */
  status: 'complete' | 'interrupted';
  shard: Shard;
  before: Revision;
  after: Revision;
  /**
   * The branch the change is on, where it has one.
   */
  branch?: string;
  host: Host;
  /**
   * How deep the collector could measure.
   */
  tier?: 0 | 1 | 2;
  plan: Plan;
  /**
   * The tests of this shard, in the order they ran.
   *
   * @maxItems 10000
   */
  tests: PlannedTest[];
  /**
   * @maxItems 1000000
   */
  profiles: Profile[];
  /**
   * @maxItems 10000
   */
  problems: Problem[];
}
export interface Shard {
  index: number;
  total: number;
  attempt: number;
}
/**
 * One side's source code.
 */
export interface Revision {
  /**
   * A full git object id: 40 or 64 hexadecimal digits, lower case.
   */
  commit: string;
  /**
   * How a person named it: a branch, a tag, 'working tree'.
   */
  label: string;
  /**
   * true: the commit is a snapshot of an uncommitted working tree.
   */
  dirty?: boolean;
}
/**
 * The fingerprint of the machine that measured.
 */
export interface Host {
  /**
   * Operating system, architecture and runner class, e.g. linux-x64. Part of a series' identity.
   */
  platform: string;
  /**
   * SHA-256 over the facts that make two hosts comparable.
   */
  fingerprint: string;
  cpu: {
    model: string;
    cores: number;
    /**
     * A SHA-256 digest: 64 hexadecimal digits, lower case.
     */
    flagsSha256?: string;
    microcode?: string;
    governor?: string;
  };
  kernel: string;
  /**
   * What the machine was made from, e.g. ubuntu24 20261101.1, or its system where no image is named. Absent where nothing tells.
   */
  image?: string;
  memoryBytes: number;
  /**
   * Hypervisor or container, absent when it cannot be told.
   */
  virtualisation?: string;
  node?: string;
  /**
   * What kept the tests of one side from the other: mounts hid its checkout, user also all processes but their own. Absent where nothing did; then both checkouts were watched alone.
   */
  isolation?: string;
  settings?: AppliedSettings;
  /**
   * Programs of the background that were stopped while tests ran.
   *
   * @maxItems 200
   */
  stopped?: string[];
}
/**
 * What was set on the machine while tests ran: keys of host in perigee.yml. Absent where nothing was set. Part of the fingerprint.
 */
export interface AppliedSettings {
  [k: string]: string;
}
/**
 * What this shard set out to do.
 */
export interface Plan {
  /**
   * A SHA-256 digest: 64 hexadecimal digits, lower case.
   */
  digest: string;
  /**
   * Seed of the order within the pairs.
   */
  seed: number;
  repeats: number;
  maxRepeats: number;
  outliersPerFive: number;
  warmup: number;
  builds?: Builds;
  /**
   * Both sides when absent. Otherwise the change alone, for the history of its branch: nothing is compared, and before is the same revision as after.
   *
   * @minItems 1
   * @maxItems 1
   */
  sides?: 'after'[];
}
export interface PlannedTest {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  /**
   * @maxItems 50
   */
  tags: string[];
  /**
   * What was measured in one repeat: finite, never negative.
   */
  startNs?: number;
  inputs?: TestInputs;
}
/**
 * Whether a test reads the same on both sides, as one observed execution on the side before tells. same: it was not measured, for there is nothing to measure. changed and unknown: it was measured, and why says what stood against it.
 */
export interface TestInputs {
  state: 'same' | 'changed' | 'unknown';
  /**
   * What observed it. bot: runs of the default branch did, and the bot proved from git's objects that the change touches none of it.
   *
   * @minItems 1
   * @maxItems 2
   */
  by: ('strace' | 'inotify' | 'bot')[];
  /**
   * How many files of the checkout it read.
   */
  files?: number;
  /**
   * How many folders of the checkout it listed.
   */
  folders?: number;
  /**
   * How many paths it asked for that are not there.
   */
  absent?: number;
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  observedAt?: string;
  why?: string;
}
/**
 * Something happened to a build: a shard is done, or all of it is aggregated. Small: the numbers are in the artifact.
 */
export interface BuildEvent {
  schema: 'perigee/build-event';
  version: 1;
  /**
   * Unique for the event; a redelivery keeps it.
   */
  id: string;
  kind: 'shard-done' | 'aggregated';
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  emittedAt: string;
  build: BuildKey;
  shard?: ShardDone;
  aggregated?: Aggregated;
}
/**
 * Which build: repository, suite and the CI's own id of the run.
 */
export interface BuildKey {
  /**
   * Owner and name, e.g. acme/sync.
   */
  repository: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  suite: string;
  runId: string;
}
export interface ShardDone {
  index: number;
  total: number;
  attempt: number;
  /**
   * A SHA-256 digest: 64 hexadecimal digits, lower case.
   */
  planDigest: string;
  artifact: ArtifactReference;
}
export interface ArtifactReference {
  store: 'directory' | 'github' | 'buildkite';
  /**
   * Path, artifact id or URL, as its store reads it.
   */
  location: string;
  /**
   * A SHA-256 digest: 64 hexadecimal digits, lower case.
   */
  sha256: string;
  bytes: number;
}
/**
 * Of which shards the points of the build were made. Missing ones may still come; then the build is aggregated again.
 */
export interface Aggregated {
  total: number;
  /**
   * @maxItems 256
   */
  received: number[];
  /**
   * @maxItems 256
   */
  missing: number[];
}
/**
 * All shards and repeats of a build folded together: one entry a series, with its samples of both sides.
 */
export interface Aggregate {
  schema: 'perigee/aggregate';
  version: 1;
  build: Build;
  shards: ShardTally;
  plan: AggregatePlan;
  /**
   * @maxItems 256
   */
  hosts: Host[];
  /**
   * @maxItems 200
   */
  metrics: Metric[];
  /**
   * @maxItems 1000000
   */
  series: SeriesSamples[];
  /**
   * What the values within one execution were, of the numbers that were made of several. Absent where there are none.
   *
   * @maxItems 10000
   */
  spreads?: NumberSpread[];
  /**
   * What the canaries took beside the pairs of each test. Absent where none were measured.
   *
   * @maxItems 400000
   */
  canaries?: CanarySamples[];
  /**
   * Every planned test with how its executions ended.
   *
   * @maxItems 100000
   */
  tests: TestOutcome[];
  /**
   * @maxItems 100000
   */
  problems: Problem[];
}
/**
 * All shards of one commit in one CI run, and what the tests could not know of it.
 */
export interface Build {
  id: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  suite: string;
  repository?: string;
  before: Revision;
  after: Revision;
  branch?: string;
  /**
   * Where the change stands: only commits of default and release branches make history that others are compared with.
   */
  branchKind?: 'default' | 'release' | 'pull-request' | 'merge-queue' | 'other';
  /**
   * Of the commit of after, the first parent first.
   *
   * @maxItems 100
   *
   * Items: A full git object id: 40 or 64 hexadecimal digits, lower case.
   */
  parents?: string[];
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  startedAt: string;
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  finishedAt?: string;
  /**
   * As in the plan of its run records: both sides when absent, otherwise the change alone.
   *
   * @minItems 1
   * @maxItems 1
   */
  sides?: 'after'[];
  interrupted?: boolean;
  pullRequest?: number;
  author?: string;
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  committedAt?: string;
  links?: Links;
}
/**
 * Name to URL: build, logs, artifacts.
 */
export interface Links {
  /**
   * An http or https URL.
   */
  [k: string]: string;
}
/**
 * Which shards of the build are in it. A verdict holds it only where there is more than one.
 */
export interface ShardTally {
  total: number;
  /**
   * @maxItems 256
   */
  received: number[];
  /**
   * @maxItems 256
   */
  missing: number[];
}
export interface AggregatePlan {
  repeats: number;
  maxRepeats: number;
  outliersPerFive: number;
  builds?: Builds;
}
/**
 * One series. before[i] and after[i] are one pair when both have repeat i; null where a side has no value for that repeat.
 */
export interface SeriesSamples {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  span: string;
  annotations: Annotations;
  /**
   * Operating system, architecture and runner class, e.g. linux-x64. Part of a series' identity.
   */
  platform: string;
  /**
   * A metric: what is counted over a span, e.g. latency, cpu.user, disk.write_bytes.
   */
  metric: string;
  before: Samples;
  after: Samples;
}
/**
 * One number of one span on both sides: at each share the median of what the executions of that side had.
 */
export interface NumberSpread {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  span: string;
  annotations: Annotations;
  /**
   * Operating system, architecture and runner class, e.g. linux-x64. Part of a series' identity.
   */
  platform: string;
  /**
   * A metric: what is counted over a span, e.g. latency, cpu.user, disk.write_bytes.
   */
  metric: string;
  before?: Spread;
  after?: Spread;
}
/**
 * One canary beside the executions of one test: before[i] and after[i] are nanoseconds right before the two executions of pair i, null where it was not measured there.
 */
export interface CanarySamples {
  /**
   * Index of the shard: canaries of one machine.
   */
  shard: number;
  /**
   * A SHA-256 digest: 64 hexadecimal digits, lower case.
   */
  host: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test: string;
  /**
   * A small workload that never changes, e.g. cpu.integer. A reader leaves out names that it does not know.
   */
  canary: string;
  before: CanaryValues;
  after: CanaryValues;
}
export interface TestOutcome {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  /**
   * true: perigee.yml before the change does not plan this test, so it has nothing to be compared with. Absent: it is planned there, or nobody knows.
   */
  isNew?: boolean;
  inputs?: TestInputs;
  disturbed?: Disturbed;
  before: OutcomeTally;
  after: OutcomeTally;
}
/**
 * What the machine took from its executions, as shares of their time. Only what matters is there.
 */
export interface Disturbed {
  /**
   * Something waited for a CPU, beyond what the test itself explains.
   */
  cpuWaitShare?: number;
  /**
   * The hypervisor gave the CPUs to others.
   */
  stealShare?: number;
  /**
   * A CPU limit held it up.
   */
  throttledShare?: number;
}
/**
 * How many executions ended how.
 */
export interface OutcomeTally {
  passed: number;
  failed: number;
  timedOut: number;
  interrupted: number;
}
/**
 * What Perigee says of a build, series by series, with the evidence for it.
 */
export interface Verdict {
  schema: 'perigee/verdict';
  version: 1;
  build: Build;
  /**
   * regressed: a blocking series is worse than its threshold, or a test that always passed before never passes after. incomplete: a shard or test that was planned is missing or could not be compared, a shard is there that does not belong, or the run was interrupted. undecided: nothing regressed, and some blocking series could not be decided, or the change was measured alone. nothing-measured: no series at all. passed: everything that blocks was decided and is fine.
   */
  conclusion: 'passed' | 'regressed' | 'undecided' | 'incomplete' | 'nothing-measured';
  /**
   * The verdict in one sentence for a person, without markup.
   */
  headline: string;
  counts: Counts;
  budget: Budget;
  shards?: ShardTally;
  /**
   * The machines that measured, as in the aggregate.
   *
   * @maxItems 256
   */
  hosts?: Host[];
  /**
   * @maxItems 200
   */
  metrics: Metric[];
  /**
   * Every series; the worst first.
   *
   * @maxItems 1000000
   */
  series: SeriesVerdict[];
  /**
   * As in the aggregate.
   *
   * @maxItems 10000
   */
  spreads?: NumberSpread[];
  /**
   * For each regressed span what its metrics did, and what that pattern means.
   *
   * @maxItems 100000
   */
  spans: SpanEvidence[];
  /**
   * @maxItems 100000
   */
  tests: TestOutcome[];
  /**
   * @maxItems 100000
   */
  problems: Problem[];
}
/**
 * How many series ended in which state.
 */
export interface Counts {
  regressed: number;
  improved: number;
  'not-regressed': number;
  undecided: number;
  'no-baseline': number;
  /**
   * Regressed series whose rule blocks.
   */
  blocking: number;
}
/**
 * The false-alarm budget of the build and how it was spent.
 */
export interface Budget {
  /**
   * False discovery rate allowed at this look.
   */
  q: number;
  /**
   * Which look this is, from 1.
   */
  look: number;
  /**
   * Looks in all, from repeats and maxRepeats.
   */
  looks: number;
  /**
   * Blocking series in the family.
   */
  tested: number;
}
export interface SeriesVerdict {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  span: string;
  annotations: Annotations;
  /**
   * Operating system, architecture and runner class, e.g. linux-x64. Part of a series' identity.
   */
  platform: string;
  /**
   * A metric: what is counted over a span, e.g. latency, cpu.user, disk.write_bytes.
   */
  metric: string;
  state: State;
  /**
   * true: regressed, and its rule blocks today.
   */
  blocking: boolean;
  /**
   * Why this state, in a sentence.
   */
  reason: string;
  threshold: ThresholdUsed;
  evidence: Evidence;
  before: SideSamples;
  after: SideSamples;
}
/**
 * How much worse was too much, and which rule said so.
 */
export interface ThresholdUsed {
  /**
   * Where the rule stands, e.g. perigee.yml:31 or built-in.
   */
  rule: string;
  action: 'block' | 'warn';
  /**
   * 0.05 is 5% worse.
   */
  relative?: number;
  /**
   * In the metric's unit.
   */
  absolute?: number;
  /**
   * sure: the whole interval has to pass the limit. Absent: the estimate has to, and chance is ruled out.
   */
  certainty?: 'sure';
  /**
   * A date; the rule warns until its end.
   */
  mutedUntil?: string;
  owner?: string;
}
export interface Evidence {
  /**
   * exact: no variance on either side. shrunk-t: the rule of docs/statistics.md. paired-t: the same on pair differences. none: there was nothing to test.
   */
  method: 'exact' | 'shrunk-t' | 'paired-t' | 'none';
  veto?: Veto;
  /**
   * After against before as a ratio minus one: 0.1 is 10% more. Absent from zero.
   */
  change?: number;
  /**
   * The change of a regressed or improved series without what the choice of those past the limit adds to it: a little less than the change near the limit, the same far beyond.
   */
  corrected?: number;
  /**
   * After minus before, in the metric's unit.
   */
  changeAbsolute?: number;
  interval?: Interval;
  /**
   * One-sided, of 'at most the margin worse'.
   */
  p?: number;
  degreesOfFreedom?: number;
  /**
   * How many builds each side had, where there were several: their means were compared.
   */
  builds?: number;
  /**
   * The smallest worsening that these runs would have shown with 80% probability, as a ratio minus one.
   */
  smallestVisible?: number;
  /**
   * Where there were too few runs to say anything: how many are needed.
   */
  needsRepeats?: number;
}
/**
 * The machine changed between the sides, so that this series is undecided whatever it measured. change: of the canary, as a ratio minus one.
 */
export interface Veto {
  /**
   * A small workload that never changes, e.g. cpu.integer. A reader leaves out names that it does not know.
   */
  canary: string;
  change: number;
}
/**
 * Of the change, as ratios minus one. A bound that is open is absent.
 */
export interface Interval {
  lower?: number;
  upper?: number;
  /**
   * The confidence really achieved, two-sided, e.g. 0.9.
   */
  confidence: number;
}
export interface SideSamples {
  values: Samples;
  /**
   * Indexes into values of the repeats that did not count towards the location.
   *
   * @maxItems 1000
   */
  rejected: number[];
  /**
   * Geometric mean of the kept values, in the metric's unit.
   */
  location?: number;
}
export interface SpanEvidence {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  span: string;
  annotations: Annotations;
  /**
   * Operating system, architecture and runner class, e.g. linux-x64. Part of a series' identity.
   */
  platform: string;
  /**
   * What each metric of the span did.
   *
   * @maxItems 200
   */
  movements: Movement[];
  /**
   * What the movements together mean; the most specific first; empty when no known pattern fits.
   *
   * @maxItems 10
   */
  patterns: Pattern[];
}
export interface Movement {
  /**
   * A metric: what is counted over a span, e.g. latency, cpu.user, disk.write_bytes.
   */
  metric: string;
  moved: 'up' | 'down' | 'steady' | 'unknown';
  change?: number;
}
export interface Pattern {
  name: string;
  text: string;
}
/**
 * perigee.yml: the suite and the thresholds of a repository.
 */
export interface Config {
  /**
   * Version of this file's format: 1.
   */
  version: 1;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  suite: string;
  /**
   * Commands that prepare one side, run once in that side's worktree, in order. Each is a list: program and arguments. No shell unless you name one.
   *
   * @maxItems 50
   */
  setup?: Command[];
  setupTimeout?: Duration;
  /**
   * Setup and tests of both sides see their checkout at one path, so that what they build with this path in it is equal. Needs a mount namespace. Default false.
   */
  samePath?: boolean;
  /**
   * Pairs of before and after for the first look. Default 5.
   */
  repeats?: number;
  /**
   * Pairs at the most, for tests that are still undecided. Default 20.
   */
  maxRepeats?: number;
  /**
   * Runs of five that may be set aside as outliers: 0 or 1. Default 1.
   */
  outliersPerFive?: number;
  /**
   * Runs of each side before the first pair that do not count. Default 1.
   */
  warmup?: number;
  /**
   * How often each side is checked out and set up, in folders with paths and environments of other lengths. The pairs are shared among them, so what builds of the same code differ by counts as noise. Default 1.
   */
  builds?: number;
  environment?: Environment;
  /**
   * Services under test, which run before the suite does or are started for each execution; their consumption is counted in.
   *
   * @maxItems 20
   */
  services?: Service[];
  /**
   * The tests of the suite.
   *
   * @minItems 1
   * @maxItems 10000
   */
  tests: Test[];
  metrics?: Declarations;
  host?: HostSettings;
  shards?: Shards;
  thresholds?: Thresholds;
  budget?: CreepBudget;
  gate?: Gate;
}
/**
 * Environment variables, on the suite for every test, on a test for that one.
 */
export interface Environment {
  /**
   * The value of the variable.
   */
  [k: string]: string | number | boolean;
}
/**
 * A process that runs before the suite, named by exactly one of pid, pidFile and cgroup; or a command that Perigee starts for each execution.
 */
export interface Service {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  /**
   * The id of its process.
   */
  pid?: number;
  /**
   * A file that holds the pid, relative to the repository.
   */
  pidFile?: string;
  /**
   * A cgroup v2 folder, e.g. /sys/fs/cgroup/system.slice/api.service.
   */
  cgroup?: string;
  command?: Command1;
  ready?: Command2;
  readyTimeout?: Duration1;
}
/**
 * One test: a command that is run and measured, or the test cases of a test runner.
 */
export interface Test {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  command?: Command;
  /**
   * In place of a command: the test runner of the project, whose test cases become spans.
   */
  runner?: 'vitest' | 'jest' | 'mocha' | 'pytest' | 'go' | 'junit';
  /**
   * Which of the runner's test files are run, relative to the directory, e.g. test/e2e/**. Default: all of them.
   */
  pattern?: string;
  /**
   * Where it runs, relative to the repository. Default: the repository's root.
   */
  directory?: string;
  environment?: Environment;
  timeout?: Duration2;
  /**
   * Names of groups, to choose tests by and to match rules with.
   *
   * @maxItems 50
   *
   * Items: Letters, digits, dots, underscores and hyphens, at most 64.
   */
  tags?: string[];
  results?: Results;
  /**
   * auto: the test is left out where it reads the same on both sides (default). always: it is measured whatever it reads.
   */
  affected?: 'auto' | 'always';
  /**
   * outside: the code that it measures does not come from this repository, such as that of a deployed server.
   */
  code?: 'outside';
  /**
   * commit: on every change (default). nightly: only in nightly runs.
   */
  when?: 'commit' | 'nightly';
}
/**
 * Where the numbers are that the test's own tool has measured. Perigee reads them after each execution that passed.
 */
export interface Results {
  /**
   * The file that the test writes, relative to its directory. Default: what the test prints.
   */
  file?: string;
  /**
   * The tool that writes it; docs/adapters.md lists them. auto, the default, finds out and says what it found.
   */
  format?:
    | 'auto'
    | 'vitest'
    | 'tinybench'
    | 'pyperf'
    | 'mitata'
    | 'deno'
    | 'pytest-benchmark'
    | 'asv'
    | 'google-benchmark'
    | 'nanobench'
    | 'hyperfine'
    | 'jmh'
    | 'benchmark-ips'
    | 'k6'
    | 'lighthouse'
    | 'benchmarkdotnet'
    | 'bencher'
    | 'customSmallerIsBetter'
    | 'customBiggerIsBetter'
    | 'go'
    | 'go-test'
    | 'junit'
    | 'criterion'
    | 'divan'
    | 'iai-callgrind'
    | 'catch2'
    | 'libtest'
    | 'benchmark.js'
    | 'pgbench'
    | 'time';
}
/**
 * The numbers that tests report with record. With this section a name that is not in it is refused; without it every name is taken.
 */
export interface Declarations {
  [k: string]: Declaration;
}
/**
 * What a recorded number means, and how much worse is too much.
 */
export interface Declaration {
  /**
   * A time (ns, us, ms, s), bytes (B, kB, MB, KiB, MiB), or any other unit, e.g. ops/s. Default: a plain count.
   */
  unit?: string;
  /**
   * Which way is better. Default: higher for a unit that ends in /s, otherwise lower.
   */
  direction?: 'lower' | 'higher';
  /**
   * What several values of one execution become. Default: their mean, and a distribution (p50, p90, p99, max) from 100 values on.
   */
  fold?: 'mean' | 'min' | 'max' | 'sum' | 'distribution';
  worse?: Worse;
  /**
   * block stops the merge; warn only says so. Default block.
   */
  action?: 'block' | 'warn';
  /**
   * When a series counts as worse than the limit: likely if the measured change is and chance is ruled out, sure only if the whole interval of the change is. Default likely.
   */
  certainty?: 'likely' | 'sure';
  /**
   * The reason, for the next reader.
   */
  because?: string;
  /**
   * Who to ask.
   */
  owner?: string;
}
export interface WorseBoth {
  relative: Percentage;
  /**
   * A number with the unit of the metric, e.g. 2ms, 64kB, 1MiB; a bare number for counts.
   */
  absolute: number | string;
}
/**
 * What Perigee sets on the machine while tests run, the same for both sides, and undoes afterwards. `perigee variability --try` measures what helps here.
 */
export interface HostSettings {
  /**
   * one: tests run on one CPU, the last. leave-one: on all CPUs but those of the first core, which is left to the system.
   */
  cpus?: 'one' | 'leave-one';
  /**
   * highest: tests run at niceness -20. Needs root.
   */
  priority?: 'highest';
  /**
   * batch: the kernel wakes tests less eagerly and interrupts them less often.
   */
  scheduling?: 'batch';
  /**
   * fixed: code and data lie at the same addresses in every run.
   */
  addresses?: 'fixed';
  /**
   * one: glibc's malloc has one arena for all threads.
   */
  mallocArenas?: 'one';
  /**
   * one: thread pools of Node, Go, Rust, OpenMP and BLAS have one thread.
   */
  threads?: 'one';
  /**
   * none: tests find no display, so browsers and toolkits run headless.
   */
  display?: 'none';
  /**
   * memory: TMPDIR is a folder in memory. It hides what flushing to the disk costs.
   */
  temporaryFiles?: 'memory';
  /**
   * memory: both checkouts lie in memory. It hides what flushing to the disk costs. Needs root.
   */
  checkouts?: 'memory';
  /**
   * warm: the files of the checkout are read before each execution. cold: the kernel drops its file cache before each execution, which needs root.
   */
  fileCache?: 'warm' | 'cold';
  /**
   * avoid: the kernel keeps memory of programs in memory as long as it can. Needs root.
   */
  swap?: 'avoid';
  /**
   * When the kernel uses transparent huge pages. Needs root.
   */
  hugePages?: 'always' | 'madvise' | 'never';
  /**
   * performance: the CPUs keep their highest frequency. Needs root.
   */
  governor?: 'performance';
  /**
   * disabled: the CPUs do not exceed their nominal frequency. Needs root.
   */
  turbo?: 'disabled';
  /**
   * disabled: each core runs one thread. Needs root.
   */
  smt?: 'disabled';
  /**
   * paused: programs that set the clock are stopped, and resumed afterwards. Needs root.
   */
  clockSync?: 'paused';
  /**
   * Programs in the background that are stopped during the run, and resumed afterwards. By the name of the program or as ps -o comm shows it; * matches any text.
   *
   * @minItems 1
   * @maxItems 50
   *
   * Items: The name of a program, e.g. updatedb or tracker-*.
   */
  stop?: string[];
}
/**
 * How the suite is split over runners: each runs one shard.
 */
export interface Shards {
  /**
   * How many shards there are where a command does not say.
   */
  total?: number;
  pins?: Pins;
}
/**
 * Name of a test to the number of its shard, from 1. `perigee shard --rebalance` writes them.
 */
export interface Pins {
  /**
   * The number of a shard, from 1.
   */
  [k: string]: number;
}
/**
 * How much worse is too much. The most specific rule that matches a series decides.
 */
export interface Thresholds {
  defaults?: MetricLimits;
  /**
   * Thresholds for some of the series, e.g. those of one test.
   *
   * @maxItems 20000
   */
  rules?: Rule[];
}
/**
 * By metric, for every series that no rule matches.
 */
export interface MetricLimits {
  [k: string]: Limit;
}
/**
 * How much worse is too much, and what then.
 */
export interface Limit {
  worse: Worse;
  /**
   * block stops the merge; warn only says so. Default block.
   */
  action?: 'block' | 'warn';
  /**
   * When a series counts as worse than the limit: likely if the measured change is and chance is ruled out, sure only if the whole interval of the change is. Default likely.
   */
  certainty?: 'likely' | 'sure';
  /**
   * A date, e.g. 2026-12-31: until its end, in UTC, the rule only warns. Then it blocks again.
   */
  until?: string;
  /**
   * The reason, for the next reader.
   */
  because?: string;
  /**
   * Who to ask.
   */
  owner?: string;
}
/**
 * A threshold for the series that it matches.
 */
export interface Rule {
  match: Match;
  worse: Worse;
  /**
   * block stops the merge; warn only says so. Default block.
   */
  action?: 'block' | 'warn';
  /**
   * When a series counts as worse than the limit: likely if the measured change is and chance is ruled out, sure only if the whole interval of the change is. Default likely.
   */
  certainty?: 'likely' | 'sure';
  /**
   * A date, e.g. 2026-12-31: until its end, in UTC, the rule only warns. Then it blocks again.
   */
  until?: string;
  /**
   * The reason, for the next reader.
   */
  because?: string;
  /**
   * Who to ask.
   */
  owner?: string;
}
/**
 * The series that the rule is for. All that is named must fit. Names may hold * for any text. What is not named fits everything.
 */
export interface Match {
  /**
   * The name of a test.
   */
  test?: string;
  /**
   * The name of a span; "whole test" is the one that every test has.
   */
  span?: string;
  annotations?: Annotations1;
  /**
   * The name of a metric, e.g. latency or cpu.*.
   */
  metric?: string;
  /**
   * The branch that the change is to be merged into.
   */
  branch?: string;
  /**
   * The platform that measured, e.g. linux-x64.
   */
  platform?: string;
  /**
   * A tag that the test has.
   */
  tag?: string;
}
/**
 * Key to value; they slice the results. Every distinct combination makes a series of its own.
 */
export interface Annotations1 {
  [k: string]: string | number | boolean;
}
/**
 * How much worse many changes together may make a series whose rule blocks, in the history of the default branch.
 */
export interface CreepBudget {
  release?: Percentage1;
  year?: Percentage2;
  /**
   * warn says so; block also makes perigee history end with exit code 1. Default warn.
   */
  action?: 'warn' | 'block';
}
/**
 * What the app that guards pull requests does. It reads this section from the base branch.
 */
export interface Gate {
  /**
   * The workflow whose runs count, from the root of the repository. Default .github/workflows/perigee.yml.
   */
  workflow?: string;
  /**
   * The pipeline of Buildkite whose builds count, in place of a workflow: organisation/pipeline.
   */
  pipeline?: string;
  /**
   * A change of none of these needs no measurement. Default: every change needs one.
   *
   * @minItems 1
   * @maxItems 1000
   *
   * Items: A path from the root of the repository; * stands for any text without a slash, ** for any text.
   */
  paths?: string[];
  /**
   * Files that count for nothing, whatever paths says, e.g. docs/** or **.md.
   *
   * @maxItems 1000
   *
   * Items: A path from the root of the repository; * stands for any text without a slash, ** for any text.
   */
  ignore?: string[];
  runWithin?: Duration3;
  /**
   * Whether a regression is measured again on a fresh runner before it blocks. Default true.
   */
  confirm?: boolean;
  /**
   * What a series that could block and could not be decided does to the merge. Default pass.
   */
  whenUndecided?: 'pass' | 'block';
  /**
   * What it does to the merge that only latency is undecided, on a busy machine, while the CPU time of the same spans is cleared: undecided treats it as whenUndecided says, pass lets it merge with a green check. Default undecided.
   */
  whenBusy?: 'undecided' | 'pass';
  /**
   * What it does to the merge that a change runs existing tests otherwise, or takes some out: note says so, block also stops the merge. Default note.
   */
  whenSuiteChanged?: 'note' | 'block';
  /**
   * What it does to the merge that there is no whole measurement: no run, a failed one, missing shards. Default block.
   */
  whenMissing?: 'pass' | 'block';
}
/**
 * perigee-service.yml: where the services of Perigee read, write and listen.
 */
export interface ServiceConfig {
  /**
   * Version of this file's format: 1.
   */
  version: 1;
  /**
   * Folder of the embedded defaults: event log, series and artifacts. Default perigee-data.
   */
  data?: string;
  /**
   * Address to listen at, as host:port, e.g. 127.0.0.1:9464, which is the default.
   */
  listen?: string;
  /**
   * The least of what is logged. Default info.
   */
  logLevel?: 'debug' | 'info' | 'warn' | 'error';
  events?: ServiceEvents;
  series?: ServiceSeries;
  artifacts?: ServiceArtifacts;
  aggregation?: ServiceAggregation;
  bot?: ServiceBot;
  dashboard?: ServiceDashboard;
}
/**
 * The log of events. Default the file events.sqlite in the data folder.
 */
export interface ServiceEvents {
  /**
   * Another SQLite file.
   */
  file?: string;
  /**
   * Not used any more: the system takes the file back from a process that ends.
   */
  lease?: string;
  kafka?: ServiceKafka;
}
/**
 * Kafka instead of a file.
 */
export interface ServiceKafka {
  /**
   * Each as host:port.
   *
   * @minItems 1
   * @maxItems 100
   */
  brokers: string[];
  /**
   * Topic of the events. Default perigee.builds.
   */
  topic?: string;
  /**
   * Topic of the webhooks for the bot. Default perigee.deliveries.
   */
  deliveriesTopic?: string;
  /**
   * Services of one group share the work. Default perigee-aggregate; with any other the bot reads as <group>-bot and <group>-report.
   */
  group?: string;
  /**
   * What the brokers call this client in their logs. Default perigee.
   */
  clientId?: string;
  /**
   * Whether to encrypt. Default false.
   */
  tls?: boolean;
  /**
   * Certificates to trust instead of the usual ones, as PEM.
   */
  tlsAuthorityFile?: string;
  sasl?: ServiceSasl;
}
/**
 * How to log in.
 */
export interface ServiceSasl {
  /**
   * What the brokers ask for.
   */
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  /**
   * Name of the account.
   */
  username: string;
  password: Secret;
}
/**
 * Of the account.
 */
export interface Secret {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * Where points are kept. Default the file series.sqlite in the data folder.
 */
export interface ServiceSeries {
  /**
   * Another SQLite file.
   */
  file?: string;
  influxdb?: ServiceInfluxdb;
  limits?: ServiceSeriesLimits;
}
/**
 * InfluxDB 2, or 1.8, instead of a file.
 */
export interface ServiceInfluxdb {
  /**
   * Of its API.
   */
  url: string;
  /**
   * Name of the organisation. InfluxDB 1.8 has none: leave it out.
   */
  organisation?: string;
  /**
   * Name of the bucket; of InfluxDB 1.8 database/policy.
   */
  bucket: string;
  token: Secret1;
}
/**
 * With the right to read and write the bucket; of InfluxDB 1.8 user:password.
 */
export interface Secret1 {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * How much one suite may bring. What would be new above a limit is refused, what is known goes on.
 */
export interface ServiceSeriesLimits {
  /**
   * Combinations of test, span, annotations and platform in one suite. Default 20000.
   */
  spans?: number;
  /**
   * Different values of one annotation in one suite. Default 1000.
   */
  valuesOfAnnotation?: number;
}
/**
 * Where shards leave their results, and who knows more about their builds.
 */
export interface ServiceArtifacts {
  /**
   * Folder of artifacts. Default artifacts in the data folder.
   */
  directory?: string;
  github?: ServiceGithub;
  buildkite?: ServiceBuildkite;
}
/**
 * Artifacts of GitHub Actions, and the facts of their runs. Either a token or an app.
 */
export interface ServiceGithub {
  /**
   * Default https://api.github.com.
   */
  apiUrl?: string;
  token?: Secret2;
  app?: ServiceGithubApp;
  releaseBranches?: ReleaseBranches;
}
/**
 * With the right to read actions, contents and pull requests.
 */
export interface Secret2 {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * A GitHub App that is installed where the builds are.
 */
export interface ServiceGithubApp {
  /**
   * Id of the app.
   */
  id: number | string;
  privateKey: Secret3;
}
/**
 * As PEM.
 */
export interface Secret3 {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * Artifacts of Buildkite, and the facts of its builds.
 */
export interface ServiceBuildkite {
  /**
   * Default https://api.buildkite.com.
   */
  apiUrl?: string;
  token: Secret4;
  /**
   * Hosts of storage of one's own, which artifacts may be fetched from beside that of Buildkite: a name, with *. in front for any one more label, and with a port where it is not 443.
   *
   * @maxItems 100
   *
   * Items: Host as an address has it, such as store.acme.example:8443 or *.s3.amazonaws.com, without https:// and path.
   */
  hosts?: string[];
  releaseBranches?: ReleaseBranches;
}
/**
 * With the scopes read_builds, read_artifacts and read_pipelines; for the bot retry_builds or write_builds too.
 */
export interface Secret4 {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * How builds are put together.
 */
export interface ServiceAggregation {
  /**
   * From the first shard of a build until it is written without those that are missing. Default 2h.
   */
  deadline?: string;
  /**
   * From the last event of a build until the service looks for shards without an event. Default 1m.
   */
  quiet?: string;
  /**
   * Builds that are fetched at the same time. Default 4.
   */
  workers?: number;
  /**
   * Events whose builds are not written. Above it the oldest builds are written as they are. Default 50000.
   */
  maxHeldEvents?: number;
  /**
   * Bytes of artifacts, as they are stored, in work at the same time. Default 4194304.
   */
  maxBytesInWork?: number;
  /**
   * Bytes of the artifacts of one build; a larger one is put aside. Default 67108864.
   */
  maxBuildBytes?: number;
  /**
   * How long a service that is stopped finishes what is in work. Default 20s.
   */
  gracePeriod?: string;
}
/**
 * The GitHub App that answers pull requests with a check and a comment.
 */
export interface ServiceBot {
  /**
   * A whole number from 1 (the app id, e.g. 123456).
   */
  appId: number | string;
  privateKey: Secret5;
  webhookSecret: Secret6;
  /**
   * Default https://api.github.com; of a server of one's own https://HOST/api/v3.
   */
  apiUrl?: string;
  /**
   * Where people reach this service. Without it reports link to the CI's run alone.
   */
  publicUrl?: string;
  /**
   * SQLite file of what GitHub does not know, such as accepts. Default bot.sqlite in the data folder.
   */
  ledger?: string;
  buildkite?: ServiceBotBuildkite;
}
/**
 * Of the app, as PEM.
 */
export interface Secret5 {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * What GitHub signs its webhooks with.
 */
export interface Secret6 {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * What Buildkite tells the bot by itself. Its builds are read with artifacts.buildkite.
 */
export interface ServiceBotBuildkite {
  webhookToken: Secret7;
}
/**
 * What Buildkite sends with its webhooks, or signs them with.
 */
export interface Secret7 {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * The pages and the API that show what is stored.
 */
export interface ServiceDashboard {
  /**
   * Default true.
   */
  enabled?: boolean;
  /**
   * Whether programs on this machine read it without signing in. Default true without a bot, and false with one: a proxy may pass requests on.
   */
  local?: boolean;
  /**
   * Where people reach the dashboard, for links of the bot. Without it the bot links to none.
   */
  url?: string;
  github?: ServiceDashboardGithub;
  proxy?: ServiceDashboardProxy;
}
/**
 * People sign in through the GitHub App of the bot, and see the repositories that they can read on GitHub.
 */
export interface ServiceDashboardGithub {
  /**
   * Of the app, e.g. Iv23liABCDEF.
   */
  clientId: string;
  clientSecret: Secret8;
}
/**
 * Of the app; sessions are sealed with it too.
 */
export interface Secret8 {
  /**
   * Name of an environment variable.
   */
  env?: string;
  /**
   * A file that holds it and nothing else.
   */
  file?: string;
}
/**
 * A proxy that signs people in, and names them in a header. Whom it names sees everything.
 */
export interface ServiceDashboardProxy {
  /**
   * E.g. X-Forwarded-User. The proxy has to remove it from what others send.
   */
  header: string;
  /**
   * Where the proxy connects from: addresses, or networks such as 10.0.0.0/8.
   *
   * @minItems 1
   * @maxItems 100
   */
  addresses: string[];
}
/**
 * What setup and the tests of one commit were seen to read of its checkout. Paths are relative to the checkout and lead through no link.
 */
export interface ObservationRecord {
  schema: 'perigee/observation';
  version: 1;
  /**
   * A full git object id: 40 or 64 hexadecimal digits, lower case.
   */
  commit: string;
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  observedAt: string;
  /**
   * What observed it.
   *
   * @minItems 1
   * @maxItems 2
   */
  by: ('strace' | 'inotify')[];
  /**
   * Which version of the observer: raised whenever an older one may have missed what a test reads. Absent counts as 0.
   */
  observer?: number;
  setup?: ObservedReads;
  /**
   * Those that passed while they were observed.
   *
   * @maxItems 10000
   */
  tests: ObservedTest[];
  here?: ObservedHere;
  /**
   * What stood at each path that a test reads, as setup left it and before any test ran.
   *
   * @maxItems 200000
   */
  entries: ObservedEntry[];
}
/**
 * Absent where setup was not observed, such as when a kept build was taken; a suite without setup reads nothing.
 */
export interface ObservedReads {
  /**
   * Files, links and folders, and paths that were asked for and are not there.
   *
   * @maxItems 50000
   */
  paths: string[];
  /**
   * Folders whose names were read; the checkout itself is empty text.
   *
   * @maxItems 50000
   */
  listed: string[];
  /**
   * What of git was read, which tells the commit.
   */
  git?: string;
  /**
   * Whether questions after a path were seen too, not only that a file was opened.
   */
  seesQuestions: boolean;
  /**
   * Why it may have read more; it can be relied on only where there is none.
   *
   * @maxItems 20
   */
  doubts: string[];
}
export interface ObservedTest {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  reads: ObservedReads1;
}
export interface ObservedReads1 {
  /**
   * Files, links and folders, and paths that were asked for and are not there.
   *
   * @maxItems 50000
   */
  paths: string[];
  /**
   * Folders whose names were read; the checkout itself is empty text.
   *
   * @maxItems 50000
   */
  listed: string[];
  /**
   * What of git was read, which tells the commit.
   */
  git?: string;
  /**
   * Whether questions after a path were seen too, not only that a file was opened.
   */
  seesQuestions: boolean;
  /**
   * Why it may have read more; it can be relied on only where there is none.
   *
   * @maxItems 20
   */
  doubts: string[];
}
/**
 * What else the reads depend on, on the machine that observed them: only where all of it is the same they are what the next run would see. Absent in what leaves that machine.
 */
export interface ObservedHere {
  /**
   * A SHA-256 digest: 64 hexadecimal digits, lower case.
   */
  conditions: string;
  /**
   * Paths outside the checkout that were asked for, and not opened. They are absolute.
   *
   * @maxItems 50000
   */
  asked: string[];
  /**
   * The same for those that were opened, executed or listed.
   *
   * @maxItems 50000
   */
  read: string[];
  /**
   * A SHA-256 digest: 64 hexadecimal digits, lower case.
   */
  outside: string;
}
export interface ObservedEntry {
  path: string;
  kind: 'file' | 'folder' | 'link' | 'absent' | 'other';
  /**
   * Permissions of a file or folder.
   */
  mode?: number;
  target?: string;
  /**
   * A full git object id: 40 or 64 hexadecimal digits, lower case.
   */
  object?: string;
}
export interface GateSpending {
  /**
   * Executions of the side after, over all tests.
   */
  pairs: number;
  /**
   * From the beginning of the first shard to the end of the last.
   */
  seconds: number;
}
export interface JudgedBuild {
  conclusion: 'passed' | 'regressed' | 'undecided' | 'incomplete' | 'nothing-measured';
  /**
   * How it ended, confirmation included.
   */
  isRed: boolean;
  /**
   * All tests and shards that a commit runs were asked for.
   */
  isWhole: boolean;
  /**
   * Both sides are the same commit, so an alarm is false.
   */
  isSameCode: boolean;
  /**
   * Series that were compared and whose rule blocks.
   */
  blocking: number;
  /**
   * How many of these were undecided.
   */
  undecided: number;
  /**
   * Regressions that a second run did not confirm.
   */
  cleared?: number;
  /**
   * Regressions that a second run confirmed.
   */
  confirmed?: number;
  /**
   * Where the change stands.
   */
  branchKind?: 'default' | 'release' | 'pull-request' | 'merge-queue' | 'other';
  /**
   * A moment, RFC 3339 in UTC with at most nanoseconds, e.g. 2026-11-21T06:00:00Z.
   */
  baselineAt?: string;
  shards?: GateShards;
  /**
   * What was planned. A test has no spans where it was not measured, or where they did not fit into 64,000 characters for all names. No tests at all: their names did not fit.
   *
   * @maxItems 1000
   */
  tests: GateTest[];
  /**
   * Places of rules that matched nothing, e.g. perigee.yml:31:5. Absent where that was not looked for.
   *
   * @maxItems 100
   */
  unmatchedRules?: string[];
}
export interface GateShards {
  total: number;
  /**
   * @maxItems 256
   */
  missing: number[];
}
export interface GateTest {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  /**
   * @maxItems 200
   *
   * Items: A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  spans: string[];
}
export interface GateControl {
  /**
   * What was made worse.
   */
  cost: 'cpu' | 'wall' | 'memory' | 'writes';
  /**
   * How much worse: 0.2 is 20%.
   */
  by: number;
  /**
   * At least one test turned red, and each to which something was added.
   */
  isProven: boolean;
  /**
   * Counted from 0; absent where one job has all tests.
   */
  shard?: number;
  /**
   * @maxItems 1000
   */
  tests: GateControlTest[];
}
export interface GateControlTest {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  name: string;
  /**
   * nothing-added: it costs nothing of the kind. not-measured: it did not pass, or this host cannot read the metric.
   */
  outcome: 'red' | 'green' | 'undecided' | 'not-measured' | 'nothing-added';
  /**
   * What was measured, as a share of before.
   */
  change?: number;
  /**
   * The smallest regression that these repeats would have shown four times out of five, as a share.
   */
  smallestVisible?: number;
}
/**
 * A build as a store keeps it: one line of what `perigee export` writes.
 */
export interface ExportedBuild {
  schema: 'perigee/stored-build';
  version: 1;
  build: ExportedFacts;
  /**
   * @maxItems 200000
   */
  spans: ExportedSpan[];
}
export interface ExportedFacts {
  /**
   * Owner and name, e.g. acme/sync.
   */
  repository: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  suite: string;
  runId: string;
  /**
   * When the build began, in milliseconds since 1970.
   */
  atMs: number;
  branchKind: 'default' | 'release' | 'pull-request' | 'merge-queue' | 'other';
  /**
   * Measured as after.
   */
  commit: string;
  /**
   * Measured as before.
   */
  baseline: string;
  branch?: string;
  /**
   * @maxItems 100
   */
  parents?: string[];
  author?: string;
  pullRequest?: number;
  committedAtMs?: number;
  links?: Links;
  isComplete: boolean;
  importedFrom?: string;
  /**
   * @maxItems 10000
   */
  metrics: ExportedMetric[];
  /**
   * @maxItems 10000
   */
  machines?: ExportedMachine[];
}
export interface ExportedMetric {
  /**
   * A metric: what is counted over a span, e.g. latency, cpu.user, disk.write_bytes.
   */
  name: string;
  unit: 'ns' | 'bytes' | 'count';
  direction: 'lower' | 'higher';
  kind: 'duration' | 'count' | 'gauge';
}
export interface ExportedMachine {
  cpu: string;
  cores: number;
  kernel: string;
  microcode?: string;
  image?: string;
}
export interface ExportedSpan {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  span: string;
  annotations: Annotations;
  /**
   * Operating system, architecture and runner class, e.g. linux-x64. Part of a series' identity.
   */
  platform: string;
  /**
   * @minItems 1
   * @maxItems 100000
   */
  points: ExportedPoint[];
}
export interface ExportedPoint {
  side: Side;
  repeat: number;
  /**
   * Metric to number, in its unit.
   */
  values: {
    [k: string]: number;
  };
  /**
   * Metrics whose value did not count.
   *
   * @maxItems 1000
   *
   * Items: A metric: what is counted over a span, e.g. latency, cpu.user, disk.write_bytes.
   */
  outliers?: string[];
}
/**
 * An alert with its history, as it is kept: one of the last lines of what `perigee export` writes.
 */
export interface ExportedAlert {
  schema: 'perigee/stored-alert';
  version: 1;
  alert: ExportedAlertFacts;
}
export interface ExportedAlertFacts {
  /**
   * Its name in its repository.
   */
  number: number;
  /**
   * Owner and name, e.g. acme/sync.
   */
  repository: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  suite: string;
  foundBy: 'push' | 'history' | 'budget';
  /**
   * The commit that it was first found at.
   */
  commit: string;
  range: ExportedRange;
  /**
   * The level moved over all of the range.
   */
  isGradual?: true;
  budget?: ExportedBudget;
  /**
   * The largest change first.
   *
   * @maxItems 10000
   */
  series: ExportedAlertSeries[];
  /**
   * How it came into each of its states, oldest first: the last one holds.
   *
   * @minItems 1
   * @maxItems 1000
   */
  transitions: ExportedTransition[];
  /**
   * What a person, a commit or Perigee wrote.
   */
  told?: string;
}
/**
 * The change came after the first of these commits, and at the latest with the second.
 */
export interface ExportedRange {
  after: string;
  upTo: string;
  commits?: number;
}
export interface ExportedBudget {
  since: 'release' | 'best';
  release?: string;
  /**
   * As a share.
   */
  limit: number;
  action: 'warn' | 'block';
  /**
   * @maxItems 1000
   */
  parts: ExportedPart[];
}
export interface ExportedPart {
  after: string;
  commit: string;
  /**
   * What a person, a commit or Perigee wrote.
   */
  author: string;
  /**
   * What a person, a commit or Perigee wrote.
   */
  subject: string;
  size: number;
  standsOut: boolean;
}
export interface ExportedAlertSeries {
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  test: string;
  /**
   * A name as its author wrote it: one line of 1 to 200 characters, none of them a control character.
   */
  span: string;
  annotations: Annotations;
  /**
   * Operating system, architecture and runner class, e.g. linux-x64. Part of a series' identity.
   */
  platform: string;
  /**
   * A metric: what is counted over a span, e.g. latency, cpu.user, disk.write_bytes.
   */
  metric: string;
  /**
   * As a share of the level before.
   */
  change: number;
}
export interface ExportedTransition {
  state: 'new' | 'acknowledged' | 'explained' | 'fixed' | 'noise' | 'accepted';
  /**
   * What a person, a commit or Perigee wrote.
   */
  by?: string;
  /**
   * What a person, a commit or Perigee wrote.
   */
  because?: string;
  /**
   * What a person, a commit or Perigee wrote.
   */
  accept?: string;
  /**
   * In milliseconds since 1970.
   */
  atMs: number;
}
