import { expect, test } from 'vitest';
import { findAlert } from '../../../bot/src/commands/alert-of-issue.ts';
import { markAlert, readCulprit } from '../../../bot/src/main-branch/mark-culprit.ts';
import type { Alert } from '../../../src/contract/alerts.ts';
import { showMarker } from '../../../src/report/markdown-text.ts';

const repository = { installation: 7, owner: 'acme', name: 'sync', id: 5 };
const alert: Alert = {
  ...{ number: 1, repository: 'acme/sync', suite: 'sync', commit: 'ab'.repeat(20) },
  ...{ foundBy: 'history', range: { after: 'a', upTo: 'b' }, series: [] },
  transitions: [{ state: 'new', atMs: 1 }],
};
const ofBudget = (since: 'release' | 'best'): Alert => ({
  ...alert,
  ...{ foundBy: 'budget', budget: { since, limit: 0.05, action: 'warn', parts: [] } },
});

test.each([
  ['of a change', alert],
  ['of a budget since the release', ofBudget('release')],
  ['of a budget of the year', ofBudget('best')],
  ['of a suite that a marker cannot show as it is', { ...alert, suite: 'sync -- <fast>' }],
])('the issue of an alert %s leads to it', (_, wanted) => {
  const known = [alert, ofBudget('release'), ofBudget('best'), wanted];
  const culprit = readCulprit(`${showMarker(markAlert(wanted))}\n### Worse`)!;
  const ledger = { listAlerts: () => known };
  const asked = { by: 'ada', number: 3, repository, culprit };
  expect(findAlert({ ledger }, asked)).toEqual(wanted);
});
