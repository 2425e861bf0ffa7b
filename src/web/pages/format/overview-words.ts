import { countThings } from '../../../contract/count-things.ts';
import { formatShare } from '../../../contract/units.ts';
import { fewestLevels } from '../../../history/find-level-changes.ts';
import type { Overview } from '../../api/answers.ts';

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
