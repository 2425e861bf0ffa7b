/**
 * The seam between running and measuring: the runner asks for one execution of one test, the profile
 * stage carries it out. Entry points put the two together; tests pass a plain function.
 */
import type {
  FunctionTime,
  HostLoad,
  Metric,
  Outcome,
  Problem,
  ProgramUse,
  SpanProfile,
} from './documents.ts';
import type { NumberDeclarations } from './numbers.ts';

/** A process tree that was started before the suite and is counted in. */
export type ServiceUnderTest = { name: string; pid: number } | { name: string; cgroup: string };

/** A mount that only one command and what it starts can see. All paths are absolute. */
export type Mount =
  | { bind: string; at: string }
  | { overlay: { lower: readonly string[]; upper: string; work: string }; at: string };

/** How folders of the machine look to a command. */
export interface View {
  /** A folder for what the view keeps as long as it is used. */
  folder: string;
  /** A folder that the view shows as it is. */
  scratch: string;
  /** In their order. */
  mounts: readonly Mount[];
  /** After them; one that cannot be made is left out. */
  optional: readonly Mount[];
  /** Folders that are copied from others before each command. */
  renewed: readonly { from: string; at: string }[];
  /** Folders that are empty for the command. */
  hidden: readonly string[];
  /** The directory in which the command starts. */
  directory: string;
}

export interface Views {
  /** In a namespace of a `user` programs with other rights, such as sudo, do not work. */
  rights: 'root' | 'sudo' | 'user';
  /** Puts before a command what shows it a view. */
  enter(view: View, command: readonly string[]): readonly string[];
}

/** The place of an execution, if it differs from its directory as the machine shows it. */
export interface Inside {
  enter(command: readonly string[]): readonly string[];
  /** The directory in which the test starts, as it sees it, and the root of its checkout. */
  directory: string;
  root: string;
  /** Absolute: an empty folder that every view shows as it is, for sockets. */
  scratch: string;
}

export interface ExecutionRequest {
  /** Program and arguments; no shell interprets them. */
  command: readonly string[];
  /** Program and arguments that start the command; the program is an absolute path. */
  prefix?: readonly string[];
  /** Absolute. */
  directory: string;
  inside?: Inside;
  /** The whole environment of the test; nothing is inherited beside it. */
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Absolute path; stdout and stderr of the test are appended to it. */
  logFile: string;
  services: readonly ServiceUnderTest[];
  /** The numbers that the test may record; every name when absent. */
  numbers?: NumberDeclarations;
  /** Absolute paths of folders that the test is to be kept from, where the host allows it. */
  hidden?: readonly string[];
  /**
   * Count its instructions instead of measuring it, with nothing left to chance. `spans`: only within
   * spans, which is much faster, and misses programs that are started in them.
   */
  counts?: 'whole' | 'spans';
  /**
   * Look into it instead of measuring it: where its time goes, what allocates its memory, what it asks of the kernel, or
   * how often its code runs. `stall`: where its time goes and what it waits for until its time limit, which it is
   * expected to reach.
   */
  watches?: 'time' | 'memory' | 'calls' | 'blocks' | 'stall';
  /** Aborted: end the whole process tree and return with outcome `interrupted`. */
  signal: AbortSignal;
}

export interface Execution {
  outcome: Outcome;
  /** RFC 3339, UTC. */
  startedAt: string;
  durationNs: number;
  metrics: Metric[];
  /** Folded by span and annotations; `wholeTestSpan` is among them when the test ran to its end. */
  spans: SpanProfile[];
  problems: Problem[];
  /** The use of CPU time by program, as far as it was seen. */
  programs?: ProgramUse[];
  /** Time in functions themselves, where a profiler was asked for. */
  functions?: FunctionTime[];
  /** Other programs of the machine, where they were asked for. */
  neighbours?: ProgramUse[];
  hostLoad: HostLoad;
  /** If instructions were counted: exactly what each function took, by its name. */
  counted?: ReadonlyMap<string, FunctionCount>;
  /** If time or memory was watched. */
  stacks?: readonly Stacks[];
  /** If it reached the time limit at which it was watched. */
  stalled?: Stalled;
  /** If blocks were watched. */
  blocks?: Blocks;
  /** If calls were watched: how often, by name, such as `syscall.fsync` and `tcp.retransmits`. */
  calls?: Readonly<Record<string, number>>;
  /** Counts of strace and of the kernel differ a little, so they are never compared. Absent: by the kernel. */
  callsBy?: 'strace';
}

