/** A run while it is going on: its sides set up, the record growing, the journal open. */
import type { Problem, Profile, RunRecord, Side } from '../contract/documents.ts';
import type { NumberDeclarations } from '../contract/numbers.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { CanaryWatch } from './canaries/canary-watch.ts';
import type { CodeWatch } from './code/watch-code.ts';
import type { HostKeeper } from './host/keep-host.ts';
import type { Journal } from './journal/append-journal.ts';
import type { RunLogs } from './journal/run-logs.ts';
import type { RunPorts } from './run-request.ts';
import type { TimeEstimate } from './schedule/estimate-time.ts';
import type { Look } from './schedule/plan-round.ts';
import type { Services } from './services/run-beside.ts';
import type { SideViews } from './view/side-views.ts';
import type { SideWatch } from './worktrees/watch-sides.ts';

/** Which checkout. */
export interface BuildOfSide {
  side: Side;
  /** From 0. */
  build: number;
}

export interface FirstExecution {
  durationNs: number;
  isObserved: boolean;
  /** The duration of the next one that was observed, if it was: a watched test is slower. */
  nextNs?: number;
}

export interface Bench {
  record: RunRecord;
  tests: readonly SuiteTest[];
  /** The root of the repository. */
  root: string;
  runDirectory: string;
  host: HostKeeper;
  logs: RunLogs;
  /** Those that are measured. */
  sides: readonly Side[];
  /** Absolute path of the checkout of each build of a side. */
  checkouts: Readonly<Record<Side, readonly string[]>>;
  /** Absent where commands see their checkout where it is. */
  views?: SideViews;
  /** Absent where nothing shows which code a test runs, or where it cannot matter. */
  code?: CodeWatch | undefined;
  /** Hears at once of a warm-up that did not pass. */
  onFailed?(test: string): void;
  /** Absent where one side is measured alone. */
  sideWatch?: SideWatch;
  environmentOf(test: SuiteTest, build: number): Record<string, string>;
  /** Texts that no report may show of an output. */
  secrets: readonly string[];
  services: Services;
  /** The numbers that tests may record; every name when absent. */
  numbers?: NumberDeclarations;
  journal: Journal;
  /** Looks that were taken before the run was interrupted. */
  looks: ReadonlyMap<number, Look>;
  /** How often a test ran on one side to be observed, and how often it passed, by its name. */
  observed: Map<string, { side: Side; runs: number; passed: number }>;
  /** The profiles in the journal, by test. */
  measured: Map<string, Profile[]>;
  /** The first execution of a test on each side. */
  firsts: Map<string, Partial<Record<Side, FirstExecution>>>;
  /** Tests that get no more pairs, and why. */
  stopped: Map<string, Problem>;
  estimate: TimeEstimate;
  canaries?: CanaryWatch;
  ports: RunPorts & { signal: AbortSignal };
}

/** @throws if it was not set up */
export function checkoutOf(
  { checkouts }: Pick<Bench, 'checkouts'>,
  { build, side }: BuildOfSide,
): string {
  const path = checkouts[side][build];
  if (path === undefined) throw new Error(`build ${build} of ${side} was not checked out`);
  return path;
}
