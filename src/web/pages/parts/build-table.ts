/// <reference lib="dom" />
import type { BuildSummary } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement, makeTable } from '../../../report/page/make-element.ts';
import { conclusionWords } from '../../../report/format-build.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { nameCommit, nameOrigin, writeTime } from '../format/name-things.ts';
import { makeLink, makeTag } from './elements.ts';

export function tabulateBuilds(
  caption: string,
  repository: string,
  builds: readonly BuildSummary[],
): HTMLElement {
  const isJudged = builds.some(({ conclusion }) => conclusion !== undefined);
  const rows = builds.map((build): (Node | string)[] => [
    makeLink(build.runId, linkTo.build(repository, build)),
    ...(isJudged ? [renderConclusion(build)] : []),
    writeTime(build.atMs),
    nameOrigin(build),
    makeElement('code', {}, nameCommit(build.commit)),
    makePlain(build.author ?? ''),
    makePlain(build.suite),
    [
      ...(build.isUncommitted === true ? ['uncommitted work'] : []),
      ...(build.isComplete ? [] : ['shards are missing']),
    ].join(', '),
  ]);
  // A phone shows the first columns of a row, so the verdict is one of them.
  const heads = ['Build', ...(isJudged ? ['Verdict'] : [])];
  return makeTable(caption, [...heads, 'Began', 'Of', 'Commit', 'Author', 'Suite', 'Note'], rows);
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
