/// <reference lib="dom" />
import type { BuildSummary } from '../../explorer/answers.ts';
import { linkTo } from '../../explorer/page-addresses.ts';
import { makeElement, makeTable } from '../../report/page/make-element.ts';
import { makePlain } from '../../report/plain-text.ts';
import { nameCommit, nameOrigin } from '../words/name-things.ts';
import { writeTime } from '../words/time.ts';
import { makeLink } from './elements.ts';

export function tabulateBuilds(
  caption: string,
  repository: string,
  builds: readonly BuildSummary[],
): HTMLElement {
  const rows = builds.map((build): (Node | string)[] => [
    makeLink(build.runId, linkTo.build(repository, build)),
    writeTime(build.atMs),
    nameOrigin(build),
    makeElement('code', {}, nameCommit(build.commit)),
    makePlain(build.author ?? ''),
    makePlain(build.suite),
    build.isComplete ? '' : 'shards are missing',
  ]);
  return makeTable(caption, ['Build', 'Began', 'Of', 'Commit', 'Author', 'Suite', 'Note'], rows);
}
