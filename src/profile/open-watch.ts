import type { Execution, ExecutionRequest } from '../contract/execution.ts';
import { TracedCalls } from './calls/traced-calls.ts';
import { InstructionCount } from './instructions/count-instructions.ts';
import type { Means } from './means.ts';
import { RetiredInstructions } from './portable/retired-instructions.ts';
import { Sampling } from './sampling/sampling.ts';

/** Looks into an execution, instead of measuring it. */
interface Watch {
  /** The words before the program. */
  readonly prefix: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Whether a process belongs to what looks, and not to the test. */
  readonly isOwn?: (pid: number) => boolean;
  /** Before the test is killed at its time limit. */
  settle?(): Promise<void>;
  describe(execution: Execution): Execution | Promise<Execution>;
  close(): void;
}

/** @returns the counting of instructions also as such: it is asked at each begin and end of a span */
export function openWatch(
  { callCounter, perf, retired, valgrind }: Means,
  request: ExecutionRequest,
): { watch?: Watch; counting?: InstructionCount } {
  const { counts, watches } = request;
  if (counts !== undefined && retired !== undefined) {
    return { watch: new RetiredInstructions(request) };
  }
  if (counts !== undefined) {
    if (valgrind === undefined) throw new Error('nothing counts instructions here');
    const counting = new InstructionCount(valgrind, request);
    return { watch: counting, counting };
  }
  if (watches === undefined) return {};
  if (watches === 'calls') {
    const counter = callCounter?.();
    return counter?.kind === 'strace' ? { watch: new TracedCalls(counter.path, request) } : {};
  }
  const isSampled = watches === 'time' || watches === 'stall';
  return { watch: new Sampling(isSampled ? perf?.() : undefined, request) };
}
