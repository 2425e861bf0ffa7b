/** The seam between running tests under a profiler and finding out which functions take more. */
import type { Annotations, Explanation, GrownBlock, RunRecord, Side } from './documents.ts';
import type { Blocks, Execution, Stacks, Stalled } from './execution.ts';

/** One that a tool repeats for a fixed time, as its results name it. */
export interface Benchmark {
  span: string;
  annotations: Annotations;
  /** Its test has no other. */
  isOnly?: true;
  /** Among the others of its test, as the results list them. */
  turn?: Turn;
}

/** The place of a benchmark among those that a tool runs one after the other. */
export interface Turn {
  /** From 0. */
  at: number;
  of: number;
}

/** Which frames of a stack, as text, are those of a tool that repeats benchmarks. */
export interface ToolFrames {
  /** The one that calls the benchmark. */
  below: RegExp;
  /** All of them: some may take a fixed time, such as to calibrate its clock. */
  around: RegExp;
}

/** Profiles of runs in which a tool ran one benchmark alone, or in its turn among others. */
export interface Alone {
  /** Absent for native code, whose stacks may lack them. */
  frames?: ToolFrames;
  turn?: Turn;
}

/** A test to look into. */
export interface Question {
  test: string;
  /** Of the verdict, where it is known before anything is looked for. */
  headline?: string;
  /** Of the test in the record, from 0. */
  index: number;
  of: 'time' | 'memory';
  /** CPU time of a run without a profiler, of the smaller side. */
  cpuNs: number;
  /** How long a run takes before the change, where after it the test reaches its time limit. */
  endsAfterNs?: number;
  /** It uses so little CPU time that its functions are not looked for unless that is asked for. */
  isIdle?: true;
  /** It takes longer, and hardly uses more CPU time: its calls say more than its functions. */
  waits?: true;
  /** The one that became slower, if a tool repeats it for a fixed time: alone it shows more. */
  benchmark?: Benchmark;
}

/** A run of each side under a profiler: before until its end, after until its time limit. */
export interface StalledPair {
  before: readonly Stacks[];
  after: readonly Stacks[];
  stalled: Stalled;
  /** Until when it was looked at, and whether that is the limit of the test. */
  untilNs: number;
  isLimit: boolean;
}

/** How often executions of each side made each call, by its name. */
export interface CountedCalls {
  before: readonly Readonly<Record<string, number>>[];
  after: readonly Readonly<Record<string, number>>[];
  by: Execution['callsBy'];
  /** Why there are no more. `limit`: a run reached the time limit of the test. */
  ended?: 'time' | 'limit';
}

/** How often code ran, in the executions of each side that counted it. */
export interface CountedBlocks {
  before: readonly Blocks[];
  after: readonly Blocks[];
}

/** One execution of each side under a profiler, or several of a short test. */
export interface ProfiledPair {
  before: readonly Stacks[];
  after: readonly Stacks[];
  /** CPU time of a run under the profiler, of the smaller side; absent where it is not known. */
  cpuNs?: number;
}

/** Begins a note that belongs beside the functions, wherever they stand. */
export const touchedByChange = 'the change touches';

export interface Explainer {
  /** How long all of it may take. A pair that was begun is finished. */
  limitMs: number;
  /** Absolute: where the profiles are kept, in place of the folder of the run. */
  folder?: string;
  /** Makes the machine ready, where there is something to explain. */
  prepare?(this: void): Promise<void>;
  /** The tests to look into, the most important first. */
  ask(record: RunRecord): readonly Question[];
  /**
   * @param diff between the sides, without context
   * @param alone where the benchmark of the question ran alone
   * @returns what these pairs say, and whether more may say what they leave open
   */
  explain(
    question: Question,
    pairs: readonly ProfiledPair[],
    diff: string,
    alone?: Alone,
  ): { explanation: Explanation; isOpen: boolean };
  /** What a test did until its time limit. */
  explainStall(question: Question, pair: StalledPair, diff: string): Explanation;
  /** The code that runs more often than before. */
  compareBlocks(counted: CountedBlocks, diff: string): GrownBlock[];
  /** Whether more runs may show a call that one side makes more often. Each side has one run at least. */
  mayCallsMove(counted: Pick<CountedCalls, Side>): boolean;
  /** Adds to the explanation of a question. */
  explainCalls(
    question: Question,
    counted: CountedCalls,
  ): Pick<Explanation, 'calls' | 'meanings' | 'notes'>;
}
