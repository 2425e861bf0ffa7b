import { listSome } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import type { CreepOfSeries } from '../../history/summarize-history.ts';
import type { Histories } from '../../pipeline/history/histories.ts';
import { nameOf } from '../store/find-series.ts';

/**
 * Why budgets cannot be judged, though the builds for it may be there.
 * @returns undefined where all could be
 */
export function explainUnread({ followed, mainline }: Histories): string | undefined {
  const unread = followed.filter(({ history }) => history.unread.length > 0);
  if (unread.length === 0) return undefined;
  const isOf = (since: CreepOfSeries['since']): boolean =>
    unread.some(({ history }) => history.unread.includes(since));
  const what = [
    ...(isOf('release') ? ['what the last release measured'] : []),
    ...(isOf('best') ? ['all of the last twelve months'] : []),
  ].join(' and ');
  const remedy =
    mainline.isCut === true
      ? 'this clone is shallow: git fetch --unshallow --tags'
      : unread.some(({ isCut }) => isCut)
        ? 'read more builds with --last'
        : 'this clone has no tags: git fetch --tags';
  return `${unread.length} series: the budget is not judged, since ${what} was not read (${remedy})`;
}

const mostNamed = 3;

/**
 * Which series have values from before a change of unit or direction, which are left out.
 * @returns undefined where none has
 */
export function explainOtherMeanings({
  followed,
}: Pick<Histories, 'followed'>): string | undefined {
  const broken = followed.flatMap(({ formerly, meaning, metric, span }) => {
    if (formerly === undefined) return [];
    const { commit, direction, unit } = formerly;
    const change =
      unit === meaning.unit
        ? `${direction} was better, now ${meaning.direction}`
        : `unit ${unit}, now ${meaning.unit}`;
    return [`${nameOf(span)} ${metric} (${change}, from ${shortenCommit(commit)} on)`];
  });
  return broken.length === 0
    ? undefined
    : `values of another unit or direction are left out: ${listSome(broken, mostNamed)}`;
}
