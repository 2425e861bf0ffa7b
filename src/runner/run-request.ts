/** The entry point's request to the runner, and the runner's reports while the run goes on. */
import type { Counter } from '../contract/counter.ts';
import type { Explainer } from '../contract/explainer.ts';
import type { Execute, MeasureStart, ReadResults, Views } from '../contract/execution.ts';
import type { HoldProcesses } from '../contract/process-hold.ts';
import type { Observer } from '../contract/observation.ts';
import type {
  HostSettings,
  Problem,
  Revision,
  RunRecord,
  Shard,
  Side,
  TestInputs,
} from '../contract/documents.ts';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import type { Canaries } from './canaries/open-canaries.ts';
import type { Inputs } from './inputs/list-inputs.ts';
import type { SidesRequest } from './revisions/resolve-sides.ts';
import type { Look } from './schedule/plan-round.ts';

/** What a person asked for, for a command that measures the same once more. */
export interface CommandWords {
  options: string[];
  /** Which tests. */
  selection: string[];
}

export interface RunRequest {
  suite: Suite;
  /** The tests of the suite that this run measures, in their order. */
  tests: readonly SuiteTest[];
  /** Any directory inside the user's repository. */
  repository: string;
  sides: SidesRequest;
  /** The folder of Perigee's own package; setup and tests find it as PERIGEE_HOME. */
  home: string;
  /** The caller's environment. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Which shard of the build `tests` are; the whole build in its first attempt when absent. */
  shard?: Shard;
  /** SHA-256 of every test of the build and its shard; made from the names of `tests` when absent. */
  planDigest?: string;
  /** Set if each of several measures every test. */
  platforms?: readonly string[];
  /** Absolute: where builds of the before side are kept from job to job. None are when absent. */
  buildsFolder?: string;
  /** Problems of the tests that the caller found; the record keeps them, so that every report shows them. */
  problems?: readonly Problem[];
  /** Without a change there is nothing to measure: `NothingChanged` is thrown. */
  needsChange?: true;
  /** Measures none of the tests: sees what they read, or which functions of them take more. */
  only?: 'inputs' | 'explanations';
  /** It is known that the change touches nothing that any of the tests reads: nothing is checked out. */
  isUntouched?: boolean;
  /** Keeps what each test reads beside the record, and measures all of them. */
  keepsObservation?: boolean;
  /** Goes by what an earlier run on this machine saw the tests of the base read, and keeps it for later ones. */
  reusesObservation?: boolean;
  /** The settings of the machine for each side; those of the suite when absent. */
  hosts?: Readonly<Record<Side, HostSettings>>;
  /** One side is made worse, or set in another way: no later command may take it for a run. Only its logs stay. */
  isTrial?: true;
  /** Drawn when absent. */
  seed?: number;
  /** Safe as a file name; made from the time and the seed when absent. */
  id?: string;
  /** The command line that asked for it. */
  words?: CommandWords;
  ports: RunPorts;
}

/** A run that was interrupted is named by its id; everything else it knows itself. */
export type ResumeRequest = Omit<
  RunRequest,
  'sides' | 'shard' | 'planDigest' | 'platforms' | 'seed' | 'id' | 'words'
> & {
  id: string;
};

export interface RunPorts {
  execute: Execute;
  /** Ends what setup and services start. Where it is absent, what setup leaves runs on, and no service is started. */
  hold?: HoldProcesses;
  /** Asked once for each test, before its first execution. Where it is absent, no start is known. */
  measureStart?: MeasureStart;
  /** Reads the output of the tests' own tools. Where it is absent, no test may have such results. */
  readResults?: ReadResults;
  /** Puts a program before the command of every test. */
  wrap?: (command: readonly string[], test: string, side: Side) => string[];
  /** Sees what tests read. Where it is absent, every test is measured. */
  observer?: Observer;
  /** Sees which code each test runs, once on each side; `none` where this host has nothing that does. */
  codeObserver?: Observer | 'none';
  /** Measured beside the pairs. Where they are absent, nothing tells a changed machine from changed code. */
  canaries?: Canaries;
  /** Hears what each test reads. */
  onInputs?: (test: string, inputs: Inputs, found: TestInputs) => void;
  /** How deep `execute` can measure. */
  tier?: 0 | 1 | 'portable';
  /** The means by which `execute` hides folders from the tests; absent where nothing does. */
  isolation?: 'mounts' | 'user';
  /** Shows each side itself in the place of the user's checkout. Absent where this host cannot do it. */
  views?: Views;
  /** The means by which `execute` counts instructions; absent where it cannot. */
  counter?: Counter;
  /** Finds the functions that take more. Absent where none are wanted. */
  explainer?: Explainer;
  /** Finds the tests that more pairs may tell something of, from what is measured so far. `isEnough` ends the run. */
  lookAt: (record: RunRecord) => Look;
  /** Asked once, before the first warm-up. Returns when the machine is quiet, or enough was waited. */
  awaitQuiet?: () => Promise<void>;
  onProgress?: (event: ProgressEvent) => void;
  /** Aborted: the running execution is ended, and what was measured is returned. */
  signal?: AbortSignal;
  clock?: Clock;
}

