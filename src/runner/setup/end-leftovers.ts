import { listSome } from '../../contract/count-things.ts';
import type { Problem, Side } from '../../contract/documents.ts';
import { setupNotEnded } from '../../contract/gaps.ts';
import type { HoldProcesses, Leftovers, ProcessHold } from '../../contract/process-hold.ts';

const mostNamed = 10;

export interface LeftoverSettings {
  /** Absent: what setup leaves runs on. */
  hold?: HoldProcesses;
  /** Hears what had to be ended. */
  onLeft?(left: Leftovers): void;
}

/** Runs setup, and ends what it leaves running: a server that answers the tests of both sides would make them equal. */
export async function endLeftovers<T>(
  settings: LeftoverSettings,
  run: (hold: ProcessHold | undefined) => Promise<T>,
): Promise<T> {
  const held = settings.hold?.();
  try {
    return await run(held);
  } finally {
    await held?.settle();
    const left = await held?.end();
    if (left !== undefined) settings.onLeft?.(left);
  }
}

/** Warns that tests may miss the processes that were ended, and may use those that were not. */
export function describeLeftovers(side: Side, { ended, stuck }: Leftovers): Problem[] {
  const problems: Problem[] = [];
  if (ended.length > 0) {
    const message = `setup left ${listSome(ended, mostNamed)} running, and Perigee ended it; if the tests need it, declare it under services in perigee.yml with its command`;
    problems.push({ code: 'setup-left-running', message, side });
  }
  if (stuck.length > 0) {
    const message = `setup left ${listSome(stuck, mostNamed)} running, and Perigee may not end it, so the tests of both sides may use it; declare it under services in perigee.yml with its command, or start it before Perigee`;
    problems.push({ code: setupNotEnded, message, side });
  }
  return problems;
}
