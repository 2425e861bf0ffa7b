/// <reference lib="dom" />
import type { ChangeGroup } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import {
  nameCommit,
  titleCommit,
  titleOnPlatform,
  writeBy,
  writeChange,
  writeDay,
  type Phrase,
} from '../format/name-things.ts';
import { makeLink, renderPhrase } from './elements.ts';

const mostGroups = 5;

/** Series that became worse, and the commit: a line each, the newest first. */
export function listGroups(groups: readonly ChangeGroup[], repository: string): HTMLElement[] {
  const items = groups
    .slice(0, mostGroups)
    .map((group) =>
      makeElement('li', { class: 'regressed' }, renderPhrase(formatGroup(group, repository))),
    );
  const rest = groups.length - items.length;
  if (rest <= 0) return items;
  const all = linkTo.series(repository, { changed: 'worse', order: 'change' });
  return [...items, makeElement('li', {}, makeLink(`and ${rest} older regressions`, all))];
}

function formatGroup(group: ChangeGroup, repository: string): Phrase {
  const { author, build, count, largest, range } = group;
  const [first] = largest;
  if (first === undefined) return [];
  const compare = { before: range.after.commit, after: range.upTo.commit };
  const isExact = author !== undefined || build !== undefined;
  const [from, to] = [range.after.commit, range.upTo.commit];
  const text = isExact ? titleCommit(to, build?.subject) : `${nameCommit(from)}..${nameCommit(to)}`;
  return [
    { size: writeChange(first.change, first.before.value === 0) },
    ' ',
    {
      text: titleOnPlatform(first.series),
      to: linkTo.oneSeries(repository, first.series.id),
    },
    `${count > 1 ? ` and ${count - 1} more` : ''} since `,
    {
      text,
      to: linkTo.compare(repository, compare),
    },
    `${writeBy(author)}, ${writeDay(range.upTo.atMs)}`,
  ];
}
