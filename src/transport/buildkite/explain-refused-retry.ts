import type { RestAnswer } from '../rest/sender.ts';
import { readFields } from '../rest/fields.ts';
import type { RefusalAnswer } from './answers.ts';
import { Refused } from '../platform-errors.ts';

/**
 * Why a job is not retried, in words that say what to change; undefined for any other answer.
 *
 * Buildkite says 403 to a token without the scope, 400 where the job does not permit it, and 422 where its
 * build does not. A job that passed needs `retry.manual.permit_on_passed`, which is true unless its step
 * says otherwise.
 */
export function explainRefusedRetry(what: string, answer: RestAnswer): Refused | undefined {
  const remedy = remedies.get(answer.status);
  if (remedy === undefined) return undefined;
  const said = `Buildkite said ${answer.status} for ${what}${readReason(answer.text)}`;
  return new Refused('ci-not-allowed', `${said}${remedy}`);
}

const remedies: ReadonlyMap<number, string> = new Map([
  [400, ': its step has to permit retries, `retry.manual` with `permit_on_passed: true`'],
  [
    403,
    ': the token has to have the scope retry_builds or write_builds, and its user the pipeline',
  ],
  // A build that was canceled is left as it is: there is nothing to set.
  [422, ''],
]);

function readReason(text: string): string {
  try {
    const reason = readFields<RefusalAnswer>(JSON.parse(text), '').optionalText('message');
    return reason === undefined ? '' : `, “${reason.slice(0, 200)}”`;
  } catch {
    // A proxy that answers with a page has no reason to tell.
    return '';
  }
}
