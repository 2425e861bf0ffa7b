import { join } from 'node:path';
import type { Problem, Profile, RunRecord } from '../contract/documents.ts';
import { quoteOutput, readEndLines, tellOutcome } from './tell-outcome.ts';

/**
 * Of every test and side, the end of the output of the first execution that did not pass; not where a
 * problem of the warm-up shows one already.
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
        log === undefined ? '' : await quoteReason(runDirectory, record.id, log, secrets);
      const message = `the first execution that did not pass ${tellOutcome(outcome)}${output}`;
      return { code: 'failed-output', message, test, side, repeat };
    }),
  );
}

/** The end of the output; where it does not tell why, the last line that does stands at its top. */
async function quoteReason(
  runDirectory: string,
  id: string,
  log: string,
  secrets: readonly string[],
): Promise<string> {
  const output = await quoteOutput(runDirectory, id, log, secrets);
  const [start = '', first, ...rest] = output.split('\n');
  if (first === undefined || [first, ...rest].some(isError)) return output;
  // Node writes what went wrong first and then the stack, which may be all that the end holds.
  const error = (await readEndLines(join(runDirectory, log), secrets)).findLast(isError);
  return error === undefined ? output : [start, error, ...rest].join('\n');
}

/** Whether a line of an output looks like the one that says what went wrong. */
export function isError(line: string): boolean {
  return /^\s*(\w*Error\b|Uncaught\b|.*\berror\b.*:)/i.test(line);
}
