import type { Refused } from '../../../src/transport/platform-errors.ts';

/** Why nothing is run again, in words for a reader of the pull request: no full stop at the end. */
export function explainRefusedRerun({ message, status }: Refused): string {
  // GitHub refuses a run that is too old with the same status.
  if (status === 403 && /not accessible by integration/i.test(message)) {
    return 'the app may not run jobs again (actions: write); a maintainer can grant it';
  }
  return message;
}
