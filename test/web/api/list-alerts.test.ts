import { expect, test } from 'vitest';
import type { Alert } from '../../../src/contract/alerts.ts';
import { listAlerts } from '../../../src/web/api/routes/list-alerts.ts';
import { commitOf, makeStoredBuild } from '../../store/make-build.ts';
import { repository, stepAt } from './make-history.ts';
import { listFaults } from './validate-answer.ts';

const closed = { state: 'accepted', because: 'worth it', by: 'ann', atMs: 1e12 } as const;
const alert: Alert = {
  ...{ number: 2, repository, suite: 'sync', foundBy: 'history', commit: commitOf(stepAt) },
  range: { after: commitOf(stepAt - 1), upTo: commitOf(stepAt), commits: 1 },
  series: [
    {
      ...{ test: 'upload', span: 'whole test', annotations: { size: 1 }, platform: 'linux-x64' },
      ...{ metric: 'latency', change: 0.25 },
    },
  ],
  transitions: [{ state: 'new', atMs: 1e12 }],
};
const builds = [makeStoredBuild(stepAt, { author: 'ann', subject: 'Send twice' })];
const known = { builds, series: new Map() };
const alerts = [alert, { ...alert, number: 1, transitions: [closed] }];

test('open alerts are listed, and closed ones where they are asked for', () => {
  const found = listAlerts(alerts, { state: 'open', limit: 10 }, known);
  expect(listFaults('listAlerts', found)).toEqual([]);
  const { open, total } = found;
  expect([open, total]).toEqual([1, 1]);
  expect(found.alerts).toMatchObject([{ number: 2, isOpen: true, series: [{ change: 0.25 }] }]);
  expect(found.alerts).toMatchObject([{ author: 'ann', subject: 'Send twice' }]);
  const all = listAlerts(alerts, { state: 'all', limit: 1 }, known);
  expect(all).toMatchObject({ total: 2, alerts: [{ number: 2 }] });
  const { next } = all;
  const rest = listAlerts(alerts, { state: 'all', limit: 1, cursor: next }, known);
  expect(rest).toMatchObject({ alerts: [{ number: 1, isOpen: false }] });
});
