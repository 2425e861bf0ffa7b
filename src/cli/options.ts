import type { ControlKind } from '../pipeline/prove-gate.ts';
import type { IsolationChoice } from '../profile/launch/isolation.ts';

/** What commander hands over, by command. */
export interface SelectionOptions {
  config?: string;
  test?: string[];
  tag?: string[];
  nightly?: boolean;
  seed?: number;
  isolation?: IsolationChoice;
  /** `all`: also what the change does not touch. */
  affected?: 'auto' | 'all';
}

/** Which verdict a run that came to its end does not end well with. */
export type FailOn = 'undecided' | 'regressed' | 'never';

/** The default. */
export const usualFailOn: FailOn = 'undecided';

/** Options of all commands that give a verdict. */
export interface ConcludeOptions {
  config?: string;
  failOn?: FailOn;
  verbose?: boolean;
}

export interface CleanOptions {
  /** How many runs. */
  keep: number;
  dryRun?: boolean;
}

export interface InitOptions {
  bot?: boolean;
  /** A pipeline of Buildkite instead of a workflow of GitHub. */
  buildkite?: boolean;
  /** How many shards there are from now on. */
  shards?: number;
}

export interface PatchOptions extends SelectionOptions {
  /** How long to measure, instead of what perigee.yml says. */
  time?: number;
  /** How long to wait for a quiet machine, in nanoseconds as well. */
  wait?: number;
  failFast?: boolean;
  /** Count instructions beside the times, or in place of them. */
  instructions?: true | 'only';
  /** true: the newest; else its id. */
  resume?: string | true;
}

export interface CompareOptions extends PatchOptions {
  /** What the change is meant to do; then pairs are spent on showing it. */
  expect?: 'improved';
}

export interface RunOptions extends PatchOptions {
  before?: string;
  after?: string;
  /** `2/4`: the second of four. */
  shard?: string;
  attempt?: number;
  failOn?: FailOn;
}

export interface VariabilityOptions extends SelectionOptions {
  /** Fresh worktrees, one after the other. */
  rounds: number;
  /** Of each test in each round. */
  runs: number;
  /** Try what makes runs more alike: keys of `host`, or all that change nothing for other programs. */
  try?: true | string[];
  profile?: boolean;
  /** Write what helps to perigee.yml. */
  write?: boolean;
  /** Records to fold instead of measuring. */
  from?: string[];
  format: 'terminal' | 'json' | 'html';
  output?: string;
}

export interface BisectOptions extends SelectionOptions {
  /** The series to follow. */
  span?: string;
  metric?: string;
  format: 'terminal' | 'markdown' | 'json';
}

export interface ControlOptions extends SelectionOptions {
  /** `20%` */
  by: string;
  kind: ControlKind;
}

export interface GateOptions {
  /** How far back. */
  days: number;
  format: 'terminal' | 'json';
}

export interface ShardOptions {
  config?: string;
  total?: string;
  nightly?: boolean;
  /** Run records, or folders that hold some. */
  durations?: string[];
  rebalance?: boolean;
}

export interface ReportOptions {
  config?: string;
  format: 'terminal' | 'markdown' | 'json' | 'html';
  output?: string;
  verbose?: boolean;
}

/** Options of `perigee judge`. */
export type JudgeOptions = ReportOptions & Pick<ConcludeOptions, 'failOn'>;

export interface ConfigCheckOptions {
  config?: string;
  run?: string;
}

export interface DemoOptions {
  regression?: string;
}

export interface QueueOptions {
  /** Settings file of the service. */
  config?: string;
  /** The log of webhooks for the bot, instead of the log of builds. */
  deliveries?: boolean;
  /** The file of an embedded event log. */
  log?: string;
  group?: string;
  json?: boolean;
  all?: boolean;
}

export interface StoreInitOptions {
  /** Settings file of the service. */
  config?: string;
  /** The file of an embedded store. */
  file?: string;
  /** Days; 0 for ever. Without it: as it is. */
  keep?: number;
  keepMedians?: number;
}

export interface ImportOptions extends Pick<StoreInitOptions, 'config' | 'file'> {
  repository?: string;
  suite?: string;
}

export interface OpenOptions extends Pick<StoreInitOptions, 'config' | 'file'> {
  /** False: only print the address. */
  browser: boolean;
}

/** Options of the commands that only read the store. */
export interface StoreLookOptions extends Pick<StoreInitOptions, 'config' | 'file'> {
  suite?: string;
  format: 'table' | 'json';
}

export type StoreLsOptions = StoreLookOptions;

export interface StoreShowOptions extends StoreLookOptions {
  /** `owner/name` */
  repository?: string;
  metric: string;
  /** How many builds. */
  last: number;
}

export interface HistoryOptions extends StoreLookOptions {
  /** `owner/name` */
  repository?: string;
  /** All of them, or latency of a series that was named. */
  metric?: string;
  /** The branch that says the order of commits. */
  branch?: string;
  /** How many builds. */
  last: number;
}

export interface AlertsOptions extends Omit<HistoryOptions, 'metric'> {
  /** Closed ones too. */
  all?: boolean;
  /** Why it comes into the state. */
  because?: string;
}

export interface BotSetupOptions {
  webhookUrl?: string;
  publicUrl?: string;
  name?: string;
  org?: string;
  /** Host of GitHub. */
  host?: string;
  /** Port of the page on this machine. */
  port?: number;
  data?: string;
  config?: string;
  /** Show what to set, and leave the settings alone. */
  print?: boolean;
  fromEnvironment?: boolean;
}

export interface BotCheckOptions {
  config?: string;
}

export interface PackOptions {
  /** A folder. */
  into?: string;
  /** The CI's own id of it. */
  build?: string;
  /** `owner/name` */
  repository?: string;
  store?: 'github' | 'buildkite' | 'directory';
}

export interface PublishOptions {
  /** The data folder of a service. */
  to?: string;
  /** `owner/name` */
  repository?: string;
  config?: string;
}

export interface AffectedOptions extends Omit<SelectionOptions, 'affected' | 'seed'> {
  /** The name of a test. */
  explain?: string;
}
