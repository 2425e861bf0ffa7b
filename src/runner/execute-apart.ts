import { join } from 'node:path';
import type { Side } from '../contract/documents.ts';
import type { Execution, ExecutionRequest } from '../contract/execution.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { Bench } from './bench.ts';
import { describeRequest } from './execute-test.ts';
import type { ProgressEvent } from './run-request.ts';

/**
 * Runs a test beside the pairs: its times say nothing.
 * @param log relative to the run's folder
 * @param look what is looked at instead
 */
export function executeApart(
  bench: Bench,
  test: SuiteTest,
  side: Side,
  log: string,
  look: Pick<ExecutionRequest, 'counts' | 'watches'> & { timeoutMs?: number },
): Promise<Execution> {
  const where = { side, build: 0 };
  const file = join(bench.runDirectory, log);
  const request = describeRequest(bench, test, where);
  bench.host.enter(side);
  return bench.logs.keepService(file, () =>
    bench.services.runBeside(where, log, (services) =>
      bench.ports.execute({
        ...request,
        ...{ services, timeoutMs: test.timeoutMs, ...look, logFile: file },
      }),
    ),
  );
}

/** A bench that tells each run, however it looks at the test. */
export function tellRuns(
  bench: Bench,
  progress: Extract<ProgressEvent, { kind: 'explain' }>,
): Bench {
  let number = 0;
  const execute: Bench['ports']['execute'] = (request) => {
    const { watches = 'time' } = request;
    number += 1;
    bench.ports.onProgress?.({ ...progress, run: { number, watches } });
    return bench.ports.execute(request);
  };
  return { ...bench, ports: { ...bench.ports, execute } };
}
