import { type Alert, isAlertOpen } from '../../contract/alerts.ts';
import { seriesKey } from '../../contract/series-key.ts';
import type { ChangeGroup } from '../group-by-commit.ts';
import type { Worse } from './list-worse.ts';

type Group = ChangeGroup<Worse>;

/** An alert whose commits are on the branch. */
export interface Placed {
  alert: Alert;
  range: Group['range'];
}

/** In a known series, a change that later builds place so near is the same one. */
const near = 5;

/** The one that shares the most series with it; of several the nearest. */
export function chooseAlert(
  { changes, range }: Group,
  placed: readonly Placed[],
): Alert | undefined {
  const keys = new Set(changes.map(({ of }) => seriesKey(of.identity)));
  const isGradual = changes.some((one) => one.isGradual);
  const candidates = placed.flatMap(({ alert, range: own }) => {
    const shared = alert.series.filter((one) => keys.has(seriesKey(one))).length;
    const apart = Math.max(own.after - range.upTo, range.after - own.upTo) + 1;
    // A slope of other series only happens to lie over a step.
    const isAlike = apart <= 0 && (alert.isGradual === true) === isGradual;
    const isIt = isAlike || (shared > 0 && apart <= near);
    return isIt ? [{ alert, shared, apart: Math.abs(own.upTo - range.upTo) }] : [];
  });
  candidates.sort((a, b) => b.shared - a.shared || a.apart - b.apart);
  return candidates[0]?.alert;
}

/** Measured again, the same change has another size: the larger is at most this many times the smaller. */
const likeness = 1.5;

/**
 * The open alert of the same change where the branch was rewritten: its commits are not there any more, and it shows
 * in the same series, about as large.
 */
export function chooseRewritten({ changes }: Group, lost: readonly Alert[]): Alert | undefined {
  const sizes = new Map(
    changes.map(({ isConfirmed, of, size }) => [seriesKey(of.identity), isConfirmed ? size : 0]),
  );
  const isGradual = changes.some((one) => one.isGradual);
  return lost.filter(isAlertOpen).find((alert) => {
    const alike = alert.series.filter((one) => {
      const ratio = (sizes.get(seriesKey(one)) ?? 0) / one.change;
      return ratio < likeness && ratio > 1 / likeness;
    });
    const isMost = 2 * alike.length >= Math.max(alert.series.length, sizes.size);
    return isMost && alike.length > 0 && (alert.isGradual === true) === isGradual;
  });
}
