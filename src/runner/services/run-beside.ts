import type { Outcome, Side } from '../../contract/documents.ts';
import type { Execution, ServiceUnderTest } from '../../contract/execution.ts';
import type { ProcessHold } from '../../contract/process-hold.ts';
import { leaveUnmeasured } from '../leave-unmeasured.ts';
import type { Clock } from '../run-request.ts';
import { startService, type RunningService, type ServiceStart } from './start-service.ts';

export interface Services {
  /** Whether any is started for each execution. */
  areStarted: boolean;
  /**
   * Starts those of that side, runs the execution beside them, and ends them. Without one of them the execution fails.
   * @param log of the execution, relative to the run's folder
   */
  runBeside(
    where: { side: Side; build: number },
    log: string,
    execute: (services: readonly ServiceUnderTest[]) => Promise<Execution>,
  ): Promise<Execution>;
}

export interface ServiceBeside extends ServiceStart {
  /** Completes what went wrong by which service it was, and the end of its log. */
  describeFault(fault: string): Promise<string>;
}

/** The services are there from before the execution until after it. They end together, whatever they started. */
export async function runBesideServices(
  starts: readonly ServiceBeside[],
  held: ProcessHold,
  execute: (services: readonly ServiceUnderTest[]) => Promise<Execution>,
  clock?: Clock,
): Promise<Execution> {
  const running: RunningService[] = [];
  const run = async (): Promise<Execution> => {
    for (const start of starts) {
      const started = start.signal.aborted ? undefined : await startService(start, held);
      if (started === undefined) return leaveUnmeasured({ status: 'interrupted' }, clock);
      if ('fault' in started) return leaveUnmeasured(await fail(start, started.fault), clock);
      running.push(started);
    }
    const execution = await execute(listCounted(running, held));
    if (execution.outcome.status === 'interrupted') return execution;
    for (const [at, start] of starts.entries()) {
      const end = running[at]?.findEnd();
      if (end === undefined) continue;
      return withoutValues(execution, await fail(start, `${end} before the test did`));
    }
    return execution;
  };
  let stuck: readonly string[] = [];
  let execution: Execution;
  try {
    execution = await run();
  } finally {
    ({ stuck } = await held.end());
  }
  const [first] = starts;
  if (stuck.length === 0 || first === undefined) return execution;
  const fault = `${stuck.join(', ')} could not be ended, and may answer the next test`;
  return withoutValues(execution, await fail(first, fault));
}

/** Of a failed execution the spans that ended would count. */
function withoutValues(execution: Execution, outcome: Outcome): Execution {
  return { ...execution, outcome, spans: [], metrics: [] };
}

async function fail({ describeFault }: ServiceBeside, fault: string): Promise<Outcome> {
  return { status: 'failed', message: (await describeFault(fault)).slice(0, longestMessage) };
}

/** A cgroup counts all that they start, exactly. */
function listCounted(
  running: readonly RunningService[],
  { cgroup }: ProcessHold,
): ServiceUnderTest[] {
  if (cgroup === undefined) return running.map(({ name, pid }) => ({ name, pid }));
  return [{ name: running.map(({ name }) => name).join(', '), cgroup }];
}

/** What the contract allows. */
const longestMessage = 2000;
