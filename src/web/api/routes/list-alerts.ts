import { type Alert, isAlertOpen } from '../../../contract/alerts.ts';
import type * as Api from '../answers.ts';
import type { Given } from '../http/read-request.ts';
import { seriesId } from '../series-id.ts';
import type { Catalogue } from '../repository/catalogue.ts';
import { pageOf } from '../repository/page-of.ts';

type Known = Pick<Catalogue, 'builds' | 'series'>;

/** @param all alerts of the repository, newest first */
export function listAlerts(all: readonly Alert[], given: Given, known: Known): Api.Alerts {
  const open = all.filter(isAlertOpen);
  const found = given['state'] === 'all' ? all : open;
  const { items, next } = pageOf(found, given, ({ number }) => String(number));
  return {
    ...{
      total: found.length,
      open: open.length,
      alerts: items.map((one) => describeAlert(one, known)),
    },
    next,
  };
}

/** Ids of its series. */
export function listAlertSeries({ series, suite }: Alert): string[] {
  return series.map((one) => seriesId(suite, one));
}

function describeAlert(alert: Alert, { builds, series: listed }: Known): Api.Alert {
  const { budget, commit, foundBy, isGradual = false, number, range, suite } = alert;
  // The range of a budget is all that is added up; one commit passed the limit.
  const one = budget !== undefined ? commit : range.commits === 1 ? range.upTo : undefined;
  const { author, subject } = builds.find((build) => build.commit === one) ?? {};
  return {
    ...{ number, suite, foundBy, commit, range, isGradual, isOpen: isAlertOpen(alert) },
    ...{ author, subject },
    ...(budget === undefined ? {} : { budget: { ...budget, parts: [...budget.parts] } }),
    series: alert.series.map((one) => {
      const id = seriesId(suite, one);
      const { isOneOfPlatforms } = listed.get(id)?.name ?? {};
      return { id, ...one, ...(isOneOfPlatforms && { isOneOfPlatforms }) };
    }),
    transitions: [...alert.transitions],
  };
}
