/// <reference lib="dom" />
import { formatQuantity } from '../../../contract/units.ts';
import type { BuildSummary, Overview, SeriesOfBuild } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement, makeTable } from '../../../report/page/make-element.ts';
import { conclusionWords } from '../../../report/format-build.ts';
import { makePlain } from '../../../report/plain-text.ts';
import {
  nameCommit,
  nameOrigin,
  titleBuild,
  titleOnPlatform,
  writeTime,
  writeChange,
} from '../format/name-things.ts';
import { makeLink, makeTag } from './elements.ts';

export function tabulateBuilds(
  caption: string,
  repository: string,
  builds: readonly BuildSummary[],
  worst: Overview['worst'] = {},
): HTMLElement {
  const hasSuites = new Set(builds.map(({ suite }) => suite)).size > 1;
  // A phone shows the first columns of a row. One that is empty in every row is left out.
  const columns = [
    [
      'Build',
      (one) =>
        makeElement(
          'div',
          { class: 'name' },
          makeLink(titleBuild(one), linkTo.build(repository, one)),
        ),
    ],
    ['Verdict', renderConclusion],
    ['Worst change', (one) => renderWorst(worst[`${one.suite}/${one.runId}`], repository, one)],
    ['Of', nameOrigin],
    ['Author', ({ author = '' }) => makePlain(author)],
    ['Commit', ({ commit }) => makeElement('code', {}, nameCommit(commit))],
    ['Began', ({ atMs }) => writeTime(atMs)],
    ['Took', formatDuration],
    ['Suite', ({ suite }) => (hasSuites ? makePlain(suite) : '')],
    ['Note', ({ isComplete }) => (isComplete ? '' : 'shards are missing')],
  ] as const satisfies readonly (readonly [string, (build: BuildSummary) => Node | string])[];
  const cells = builds.map((build) => columns.map(([, write]) => write(build)));
  const shown = columns.flatMap((_, i) => (cells.some((row) => row[i] !== '') ? [i] : []));
  return makeTable(
    caption,
    shown.map((i) => columns[i]?.[0] ?? ''),
    cells.map((row) => shown.map((i) => row[i] ?? '')),
  );
}

function renderWorst(
  one: SeriesOfBuild | undefined,
  repository: string,
  { conclusion, runId }: BuildSummary,
): Node | string {
  if (one?.change === undefined) return '';
  const { isWorse, value } = one.change;
  // Among many series one often looks clear by chance: only a verdict gives it a colour.
  const tone = conclusion === 'regressed' && isWorse ? 'regressed' : 'quiet';
  return makeElement(
    'div',
    { class: 'name' },
    makeElement('b', { class: `change ${tone}` }, writeChange(value, one.before?.level === 0)),
    ' ',
    makeLink(
      titleOnPlatform(one.series),
      linkTo.oneSeries(repository, one.series.id, { run: runId }),
    ),
  );
}

function formatDuration({ durationMs }: BuildSummary): string {
  return durationMs === undefined ? '' : formatQuantity(1e6 * durationMs, 'ns');
}

/** The word of the verdict, where it is known. */
export function renderConclusion({ conclusion }: BuildSummary): Node | string {
  if (conclusion === undefined) return '';
  return makeTag(conclusionWords[conclusion].word, tones[conclusion]);
}

const tones: Readonly<
  Record<NonNullable<BuildSummary['conclusion']>, Parameters<typeof makeTag>[1]>
> = {
  regressed: 'regressed',
  passed: 'improved',
  undecided: 'undecided',
  incomplete: 'undecided',
  'nothing-measured': 'calm',
};
