import { openTellPlatform } from '../../contract/compare-platforms.ts';
import type { BranchHistory, SeriesOfBranch } from '../../contract/documents.ts';
import { shortenCommit } from '../../contract/commit.ts';
import { formatChange } from '../../contract/units.ts';
import { fewestLevels } from '../../history/find-level-changes.ts';
import { quotePlain } from '../../report/plain-text.ts';
import { nameSlice } from '../../report/series-words.ts';
import { type Answer, nameAuthor } from '../../web/api/mcp/open-tool-server.ts';

const mostSeries = 10;
const mostLevels = 20;
const mostRuns = 5;

/** What git says of the commit of a change; undefined where it is not here, or several may have made the change. */
type FindCommit = (
  change: SeriesOfBranch['changes'][number],
) => { author: string; subject: string } | undefined;

/** The commits at which a history changed. */
export function listChanged({ series }: BranchHistory): string[] {
  return series.flatMap(({ changes }) => changes.flatMap(({ commit }) => commit ?? []));
}

/**
 * A history for a model: where series changed in some lines, and the document with those series and what is newest.
 * @param findCommit the document names commits alone
 */
export function describeHistory(
  history: BranchHistory,
  isNamed: boolean,
  findCommit: FindCommit = () => undefined,
): Answer {
  const shown = history.series.filter((one) => isNamed || hasNews(one)).slice(0, mostSeries);
  const tellPlatform = openTellPlatform(history);
  const lines = [
    `${quotePlain(history.repository)}, branch ${quotePlain(history.branch)}: ${history.series.length} series, ${history.series.filter(hasNews).length} of them changed or over their budget.`,
    ...shown.flatMap((one) => describeSeries(one, tellPlatform(one), findCommit)),
    ...describeShort(history),
  ];
  const series = shown.map((one) => ({
    ...one,
    levels: one.levels.slice(-mostLevels),
    runs: one.runs.slice(-mostRuns),
  }));
  return { text: lines.join('\n'), document: { ...history, series } };
}

/** Silence is no proof of steadiness where little was measured. */
function describeShort({ series }: BranchHistory): string[] {
  const short = series.filter((one) => !hasNews(one) && one.levels.length < fewestLevels).length;
  if (short === 0 && series.length > 0) return [];
  const which = series.length === 0 ? 'No commit is measured' : `${short} are too short`;
  return [
    `${which}: a change shows from ${fewestLevels} measured commits of the branch on, in the store or, without one, in .perigee/runs. Uncommitted work is not in it; \`perigee report\` shows that.`,
  ];
}

function hasNews({ changes, creep }: SeriesOfBranch): boolean {
  return changes.length > 0 || creep.some(({ isOver }) => isOver);
}

function describeSeries(
  { changes, creep, metric, ...series }: SeriesOfBranch,
  where: string,
  findCommit: FindCommit,
): string[] {
  const name = `${quotePlain(nameSlice(series))} ${metric}${where}`;
  return [
    ...(changes.length === 0 ? [`${name}: no change`] : []),
    ...changes.map((one) => {
      const { change, commit, isGradual } = one;
      const at = `${isGradual ? 'step by step up to' : 'at'} ${shortenCommit(commit ?? 'unknown')}`;
      // Of a slope no single commit is the author's.
      const own = isGradual ? undefined : findCommit(one);
      return `${name}: ${formatChange(change)} ${at}${own === undefined ? '' : nameAuthor(own)}`;
    }),
    ...creep
      .filter(({ isOver }) => isOver)
      .map(({ since, size }) => {
        const from = since === 'release' ? 'the last release' : 'its best level of a year';
        return `${name}: over its budget, ${formatChange(size)} since ${from}`;
      }),
  ];
}