/** What an execution did until its time limit. */
export interface Stalled {
  /** Absent where it is not known. */
  cpuNs?: number;
  /** Of that, in the second half of the time. */
  lateCpuNs?: number;
  /** What its processes were waiting for at each of several looks in the second half: ``node in `epoll_wait` ``. */
  waits: readonly string[];
}

/** The samples of one profiler in an execution. */
export interface Stacks {
  profiler: string;
  /** Its samples vary by more than their number says, so nothing is proven with them. */
  isNoisy?: true;
  /** The weight of one sample: nanoseconds of CPU time, or bytes. */
  weight: number;
  /** How many there are of each stack. */
  samples: ReadonlyMap<Stack, number>;
}

/** A program and its functions, the outermost first, joined by semicolons: `node;main (src/main.js:7);hash (src/map.js:41)`. */
export type Stack = string;

export interface Frame {
  name: string;
  /** Relative to the checkout where it is inside; absent with the line where the profiler knows none. */
  path?: string;
  line?: number;
}

export function parseFrame(frame: string): Frame {
  const [, name, path, line] = /^(.*?) \((.+):(\d+)\)$/.exec(frame) ?? [];
  return name === undefined || path === undefined
    ? { name: frame }
    : { name, path, line: Number(line) };
}

/** How often code of the checkout ran, exactly, as far as runtimes tell. */
export interface Blocks {
  /** Of each process or thread. */
  threads: readonly (readonly BlockCount[])[];
  /** What kept others from telling it. */
  notes: readonly string[];
}

export interface BlockCount {
  /** A block may be the body of a loop. */
  kind: 'function' | 'block' | 'loop';
  /** Of its function; empty outside of functions. */
  name: string;
  /** Relative to the checkout. */
  path: string;
  start: Spot;
  end: Spot;
  count: number;
}

export interface Spot {
  line: number;
  column: number;
}

/** Stands for all functions that were compiled at run time: they have no names. */
export const compiledCode = 'code without a name made at run time';

/** Exact counts of one function, over all processes of an execution. */
export interface FunctionCount {
  /** Its own instructions. */
  self: number;
  calls: number;
  /** Instructions in it and in what it called, by the function that called it. */
  callers: Map<string, number>;
}

/** Runs one test once and measures it. Never rejects for what a test does; rejects for defects of ours. */
export type Execute = (request: ExecutionRequest) => Promise<Execution>;

/**
 * How long the program of a test takes when it has nothing to do; undefined where Perigee knows no way to
 * start it like this.
 */
export type MeasureStart = (
  request: Omit<ExecutionRequest, 'services' | 'timeoutMs'>,
) => Promise<number | undefined>;

/** The numbers in the output of a test's own tool, or what is wrong with it. */
export type ReadResults = (text: string, format: string) => Results;

export type Results =
  | {
      /** The adapter that read it. */
      format: string;
      /** One for each benchmark; numbers of the whole test stand in a span of its name. */
      spans: SpanProfile[];
      metrics: Metric[];
      /** Benchmarks that failed, and so have no number. */
      failed: string[];
      /** Numbers that cannot be judged, such as those below zero: whose, and what stands there. */
      notJudged?: string[];
    }
  | { fault: string };

/** The span that every test has: from its start to its end, whether or not it marks spans of its own. */
export const wholeTestSpan = 'whole test';
