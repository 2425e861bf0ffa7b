import {
  type Alert,
  type AlertSeries,
  type AlertStore,
  type FreshAlert,
} from '../../../src/contract/alerts.ts';
import { type Finding, settleAlert } from '../../../src/history/alerts/settle-alert.ts';
import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';

const mostSeries = 200;

/**
 * The alert of a push that made the default branch worse, brought up to date. What its history showed first becomes
 * that of the push.
 * @returns undefined where the push is no news: all of it was accepted or cleared before an issue said so
 */
export function keepPushAlert(
  alerts: AlertStore,
  view: MainBranchView,
  { atMs, repository }: { atMs: number; repository: string },
): Alert | undefined {
  const { culprit, suite } = view;
  const { before, commit } = culprit;
  const isIt = (one: Alert): boolean =>
    one.suite === suite && one.commit === commit && one.foundBy !== 'budget';
  const known = alerts.listAlerts(repository).find(isIt);
  if (known === undefined && view.state !== 'open') return undefined;
  const fresh: FreshAlert = {
    ...{ repository, suite, foundBy: 'push', commit, range: { after: before, upTo: commit } },
    ...{ series: listSeries(view), transitions: [{ state: 'new', atMs }] },
  };
  const alert = known ?? alerts.openAlert(fresh);
  const own = alert.foundBy === 'push' ? alert : { ...fresh, ...pickSaid(alert) };
  const next = settleAlert(own, describeFinding(view), atMs);
  if (next === alert) return alert;
  return alerts.changeAlert(repository, alert.number, () => next);
}

function pickSaid({ number, transitions }: Alert): Pick<Alert, 'number' | 'transitions'> {
  return { number, transitions };
}

function listSeries({ series }: MainBranchView): AlertSeries[] {
  return series.slice(0, mostSeries).map(({ series: one }) => {
    const { annotations, evidence, metric, platform, span, test } = one;
    return { test, span, annotations, platform, metric, change: evidence.change ?? 0 };
  });
}

function describeFinding({ accepts, state }: MainBranchView): Finding {
  switch (state) {
    case 'open':
      return { kind: 'stands' };
    case 'recovered':
      return { kind: 'fixed', because: 'later pushes took it back' };
    case 'cleared':
      return { kind: 'noise', because: 'other runs of the commit do not confirm it' };
    case 'accepted': {
      const [accept] = accepts;
      if (accept === undefined) return { kind: 'stands' };
      return { kind: 'accepted', by: accept.by, because: accept.because, accept: accept.id };
    }
  }
}
