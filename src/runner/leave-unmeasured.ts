import type { Outcome } from '../contract/documents.ts';
import type { Execution } from '../contract/execution.ts';
import { type Clock, systemClock } from './run-request.ts';

/** The execution of a test that was not run at all. */
export function leaveUnmeasured(outcome: Outcome, clock: Clock = systemClock): Execution {
  return {
    outcome,
    startedAt: clock.now().toISOString(),
    durationNs: 0,
    metrics: [],
    spans: [],
    problems: [],
    hostLoad: {},
  };
}
