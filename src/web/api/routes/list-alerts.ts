import { type Alert, isAlertOpen } from '../../../contract/alerts.ts';
import type * as Api from '../answers.ts';
import type { Given } from '../http/read-request.ts';
import { nameSeries } from '../name-series.ts';
import { pageOf } from '../repository/page-of.ts';

/** @param all alerts of the repository, newest first */
export function listAlerts(all: readonly Alert[], given: Given): Api.Alerts {
  const open = all.filter(isAlertOpen);
  const found = given['state'] === 'all' ? all : open;
  const { items, next } = pageOf(found, given, ({ number }) => String(number));
  return {
    ...{ total: found.length, open: open.length, alerts: items.map(describeAlert) },
    next,
  };
}

function describeAlert(alert: Alert): Api.Alert {
  const { budget, commit, foundBy, isGradual = false, number, range, suite } = alert;
  return {
    ...{ number, suite, foundBy, commit, range, isGradual, isOpen: isAlertOpen(alert) },
    ...(budget === undefined ? {} : { budget: { ...budget, parts: [...budget.parts] } }),
    series: alert.series.map((one) => ({ id: nameSeries(suite, one), ...one })),
    transitions: [...alert.transitions],
  };
}
