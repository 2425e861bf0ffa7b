import { readFields } from './fields.ts';
import { expectLabel } from '../../../src/contract/expect-label.ts';

/** GitHub allows this many labels on one pull request. */
const mostLabels = 100;

/**
 * Whether the pull request has the label that asks to spend the pairs on improvements. Who may set it is up to GitHub:
 * in any case the run takes at most `maxRepeats` pairs and judges by the same limits.
 */
export function hasExpectLabel(payload: unknown): boolean {
  const fields = readFields(payload, 'the event');
  for (let place = 0; place < mostLabels; place += 1) {
    const name = fields.optionalText(`pull_request.labels.${place}.name`);
    if (name === undefined) return false;
    if (name === expectLabel) return true;
  }
  return false;
}
