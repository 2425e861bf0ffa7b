import { join } from 'node:path';
import { titleMetric } from '../../contract/metrics.ts';
import { formatChange } from '../../contract/units.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { SeriesVerdict } from '../../contract/documents.ts';
import { makePlain } from '../../report/plain-text.ts';
import { listAnnotations, nameSpan, tellInterval } from '../../report/series-words.ts';
import { wrapToColumns } from '../../report/terminal-text.ts';
import type { Commit } from '../../runner/revisions/read-first-parents.ts';
import { runFiles, runsFolder } from '../run-folder.ts';
import { quoteWord } from '../program-name.ts';
import { chanceUpTo, type Finding } from './finding.ts';
import { findSeries, type Trail } from './trail.ts';

/** More suspects are counted only. */
const suspectsShown = 10;

export function nameSeries(series: SeriesIdentity): string {
  const slice = listAnnotations(series.annotations);
  const where = slice.length === 0 ? '' : ` (${slice.join(', ')})`;
  return makePlain(`${nameSpan(series)}${where}, ${titleMetric(series.metric)}`);
}

export function tellStart(trail: Trail, path: readonly Commit[], series: SeriesVerdict): string {
  const { change = 0 } = series.evidence;
  const earlier = trail.steps.filter(({ isEarlier }) => isEarlier).length;
  const known =
    earlier === 0
      ? ''
      : `; ${count(earlier, 'comparison')} of earlier runs ${earlier === 1 ? 'is' : 'are'} used again`;
  return `${count(path.length, 'commit')}; ${nameSeries(series)}: ${formatChange(change)} between the ends${known}`;
}

/** After each comparison: what was found, and what follows from it. */
export function tellProgress(
  trail: Trail,
  path: readonly Commit[],
  series: SeriesVerdict,
  { from, to }: { from: number; to: number },
): string {
  const commit = path[to - 1];
  const name = `${shorten(commit?.commit)} ${makePlain(commit?.subject ?? '').slice(0, 60)}`;
  const why = trail.broken.get(to);
  if (why !== undefined)
    return `${name}: left out, because it cannot be measured: ${makePlain(why)}`;
  const step = trail.steps.findLast((one) => one.from === from && one.to === to);
  const found = step && findSeries(step, series);
  const than = from === 0 ? 'the good commit' : shorten(path[from - 1]?.commit);
  const size = formatChange(found?.evidence.change ?? 0);
  const chance = chanceUpTo(trail.last, trail.readings(series), to);
  return `${name}: ${size} against ${than}; the change came up to here with a chance of ${formatShare(chance)}`;
}

export interface TellOptions {
  root: string;
  /** How the person calls Perigee. */
  program: string;
  columns: number;
}

export function tellFinding(finding: Finding, { root, program, columns }: TellOptions): string[] {
  const { comparisons, notMeasured, run } = finding;
  const pairs = comparisons.reduce((sum, one) => sum + one.pairs, 0);
  const left = notMeasured.length;
  const notes = [
    ...tellSize(finding),
    `${formatShare(finding.chance)} sure; ${count(pairs, 'pair')} in ${count(comparisons.length, 'comparison')}${left === 0 ? '' : `; ${count(left, 'commit')} could not be measured`}`,
    ...tellRest(finding, program),
  ];
  return [
    ...tellSuspects(finding),
    ...notes.flatMap((note) => wrapToColumns(note, columns - 2)).map((line) => `  ${line}`),
    ...(run === undefined
      ? []
      : [`Page:  ${quoteWord(join(runsFolder(root), run, runFiles.page))}`]),
  ];
}

function tellSuspects({ isFound, suspects }: Finding): string[] {
  const shown = suspects.slice(0, suspectsShown).map(tellCommit);
  const more = suspects.length - shown.length;
  const rest = more > 0 ? [`  and ${count(more, 'more')}`] : [];
  if (!isFound) return ['Not found. The likeliest:', ...shown, ...rest];
  if (suspects.length === 1) return ['The change came with', ...shown];
  const why = 'some of them cannot be measured, so nothing tells them apart';
  return [`The change came with one of ${suspects.length} commits; ${why}:`, ...shown, ...rest];
}

function tellCommit({ author, commit, committedAtMs, subject }: Commit): string {
  const day = new Date(committedAtMs).toISOString().slice(0, 10);
  return `  ${shorten(commit)} ${makePlain(subject)} (${makePlain(author)}, ${day})`;
}

function tellSize({ before, evidence, series, others, suspects }: Finding): string[] {
  if (evidence?.change === undefined) return [];
  const between = tellInterval({ evidence });
  const reach = between === undefined ? '' : ` (${between})`;
  const size = `${nameSeries(series)}: ${formatChange(evidence.change)}${reach} against ${shorten(before)}, the commit before${suspects.length > 1 ? ' them' : ''}`;
  if (others.length === 0) return [size];
  const shown = others.slice(0, 3).map(nameSeries).join('; ');
  const more = others.length > 3 ? `; and ${others.length - 3} more` : '';
  return [size, `Worse there too: ${shown}${more}`];
}

/** Less than this part of the whole change: then there is a second commit to look for. */
const mostOfIt = 0.7;

function tellRest(finding: Finding, program: string): string[] {
  const { changeOfAll, evidence, isFound, suspects } = finding;
  const change = evidence?.change;
  const notes: string[] = [];
  if (!isFound || change === undefined) return notes;
  if (Math.log1p(change) / Math.log1p(changeOfAll) < mostOfIt) {
    notes.push(
      `This is only a part of ${formatChange(changeOfAll)} between the ends: another commit changed it too. Search before and after this one.`,
    );
  }
  const [only] = suspects;
  if (suspects.length === 1 && only?.isMerge === true) {
    const id = shorten(only.commit);
    notes.push(
      `It is a merge. To look inside: ${program} bisect $(git merge-base ${id}^1 ${id}^2) ${id}^2`,
    );
  }
  return notes;
}

export function formatShare(share: number): string {
  return share > 0.999
    ? 'over 99.9%'
    : share < 0.001
      ? 'under 0.1%'
      : `${(100 * share).toFixed(1)}%`;
}

function shorten(id: string | undefined): string {
  return (id ?? '').slice(0, 12);
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 || what === 'more' ? '' : 's'}`;
}
