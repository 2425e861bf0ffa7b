import { fewestForBest } from '../../history/creep/measure-creep.ts';
import { fewestLevels } from '../../history/find-level-changes.ts';
import type { FollowedSeries, Histories } from '../../pipeline/history/histories.ts';
import { wrapToColumns } from '../../report/terminal-text.ts';

/** What a series has too few commits for, and how many it needs. */
export const tooShort = `too short to show a change: ${fewestLevels} commits are needed`;
/** A step at either end of a short history is no change yet. */
const tooNew = `no change yet: one counts once ${fewestLevels / 2} commits before it and ${fewestLevels / 2} from it on are measured`;

/** What is not shown because nothing happened, and what nothing can be said of yet. */
export function renderQuiet(
  { followed, release }: Pick<Histories, 'followed' | 'release'>,
  shown: readonly FollowedSeries[],
  columns: number,
): string[] {
  const quiet = followed.filter((one) => !shown.includes(one));
  const lines: string[] = [];
  const say = (series: readonly FollowedSeries[], what: string): void => {
    if (series.length === 0) return;
    const isMore = shown.length > 0 && !series.some((one) => shown.includes(one));
    const many = `${series.length}${isMore ? ' more' : ''} series: ${what}`;
    lines.push('', ...wrapToColumns(many, columns));
  };
  for (const [what, series] of [...Map.groupBy(quiet, explainCalm)].sort(
    ([a], [b]) => a.length - b.length,
  )) {
    say(series, what);
  }
  const isJudged = ({ budget, history }: FollowedSeries): boolean => {
    const limits = [budget?.release !== undefined && release, budget?.year !== undefined];
    return history.creep.length >= Math.max(1, limits.filter(Boolean).length);
  };
  const withBudget = followed.filter((one) => one.budget && one.history.unread.length === 0);
  const judged = new Set(withBudget.filter(isJudged));
  say(
    quiet.filter((one) => judged.has(one)),
    'within their budget',
  );
  say(
    withBudget.filter((one) => !judged.has(one) && !one.history.creep.some((is) => is.isOver)),
    `their budget cannot be judged yet: it takes three measured commits up to the last release and three after it, or for a year ${fewestForBest}`,
  );
  return lines;
}

/** Why no change is shown of a series. */
export function explainCalm(one: Pick<FollowedSeries, 'history'>): string {
  if (one.history.levels.length >= 2 * fewestLevels) return 'no change';
  return isShort(one) ? tooShort : tooNew;
}

/** Measured at too few commits to show a change. */
export function isShort({ history }: Pick<FollowedSeries, 'history'>): boolean {
  return history.levels.length < fewestLevels;
}
