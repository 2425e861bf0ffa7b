import { expect, test } from 'vitest';
import { failChoices } from '../../../src/steps/job/job.ts';
import { hasFailed } from '../../../src/steps/job/publish-verdict.ts';
import type { Verdict } from '../../../src/contract/documents.ts';

const red: Record<(typeof failChoices)[number], Verdict['conclusion'][]> = {
  regressed: ['regressed', 'incomplete', 'nothing-measured'],
  undecided: ['regressed', 'undecided', 'incomplete', 'nothing-measured'],
  never: ['incomplete', 'nothing-measured'],
};

test.each(failChoices)(
  'with fail-on: %s the job is red for what the page says, and no more',
  (failOn) => {
    const all = ['passed', 'regressed', 'undecided', 'incomplete', 'nothing-measured'] as const;
    expect(all.filter((conclusion) => hasFailed({ conclusion }, failOn))).toEqual(red[failOn]);
  },
);
