import { expect, test } from 'vitest';
import { explainRefusedRerun } from '../../../bot/src/runs/explain-refused-rerun.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';

test('a permission that the app has not is named, with who can give it', () => {
  const raw =
    'GitHub said 403 for run 8 of acme/sync: the app may not do it (Resource not accessible by integration)';
  expect(explainRefusedRerun(new Refused('ci-not-allowed', raw, { status: 403 }))).toBe(
    'the app may not run jobs again (actions: write); a maintainer can grant it',
  );
});

test('another refusal is told as GitHub gives it', () => {
  const raw = 'Unable to retry this workflow run because it was created over a month ago';
  expect(explainRefusedRerun(new Refused('ci-not-allowed', raw, { status: 403 }))).toBe(raw);
});
