import type { Problem, Profile, RunRecord } from '../contract/documents.ts';
import { quoteOutput, formatFailedOutcome } from './quote-output.ts';

/**
 * Quotes for every test and side the end of the output of the first execution that did not pass; not if a problem of
 * the warm-up shows one already.
 */
export async function quoteFailures(
  record: RunRecord,
  runDirectory: string,
  secrets: readonly string[],
): Promise<Problem[]> {
  const isTold = ({ test, side }: Profile): boolean =>
    record.problems.some(
      (problem) =>
        problem.code === 'warm-up-not-passed' && problem.test === test && problem.side === side,
    );
  const first = new Map<string, Profile>();
  for (const profile of record.profiles) {
    const key = JSON.stringify([profile.test, profile.side]);
    const { status } = profile.outcome;
    const isFailure = status === 'failed' || status === 'timed-out';
    if (isFailure && !first.has(key) && !isTold(profile)) first.set(key, profile);
  }
  return Promise.all(
    [...first.values()].map(async ({ test, side, repeat, outcome, log }) => {
      const output =
        log === undefined ? '' : await quoteOutput(runDirectory, record.id, log, secrets);
      const message = `the first execution that did not pass ${formatFailedOutcome(outcome)}${output}`;
      return { code: 'failed-output', message, test, side, repeat };
    }),
  );
}
