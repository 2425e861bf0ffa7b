import { countThings } from '../../../contract/count-things.ts';
import { formatChange, formatShare } from '../../../contract/units.ts';
import { fewestLevels } from '../../../history/find-level-changes.ts';
import { median } from '../../../stats/median.ts';
import { floorOf } from '../../../verdict/thresholds/built-in.ts';
import type { Level, Overview, Series, SeriesName } from '../../api/answers.ts';
import { nameCommit } from './name-things.ts';

/**
 * The budgets of the suites, one sentence each.
 * @param isOver an open alert names the limit of its own
 */
export function formatBudgets(budgets: Overview['budgets'], isOver = false): string[] {
  if (budgets === undefined) {
    return [
      `${isOver ? 'An alert knows its own limit; others' : 'The limits'} are not known here: a bot reads them from the default branch, and perigee open from the perigee.yml of its folder.`,
    ];
  }
  if (budgets.length === 0) return ['No budget is set: budget in perigee.yml sets one.'];
  return budgets.map(({ action, release, suite, year }) => {
    const allowed = [
      ...(release === undefined ? [] : [`${formatShare(release)} since the last release`]),
      ...(year === undefined ? [] : [`${formatShare(year)} since the best level of a year`]),
    ];
    const then =
      action === 'block'
        ? 'Over it, what makes such a series worse is held back.'
        : 'It only warns.';
    return `Suite ${suite} allows each series whose rule blocks ${allowed.join(' and ')}. ${then}`;
  });
}

/**
 * Says that nothing became worse; where no change can show, its absence says nothing.
 * @param commits of the default branch that are measured
 * @param short series of too few of them
 */
export function writeCalm(commits: number, short: number): string {
  if (commits < fewestLevels) return 'No open alert, and nothing else is known yet.';
  const but =
    short === 0
      ? ''
      : ` A change of level shows from ${fewestLevels} measured commits on: ${countThings(short, 'series')} cannot show one yet.`;
  return `Nothing needs attention: no open alert, and no level became worse.${but}`;
}

/** Fewer commits show no step that a person would call one. */
const fewestOfStep = 3;
/** With so many commits from it on it would be a change, if it were one. */
const mostOfStep = 12;
/** A change of the level is at least so large. */
const leastStep = 0.02;

/**
 * A step that the chart of a series without a change shows, and that is no change yet: the intervals of the newest levels
 * lie apart from all before them.
 * @returns its place among the levels, and its size; undefined where there is none
 */
export function findYoungStep(
  levels: readonly Level[],
  { metric }: Pick<SeriesName, 'metric'>,
): { at: number; change: number } | undefined {
  const last = Math.max(fewestOfStep, levels.length - mostOfStep + 1);
  for (let at = levels.length - fewestOfStep; at >= last; at -= 1) {
    const [before, after] = [levels.slice(0, at), levels.slice(at)];
    const isApart = (high: readonly Level[], low: readonly Level[]): boolean =>
      Math.min(...high.map((one) => one.low)) > Math.max(...low.map((one) => one.high));
    if (!isApart(after, before) && !isApart(before, after)) continue;
    const base = median(before.map(({ value }) => value));
    const away = median(after.map(({ value }) => value)) - base;
    const change = away / base;
    const isLarge = Math.abs(away) > floorOf(metric, {}) && Math.abs(change) >= leastStep;
    if (isLarge && Number.isFinite(change)) return { at, change };
  }
  return undefined;
}

/** With a space before it; empty where there is none. */
export function writeYoungStep(of: Pick<Series, 'commits' | 'levels' | 'series'>): string {
  const step = findYoungStep(of.levels, of.series);
  if (step === undefined) return '';
  const { commit = '' } = of.commits[of.levels[step.at]?.place ?? -1] ?? {};
  return ` Not yet a change: ${formatChange(step.change)} at ${nameCommit(commit)}.`;
}
