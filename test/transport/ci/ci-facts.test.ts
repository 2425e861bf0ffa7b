import { expect, test } from 'vitest';
import { type CiFacts, describeFacts } from '../../../src/transport/ci/ci-facts.ts';

const facts: CiFacts = {
  ...{ commit: 'c1', parents: ['c0'], event: 'push', attempt: 1, branchKind: 'default' },
  ...{ fork: false, links: {}, doubts: [] },
};

test('what the CI does not know any more leaves what the records say of it', () => {
  const key = { repository: 'acme/sync', runId: '1' };
  const known = { branch: 'main', pullRequest: 7, author: 'ada', committedAt: '2026-11-22' };
  expect({ ...known, ...describeFacts(key, facts) }).toMatchObject(known);
  const other = { branch: 'next', pullRequest: 8, author: 'bob', committedAt: '2026-11-23' };
  expect({ ...known, ...describeFacts(key, { ...facts, ...other }) }).toMatchObject(other);
});
