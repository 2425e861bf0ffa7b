import { mkdtempSync, rmSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { Counter } from '../../contract/counter.ts';
import type { Metric } from '../../contract/documents.ts';
import { type Execution, type ExecutionRequest, wholeTestSpan } from '../../contract/execution.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { makeSteady, steadySettings, steadyVariables } from '../instructions/steady-environment.ts';
import { countsInstructions, createFollowChild, type FollowChild } from './read-ended.ts';
import { loadLibc } from './wait-for-usage.ts';

/** Counts what the processor itself counts of a process. */
export interface RetiredCounter extends Counter {
  followChild: FollowChild;
}

export function createRetiredCounter(followChild: FollowChild): RetiredCounter {
  return {
    ...{ followChild, isNative: true, settings: steadySettings, variables: steadyVariables },
    tool: `proc_pid_rusage of Darwin ${release()}`,
  };
}

/** @returns undefined on every system but macOS, where koffi is not there, and where the machine counts none */
export async function findRetiredCounter(): Promise<RetiredCounter | undefined> {
  const libc = process.platform === 'darwin' ? await loadLibc() : undefined;
  if (libc === undefined) return undefined;
  return attempt(() =>
    countsInstructions(libc, process.pid)
      ? createRetiredCounter(createFollowChild(libc))
      : undefined,
  );
}

const metric: Metric = {
  ...{ name: countedMetric, unit: 'count', direction: 'lower', kind: 'count' },
  ...{ source: 'proc_pid_rusage', scope: 'process', exactness: 'exact', resolution: 1 },
};

/** Leaves nothing in an execution but the instructions of its process. */
export class RetiredInstructions {
  readonly prefix: readonly string[] = [];
  readonly #folder: string;
  readonly #request: ExecutionRequest;

  constructor(request: ExecutionRequest) {
    this.#request = request;
    this.#folder = mkdtempSync(join(tmpdir(), 'perigee-count-'));
  }

  get environment(): Record<string, string> {
    return makeSteady(this.#request, this.#folder);
  }

  describe(execution: Execution): Execution {
    const spans = execution.spans.flatMap(({ span, annotations, occurrences, values }) => {
      const value = values[countedMetric];
      if (span !== wholeTestSpan || value === undefined) return [];
      return [{ span, annotations, occurrences, values: { [countedMetric]: value } }];
    });
    return { ...execution, metrics: spans.length > 0 ? [metric] : [], spans };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
