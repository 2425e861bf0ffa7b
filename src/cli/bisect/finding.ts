import { formatDay } from '../../contract/format-time.ts';
import { countThings } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import type { Conclusion, TakenReading } from '../../variability/bisect/next-step.ts';
import { sizeOfAll } from '../../variability/bisect/weigh-commits.ts';
import type { Evidence } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { listAnnotations, type SeriesIdentity } from '../../contract/series-key.ts';
import { formatChange } from '../../contract/units.ts';
import { fenceCode } from '../../report/markdown-text.ts';
import { makePlain } from '../../report/plain-text.ts';
import { nameSpan, formatInterval } from '../../report/series-words.ts';
import type { Commit } from '../../runner/revisions/read-first-parents.ts';
import { type Comparison, findSeries } from './comparisons.ts';

/** The result of a search; `--format json` prints it. */
export interface Finding {
  /** Sure enough, and confirmed by a comparison with the commit before. */
  isFound: boolean;
  series: SeriesIdentity;
  /** How much the bad commit differs from the good one, as a ratio minus one. */
  changeOfAll: number;
  /** Those that the change came with: one, or neighbours that could not be measured. Where none was found: the likeliest. */
  suspects: readonly Commit[];
  /** Full object id of the commit before them. */
  before: string;
  /** How likely the change came with one of them, if it came with one commit. */
  chance: number;
  /** The suspects against the commit before them; absent if none compares them. */
  evidence?: Evidence;
  /** The run that compares them, in `.perigee/runs`. */
  run?: string;
  comparisons: { before: string; after: string; change: number; pairs: number; run: string }[];
  /** Commits that could not be measured, and why. */
  notMeasured: { commit: string; why: string }[];
}

/** All that a search was over, and what it measured. */
export interface Searched {
  good: string;
  /** The commits after the good one. */
  path: readonly Commit[];
  series: SeriesIdentity;
  comparisons: readonly Comparison[];
  readings: readonly TakenReading[];
  /** Why a commit cannot be measured, by its number. */
  broken: ReadonlyMap<number, string>;
}

export function conclude(searched: Searched, { from, to, chance, kind }: Conclusion): Finding {
  const { broken, comparisons, good, path, readings, series } = searched;
  const deciding = comparisons.findLast((one) => one.from === from && one.to === to);
  const evidence = deciding && findSeries(deciding, series)?.evidence;
  const idOf = (number: number): string => path[number - 1]?.commit ?? good;
  const { annotations, metric, platform, span, test } = series;
  return {
    isFound: kind === 'found',
    series: { test, span, annotations, platform, metric },
    changeOfAll: Math.expm1(sizeOfAll(path.length, readings)),
    suspects: path.slice(from, to),
    before: idOf(from),
    chance,
    evidence,
    ...(deciding === undefined ? {} : { run: deciding.record.id }),
    comparisons: comparisons.flatMap((one) => {
      const found = findSeries(one, series);
      const change = found?.evidence.change;
      if (found === undefined || change === undefined) return [];
      const ends = { before: idOf(one.from), after: idOf(one.to) };
      return [{ ...ends, change, pairs: found.after.values.length, run: one.record.id }];
    }),
    notMeasured: [...broken].map(([number, why]) => ({ commit: idOf(number), why })),
  };
}

/** More suspects are counted only. */
const suspectsShown = 10;
/** Less than this part of the whole change: then there is a second commit to look for. */
const mostOfIt = 0.7;

/** Commands that go on from what was found, each to be pasted. */
export interface FindingCommands {
  /** Searches between two other commits for the same. */
  bisect: (ends: string) => string;
  /** Measures the working tree against the commit before; absent where no run compares it. */
  patch?: string;
}

export function listPatchLines({ patch }: FindingCommands): string[] {
  return patch === undefined ? [] : [`Patch: ${patch}   # measures a fix`];
}

/** The result of a search as lines for people. */
export function listFindingLines(finding: Finding, { bisect }: FindingCommands): string[] {
  const { chance, changeOfAll, comparisons, evidence, isFound, notMeasured, series, suspects } =
    finding;
  const [only] = suspects;
  const id = shortenCommit(only?.commit ?? '');
  const pairs = comparisons.reduce((sum, one) => sum + one.pairs, 0);
  const change = evidence?.change;
  const reach = evidence && formatInterval({ evidence });
  return [
    !isFound
      ? 'Not found. The likeliest:'
      : suspects.length === 1
        ? 'The change came with'
        : `The change came with one of ${suspects.length} commits; some of them cannot be measured, so nothing tells them apart:`,
    ...suspects.slice(0, suspectsShown).map((one) => `  ${formatCommit(one)}`),
    ...(suspects.length > suspectsShown ? [`  and ${suspects.length - suspectsShown} more`] : []),
    ...(change === undefined
      ? []
      : [
          `  ${formatSeriesName(series)}: ${formatChange(change)}${reach === undefined ? '' : ` (${reach})`} against ${shortenCommit(finding.before)}, the commit before`,
        ]),
    `  ${formatShare(chance)} sure; ${countThings(pairs, 'pair')} in ${countThings(comparisons.length, 'comparison')}${notMeasured.length === 0 ? '' : `; ${countThings(notMeasured.length, 'commit')} could not be measured`}`,
    ...(isFound && change !== undefined && Math.log1p(change) / Math.log1p(changeOfAll) < mostOfIt
      ? [
          `  This is only a part of ${formatChange(changeOfAll)} between the ends: another commit changed it too. Search before and after this one.`,
        ]
      : []),
    ...(isFound && suspects.length === 1 && only?.isMerge === true
      ? [`  It is a merge. To look inside: ${bisect(`$(git merge-base ${id}^1 ${id}^2) ${id}^2`)}`]
      : []),
  ];
}

/** The same for a comment, with every comparison. Subjects and names in it came from outside: all of it is code. */
export function renderFinding(finding: Finding, commands: FindingCommands): string {
  const { comparisons, isFound, suspects } = finding;
  const heading = isFound
    ? `Found: ${suspects.length === 1 ? (suspects[0]?.commit ?? '') : `one of ${suspects.length} commits`}`
    : 'Not found: the change cannot be told from noise';
  const steps = comparisons.map(
    ({ after, before, change, pairs }) =>
      `  ${shortenCommit(before)} → ${shortenCommit(after)}  ${formatChange(change)}, ${countThings(pairs, 'pair')}`,
  );
  const found = [...listFindingLines(finding, commands), ...listPatchLines(commands)];
  const lines = [...found, '', 'Compared:', ...steps];
  return `### 🔎 ${heading}\n\n${fenceCode(lines).join('\n')}\n`;
}

function formatCommit({ author, commit, committedAtMs, subject }: Commit): string {
  const day = formatDay(committedAtMs);
  return `${shortenCommit(commit)} ${makePlain(subject)} (${makePlain(author)}, ${day})`;
}

export function formatSeriesName(series: SeriesIdentity): string {
  const slice = listAnnotations(series.annotations);
  const where = slice.length === 0 ? '' : ` (${slice.join(', ')})`;
  return makePlain(`${nameSpan(series)}${where}, ${titleMetric(series.metric)}`);
}

export function formatShare(share: number): string {
  if (share > 0.999) return 'over 99.9%';
  return share < 0.001 ? 'under 0.1%' : `${(100 * share).toFixed(1)}%`;
}
