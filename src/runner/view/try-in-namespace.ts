import type { Problem } from '../../contract/documents.ts';
import { isGap } from '../../contract/gaps.ts';
import { UserError } from '../../contract/user-error.ts';
import type { RunUnderWay } from '../run-under-way.ts';

/** What an attempt meets that ends it, for one of another kind to follow. */
export interface AttemptEnds {
  /** Other code was read. */
  onForeign?(problem: Problem): void;
  /** A test did not pass before anything was measured; with the reason, if the checkouts lack something. */
  onFailed?(lacking: Problem | undefined): void;
}

class AttemptEnd extends Error {
  override name = 'AttemptEnd';
}

/**
 * Measures as usual. If a test then reads other code or lacks packages, and this host shows a side at the path of the checkout only in a
 * namespace of the user, in which some programs fail, that is tried; if a test fails there, it is measured as usual after all.
 * @param measure returns false when the signal stopped it
 */
export async function measureWithFallback(
  run: RunUnderWay,
  measure: (run: RunUnderWay, ends: AttemptEnds) => Promise<boolean>,
): Promise<boolean> {
  const { record, request } = run;
  const { onProgress, views } = request.ports;
  if (views?.rights !== 'user' || request.suite.samePath === true) return measure(run, {});
  const first = structuredClone({ problems: record.problems, tests: record.tests });
  const startOver = (): void => {
    Object.assign(record, structuredClone(first));
  };
  let seen: Problem | undefined;
  const end = (problem?: Problem): never => {
    seen ??= problem;
    throw new AttemptEnd();
  };
  try {
    return await measure(run, {
      onForeign: end,
      onFailed: (lacking) => lacking && end(lacking),
    });
  } catch (error) {
    if (!(error instanceof AttemptEnd)) throw error;
  }
  startOver();
  const why = `${seen?.test ?? 'a test'}: ${seen?.message ?? ''}`;
  onProgress?.({ kind: 'started-over', isMoved: true, why });
  const suite = { ...request.suite, samePath: true as const };
  const moved = { ...run, request: { ...request, suite } };
  try {
    const isComplete = await measure(moved, { onFailed: () => end() });
    if (!record.problems.some(isGap)) record.problems.push(tellMoved(why));
    return isComplete;
  } catch (error) {
    if (!(error instanceof AttemptEnd || error instanceof UserError)) throw error;
    const failed = error instanceof UserError ? error.message : 'a test fails there';
    onProgress?.({ kind: 'started-over', isMoved: false, why: failed });
  }
  startOver();
  return measure(run, {});
}

function tellMoved(why: string): Problem {
  // What it says to do has been done.
  const plain = why.replace(/: let setup .*$/s, '');
  const message = `each side was measured at the path of your checkout, in a namespace of the user, because at its own path ${plain}`;
  return { code: 'measured-in-namespace', message: message.slice(0, 1900) };
}
