import { readResults } from '../adapters/read-results.ts';
import type { RunRecord, Verdict } from '../contract/documents.ts';
import { createExecute } from '../profile/create-execute.ts';
import type { IsolationChoice } from '../profile/launch/isolation.ts';
import type { RunPorts } from '../runner/run-request.ts';
import { type Expected, listUndecidedTests } from '../verdict/list-undecided-tests.ts';

export interface CollectorRequest extends Required<Pick<RunPorts, 'signal' | 'onProgress'>> {
  isolation?: IsolationChoice;
  /** What the pairs are spent on, besides deciding what blocks. */
  expected?: Expected;
  /** Over what is measured so far. */
  judge(this: void, record: RunRecord): Verdict;
  /** Gets the verdict so far, at every look. */
  onLook(this: void, verdict: Verdict): void;
}

/** Runs a body with what it takes to measure executions, and to find out at each look which tests need more. */
export async function withCollector<T>(
  { isolation, expected, judge, onLook, onProgress, signal }: CollectorRequest,
  body: (ports: RunPorts) => Promise<T>,
): Promise<T> {
  const collector = await createExecute(1, isolation);
  try {
    return await body({
      execute: collector.execute,
      measureStart: collector.measureStart,
      readResults,
      tier: collector.tier,
      ...(collector.isolation === undefined ? {} : { isolation: collector.isolation }),
      signal,
      onProgress,
      listUndecidedTests: (record) => {
        const verdict = judge(record);
        onLook(verdict);
        return listUndecidedTests(verdict, expected);
      },
    });
  } finally {
    await collector.close();
  }
}
