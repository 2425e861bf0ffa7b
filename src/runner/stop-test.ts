import type { Problem } from '../contract/documents.ts';
import type { Bench } from './bench.ts';

/** Gives a test no more pairs, and tells so at once. */
export function stopTest(bench: Bench, problem: Problem & { test: string }): void {
  bench.stopped.set(problem.test, problem);
  bench.ports.onProgress?.({ kind: 'stopped', test: problem.test, why: problem.message });
}
