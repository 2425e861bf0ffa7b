import { expect, test } from 'vitest';
import { describeReductions } from '../../src/contract/suite-changes.ts';

test('a headline names a test that may keep its results between executions', () => {
  const message = `its first execution took 900 ms, and a later one takes 40 ms${' more'.repeat(50)}`;
  const said = describeReductions([{ code: 'first-execution-slower', test: 'upload', message }]);
  expect(said).toMatch(/^; upload: its first execution took 900 ms.*…$/);
  expect(said.length).toBeLessThan(160);
});
