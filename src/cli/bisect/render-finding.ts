import { titleMetric } from '../../contract/metrics.ts';
import { formatChange } from '../../contract/units.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import { showCode, showProse } from '../../report/markdown-text.ts';
import { cutPlain } from '../../report/plain-text.ts';
import { listAnnotations, nameSpan, tellInterval } from '../../report/series-words.ts';
import type { Commit } from '../../runner/revisions/read-first-parents.ts';
import { count } from '../tell-letters.ts';
import type { Finding } from './finding.ts';
import { formatShare } from './tell-bisect.ts';

const mostSuspects = 10;
const mostSteps = 60;

/** What a search came to, for a comment. Subjects, authors and names in it came from outside. */
export function renderFinding(finding: Finding): string {
  const { before, chance, comparisons, evidence, isFound, notMeasured, series, suspects } = finding;
  const pairs = comparisons.reduce((sum, one) => sum + one.pairs, 0);
  const [only] = suspects;
  const heading = !isFound
    ? '🔎 Not found: the change cannot be told from noise'
    : suspects.length === 1
      ? `🔎 Found: ${shorten(only?.commit)}`
      : `🔎 Found: one of ${suspects.length} commits`;
  const size =
    evidence?.change === undefined
      ? []
      : [
          `${nameSeries(series)}: **${formatChange(evidence.change)}**${tellReach(finding)} against ${shorten(before)}, the commit before.`,
        ];
  const left =
    notMeasured.length === 0
      ? ''
      : ` ${count(notMeasured.length, 'commit')} could not be measured.`;
  const lead = isFound ? 'The change came with' : 'The likeliest:';
  return [
    `### ${heading}`,
    '',
    lead,
    '',
    ...suspects.slice(0, mostSuspects).map((commit) => `- ${tellCommit(commit)}`),
    ...(suspects.length > mostSuspects ? [`- and ${suspects.length - mostSuspects} more`] : []),
    '',
    ...size,
    `${formatShare(chance)} sure; ${count(pairs, 'pair')} in ${count(comparisons.length, 'comparison')}.${left}`,
    '',
    ...tabulate(finding),
  ].join('\n');
}

function tabulate({ comparisons }: Finding): string[] {
  const rows = comparisons
    .slice(-mostSteps)
    .map(
      ({ after, before, change, pairs }) =>
        `| ${shorten(before)} | ${shorten(after)} | ${formatChange(change)} | ${pairs} |`,
    );
  return [
    '<details>',
    `<summary>${count(comparisons.length, 'comparison')}</summary>`,
    '',
    '| Before | After | Change | Pairs |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '</details>',
    '',
  ];
}

function tellReach({ evidence }: Finding): string {
  const interval = evidence && tellInterval({ evidence });
  return interval === undefined ? '' : ` (${interval})`;
}

function nameSeries(series: SeriesIdentity): string {
  const name = [nameSpan(series), ...listAnnotations(series.annotations)].join(' ');
  return `${showCode(cutPlain(name, 200))}, ${showProse(cutPlain(titleMetric(series.metric), 100))}`;
}

function tellCommit({ author, commit, committedAtMs, subject }: Commit): string {
  const day = new Date(committedAtMs).toISOString().slice(0, 10);
  return `${commit} ${showCode(cutPlain(subject, 200) || 'no subject')} by ${showCode(cutPlain(author, 100) || 'nobody')}, ${day}`;
}

function shorten(id = ''): string {
  return id.slice(0, 12);
}
