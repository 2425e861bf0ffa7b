import { countThings } from '../../../contract/count-things.ts';
import { formatQuantity } from '../../../contract/units.ts';
import type { RunOfSeries, Series } from '../../api/answers.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { listAxisMarks } from '../charts/axis-marks.ts';
import {
  nameCommit,
  titleCommit,
  writeBy,
  writeDayOf,
  writeInterval,
  writeLevel,
} from './name-things.ts';

/** The builds that measured the commit at a place. */
export function listRunsAt({ runs }: Series, place: number): RunOfSeries[] {
  return runs.filter(({ after, before }) => after?.place === place || before?.place === place);
}

/** The measurement of a build there, where each build stands for itself; else undefined. */
function findSide(answer: Series, place: number): 'before' | 'after' | undefined {
  if (answer.levels.length > 0) return undefined;
  const [run] = listRunsAt(answer, place);
  if (run === undefined) return undefined;
  return run.before?.place === place ? 'before' : 'after';
}

/** The label of a tick: the day, or the side of a build. */
export function namePlace(answer: Series, place: number): string {
  const commit = answer.commits[place];
  const side = findSide(answer, place);
  if (commit === undefined) return '';
  return side === undefined ? writeDayOf(commit, answer) : `${side}: ${nameCommit(commit.commit)}`;
}

/** The contents of a place: its commit, its level, how often it was measured. */
export function readPlace(answer: Series, place: number): string {
  const { changes, commits, levels, series } = answer;
  const commit = commits[place];
  if (commit === undefined) return 'No commit was measured';
  const level = levels.find((one) => one.place === place);
  const own = listRunsAt(answer, place);
  const sides = own.flatMap(({ after, before }) =>
    [before, after].filter((one) => one?.place === place),
  );
  const [first] = sides;
  const missing = answer.allRuns === undefined ? 'not measured' : 'zoom in to read it';
  const alone =
    first === undefined ? missing : `median ${formatQuantity(first.median, series.unit)}`;
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
  const marks = listAxisMarks(answer)
    .filter((mark) => Math.round(mark.place) === place)
    .map(({ text }) => ` ${makePlain(text)}.`)
    .join('');
  const side = findSide(answer, place);
  const counts =
    first === undefined
      ? ''
      : `; ${countThings(repeats, 'repeat')} in ${countThings(own.length, 'build')}${outliers}`;
  const name = side === undefined ? '' : `${side === 'before' ? 'Before' : 'After'}: `;
  return `${name}${makePlain(titleCommit(commit.commit, commit.subject))}${writeBy(commit.author)}, ${writeDayOf(commit, answer)}: ${worth}${counts}.${change}${marks}`;
}
