import { formatQuantity } from '../../contract/units.ts';
import type { RunOfSeries, Series } from '../../explorer/answers.ts';
import { makePlain } from '../../report/plain-text.ts';
import { count, nameCommit, writeInterval, writeLevel } from './name-things.ts';
import { writeDay } from './time.ts';

/** The builds that measured the commit at a place. */
export function listRunsAt({ runs }: Series, place: number): RunOfSeries[] {
  return runs.filter(({ after, before }) => after?.place === place || before?.place === place);
}

/** What stands at a place: its commit, its level, how often it was measured. */
export function readPlace(answer: Series, place: number): string {
  const { changes, commits, levels, series } = answer;
  const commit = commits[place];
  if (commit === undefined) return 'No commit was measured';
  const level = levels.find((one) => one.place === place);
  const by = commit.author === undefined ? '' : ` by ${makePlain(commit.author)}`;
  const own = listRunsAt(answer, place);
  const sides = own.flatMap(({ after, before }) =>
    [before, after].filter((one) => one?.place === place),
  );
  const [side] = sides;
  const alone =
    side === undefined ? 'not measured' : `median ${formatQuantity(side.median, series.unit)}`;
  const worth =
    level === undefined
      ? alone
      : `${writeLevel(level, series)}, 95% ${writeInterval(level, series)}`;
  const repeats = sides.reduce((sum, side) => sum + (side?.repeats.length ?? 0), 0);
  const rejected = sides.reduce((sum, side) => sum + (side?.outliers.length ?? 0), 0);
  const outliers = rejected === 0 ? '' : `, ${rejected} rejected`;
  const change = changes.some((one) => one.commit === commit.commit)
    ? ' The level changed here.'
    : '';
  return `${nameCommit(commit.commit)}${by}, ${writeDay(commit.atMs)}: ${worth}; ${count(repeats, 'repeat')} in ${count(own.length, 'build')}${outliers}.${change}`;
}
