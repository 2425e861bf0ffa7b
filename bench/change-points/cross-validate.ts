import { findChangePoints } from '../../src/history/change-points/find-change-points.ts';
import { type DetectorSettings, usualSettings } from '../../src/history/change-points/settings.ts';
import type { LabelledSeries } from './make-series.ts';
import { type Score, scorePoints, sumScores } from './score.ts';

const choices: DetectorSettings[] = [2, 3, 4, 5].flatMap((penalty) =>
  [3.5, 4, 4.5, 5].flatMap((clearT) =>
    [6, 8, 10].flatMap((longestDisturbance) =>
      [1.5, 2, 3].map((clip) => ({ ...usualSettings, penalty, clearT, longestDisturbance, clip })),
    ),
  ),
);

/**
 * Leaves one project out at a time, chooses settings by the others, and judges that one by them. The project of a
 * series is the first part of its id.
 */
export function crossValidate(
  series: readonly LabelledSeries[],
): { name: string; scores: Score[] }[] {
  const projects = series.map(({ id }) => id.split('/')[0] ?? '');
  const scores = choices.map((settings) =>
    series.map(({ values, truth }) =>
      scorePoints(
        findChangePoints(values, settings).map(({ at }) => at),
        truth,
      ),
    ),
  );
  const of = (list: readonly Score[], isWanted: (project: string) => boolean): Score[] =>
    list.filter((_, i) => isWanted(projects[i] ?? ''));
  const folds = [...new Set(projects)].map((project) => {
    const worth = (list: readonly Score[]): number => {
      const { f1, micro } = sumScores(of(list, (other) => other !== project));
      return f1 + micro;
    };
    const chosen = scores.reduce((best, list) => (worth(list) > worth(best) ? list : best));
    return { name: project, scores: of(chosen, (other) => other === project) };
  });
  return [...folds, { name: 'all', scores: folds.flatMap((fold) => fold.scores) }];
}
