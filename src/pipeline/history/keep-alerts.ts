import { type Alert, type AlertStore, isAlertOpen } from '../../contract/alerts.ts';
import { sizeOfChange } from '../../contract/metrics.ts';
import { seriesKey, spanKey } from '../../contract/series-key.ts';
import { followAlerts } from '../../history/alerts/follow-alerts.ts';
import {
  type FollowedSeries as SeriesOfAlerts,
  listYoung,
  type YoungChange,
} from '../../history/alerts/list-worse.ts';
import { followBudgets } from '../../history/alerts/follow-budgets.ts';
import { type Mainline, shorten } from '../../runner/revisions/read-mainline.ts';
import type { MachineAlarm } from '../../history/machine/append-reading.ts';
import type { SpanIdentity, StoredSpan } from '../../store/series-point.ts';
import type { StoreReader } from '../../store/series-store.ts';
import type { FollowedSeries, Histories } from './histories.ts';
import type { PlaceOf } from './read-history-runs.ts';
import { readMachineHistory } from './read-machine-history.ts';

export interface AlertPorts {
  alerts: AlertStore;
  atMs: number;
}

/** The alarms of a platform's canaries, by suite and platform. */
export type AlarmsOf = (series: FollowedSeries) => readonly MachineAlarm[];

const machineBuilds = 240;

export async function readAlarms(
  reader: Pick<StoreReader, 'readLast'>,
  machines: readonly StoredSpan[],
  placeOf: PlaceOf,
): Promise<AlarmsOf> {
  const known = new Map<string, MachineAlarm[]>();
  for (const span of machines) {
    const { alarms } = await readMachineHistory(reader, span, machineBuilds, { placeOf });
    const key = JSON.stringify([span.suite, span.platform]);
    known.set(key, [...(known.get(key) ?? []), ...alarms]);
  }
  return ({ span }) => known.get(JSON.stringify([span.suite, span.platform])) ?? [];
}

/**
 * Opens alerts for what a history shows, and brings those that there are up to date.
 * @returns those that are new or not as they were
 */
export function keepAlerts(
  { followed, limitsOf, mainline, release, repository }: Histories,
  alarmsOf: AlarmsOf,
  { alerts, atMs }: AlertPorts,
): Alert[] {
  const { commits, isCut = false } = mainline;
  const branch = branchOf(mainline);
  const touched = new Map<number, Alert>();
  const touch = (alert: Alert): void => void touched.set(alert.number, alert);
  for (const [suite, own] of Map.groupBy(followed, ({ span }) => span.suite)) {
    const nameNow = openNames(own);
    const known = alerts
      .listAlerts(repository)
      .filter((alert) => alert.suite === suite && alert.branch === branch)
      .map((alert) => {
        const named = alert.series.map(nameNow);
        if (named.every((one, i) => one === alert.series[i])) return alert;
        // It may have the series under both names.
        const series = [...new Map(named.map((one) => [seriesKey(one), one])).values()];
        const kept = alerts.changeAlert(repository, alert.number, (one) => ({ ...one, series }));
        if (kept !== undefined && isAlertOpen(kept)) touch(kept);
        return kept ?? alert;
      });
    const asked = { repository, suite, known, atMs };
    const found = [
      followAlerts({
        ...{ ...asked, isCut },
        commits: commits.map(({ commit }) => commit),
        series: own.map((one) => follow(one, alarmsOf)),
      }),
      followBudgets({
        ...{ ...asked, commits },
        ...(release === undefined ? {} : { release: release.tag }),
        isBudgeted: ({ metric, span, ...identity }, limit) => {
          const named = { ...identity, span, repository, suite, metrics: [metric] };
          const { budget, isBudgetUnknown } = limitsOf({ metric, span: named });
          return budget?.[limit] !== undefined || isBudgetUnknown === true;
        },
        series: own.flatMap((one) =>
          one.budget === undefined
            ? []
            : [{ identity: identify(one), history: one.history, budget: one.budget }],
        ),
      }),
    ];
    for (const { changed, opened } of found) {
      for (const one of opened) {
        touch(alerts.openAlert(branch === undefined ? one : { ...one, branch }));
      }
      for (const one of changed) {
        const kept = alerts.changeAlert(repository, one.number, () => one);
        if (kept !== undefined) touch(kept);
      }
    }
  }
  return [...touched.values()];
}

function follow(one: FollowedSeries, alarmsOf: AlarmsOf): SeriesOfAlerts {
  return {
    ...{ identity: identify(one), direction: one.meaning.direction, floor: one.floor },
    ...{ runs: one.runs, history: one.history, alarms: alarmsOf(one) },
  };
}

/** What became worse and is no alert yet, the largest first. */
export function listComing(
  { followed, mainline }: Pick<Histories, 'followed' | 'mainline'>,
  alarmsOf: AlarmsOf,
  known: readonly Alert[],
): (YoungChange & { commit: string })[] {
  const sizeOf = ({ before, size }: YoungChange): number => sizeOfChange(size, before.value);
  return followed
    .flatMap((one) =>
      listYoung(follow(one, alarmsOf)).flatMap((young) => {
        const commit = mainline.commits[young.at]?.commit ?? '';
        const isKnown = known.some(
          (alert) =>
            // That a budget is gone or kept again says nothing of the change.
            (alert.foundBy !== 'budget' || isAlertOpen(alert)) &&
            [alert.commit, alert.range.upTo].includes(commit) &&
            alert.suite === one.span.suite &&
            alert.series.some((each) => seriesKey(each) === seriesKey(young.of.identity)),
        );
        return isKnown ? [] : [{ ...young, commit }];
      }),
    )
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** An alert that was opened under a former name of a series goes on under the present one. */
function openNames(followed: readonly FollowedSeries[]): <T extends SpanIdentity>(one: T) => T {
  const names = new Map(
    followed.flatMap(({ span }) => {
      const { former = [], ...now } = span;
      return former.map((one) => [spanKey({ ...now, ...one }), now] as const);
    }),
  );
  return (one) => {
    const now = names.get(spanKey(one));
    return now === undefined ? one : { ...one, test: now.test, span: now.span };
  };
}

/** As an alert names the branch that it is of: absent for the default branch. */
export function branchOf({ branch, isOther }: Mainline): string | undefined {
  return isOther === true ? shorten(branch) : undefined;
}

function identify({ metric, span }: FollowedSeries) {
  const { annotations, platform, test, span: name } = span;
  return { test, span: name, annotations, platform, metric };
}