export interface Clock {
  now(): Date;
  /** Monotonic, from any origin. */
  elapsedMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
};

export type ProgressEvent =
  | {
      kind: 'started';
      id: string;
      runDirectory: string;
      /** The change alone where there is nothing to compare it with; `before` is then the same. */
      sides: readonly Side[];
      before: Revision;
      after: Revision;
      /** The sides differ on purpose, whatever their commits are. */
      isTrial?: true;
    }
  | {
      kind: 'setup';
      side: Side;
      /** Set if the side has several. */
      build?: { number: number; of: number };
      command: readonly string[];
      /** This setup and those that follow, by the ones before. */
      leftMs?: number;
      logFile: string;
    }
  /** All of it begins again; `isMoved`: with each side at the path of the user's checkout. */
  | { kind: 'started-over'; isMoved: boolean; why: string }
  /** A test is run once to see what it reads. */
  | { kind: 'observe'; test: string; done: number; total: number }
  /** Its instructions are counted. */
  | { kind: 'count'; test: string; done: number; total: number }
  /** What made it slower is looked for. */
  | {
      kind: 'explain';
      test: string;
      done: number;
      total: number;
      limitMs: number;
      /** The verdict. */
      headline?: string;
      /** Absent before the first run. */
      run?: { number: number; watches: NonNullable<Parameters<Execute>[0]['watches']> };
    }
  | ({ kind: 'warm-up'; test: string; side: Side } & Advance)
  | ({ kind: 'measure'; test: string; side: Side; pair: number } & Advance)
  | {
      kind: 'measured';
      test: string;
      side: Side;
      pair: number;
      status: string;
      /** The share of the time in which something waited for a CPU, where other work was the reason. */
      busyShare?: number;
    }
  /** The test gets no more pairs. */
  | { kind: 'stopped'; test: string; why: string }
  /**
   * Every planned pair is there. Where time limits the pairs, `hinted` get more before all others; where it does not,
   * `undecided` get more. Looks are numbered from 1. `goesOn`: nothing points to a regression, and time is left.
   * `isOver`: no time is left.
   */
  | {
      kind: 'look';
      number: number;
      undecided: readonly string[];
      hinted: readonly string[];
      goesOn?: true;
      isOver?: true;
    }
  /** The time is over, and these tests, which may be slower, get more pairs, for so long at most. */
  | { kind: 'beyond'; tests: readonly string[]; leftMs: number }
  /** It is known how long a pair takes. */
  | ({ kind: 'bought' } & Bought)
  /**
   * The time is used up, every test has all its pairs, or it needs no more: the run is red and all is decided
   * (`all-decided`), or so are the tests that went on when the time was over (`beyond-decided`).
   */
  | {
      kind: 'spent';
      usedMs: number;
      fewestPairs: number;
      mostPairs: number;
      ends?: 'all-decided' | 'beyond-decided';
    }
  /** Other work takes the CPUs; it is waited for where `waitsMs` is there. */
  | { kind: 'busy'; share: number; waitsMs?: number };

/** The repeats that the time of a run buys. */
export interface Bought {
  tests: number;
  timeMs: number;
  /** A pair of every test. */
  pairMs: number;
  /** For the first stage, and at the most. */
  repeats: number;
  maxRepeats: number;
}

/** How far the run is, in executions. */
export interface Advance {
  done: number;
  /** Up to the next look at the verdict. */
  total: number;
  /** When every test needs every pair. */
  atMost: number;
  elapsedMs: number;
  /** Time until the next look, or as long as the run may measure; absent until something was measured. */
  remainingMs?: number;
}
