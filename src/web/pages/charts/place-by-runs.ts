import type { Commit, RunOfSeries, Series } from '../../api/answers.ts';

/**
 * Without builds of the default branch, as on a laptop: each build in its turn, with before and after beside each
 * other as if they were commits. Nothing is known of levels then.
 */
export function placeByRuns(answer: Series): Series {
  if (answer.commits.length > 0) return answer;
  const commits: Commit[] = [];
  const runs = answer.runs.map((run): RunOfSeries => {
    const placed = { ...run };
    for (const name of ['before', 'after'] as const) {
      const side = run[name];
      if (side === undefined) continue;
      placed[name] = { ...side, place: commits.length };
      commits.push({ commit: side.commit, atMs: run.atMs });
    }
    return placed;
  });
  return { ...answer, commits, runs };
}
