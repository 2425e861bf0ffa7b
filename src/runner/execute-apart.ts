import { join } from 'node:path';
import type { Side } from '../contract/documents.ts';
import type { Execution, ExecutionRequest } from '../contract/execution.ts';
import type { SuiteTest } from '../contract/suite.ts';
import { checkoutOf, type Bench } from './bench.ts';
import { describeRequest } from './execute-test.ts';
import type { ProgressEvent } from './run-request.ts';
import { addResults, removeResults } from './test-results.ts';

/**
 * Runs a test beside the pairs: its times say nothing.
 * @param log relative to the run's folder
 * @param look what is looked at instead; with `reads` the numbers of its tool are read, as of a measured run
 */
export async function executeApart(
  bench: Bench,
  test: SuiteTest,
  side: Side,
  log: string,
  { reads, ...look }: Pick<ExecutionRequest, 'counts' | 'watches'> & Look,
): Promise<Execution> {
  const where = { side, build: 0 };
  const file = join(bench.runDirectory, log);
  const request = describeRequest(bench, test, where);
  const { readResults } = bench.ports;
  const { results } = test;
  const checkout = checkoutOf(bench, where);
  const place = { checkout, directory: request.directory, seenAt: request.inside?.root };
  bench.host.enter(side);
  if (reads === true && results !== undefined) await removeResults({ ...place, results });
  return bench.logs.keepService(file, async () => {
    const ended = await bench.services.runBeside(where, log, (services) =>
      bench.ports.execute({
        ...request,
        ...{ services, timeoutMs: test.timeoutMs, ...look, logFile: file },
      }),
    );
    const isRead = reads === true && ended.outcome.status === 'passed';
    if (!isRead || results === undefined || readResults === undefined) return ended;
    const printed = { printed: file, isCut: () => false };
    return addResults(ended, { ...place, results }, printed, readResults);
  });
}

interface Look {
  timeoutMs?: number;
  reads?: boolean;
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
