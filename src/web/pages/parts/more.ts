/// <reference lib="dom" />
import { makeElement } from '../../../report/page/make-element.ts';
import type { Visit } from '../visit.ts';
import { makeLink } from './elements.ts';

/** Links to the first and to the next part of a long list. */
export function makeMore({ path, query }: Visit, next: string | undefined): HTMLElement {
  const at = (cursor: string | undefined): string => {
    const other = new URLSearchParams(query);
    if (cursor === undefined) other.delete('cursor');
    else other.set('cursor', cursor);
    return `${path}?${other}`;
  };
  const links = [
    ...(query.has('cursor') ? [makeLink('From the beginning', at(undefined))] : []),
    ...(next === undefined ? [] : [makeLink('More', at(next))]),
  ];
  return makeElement('p', { class: 'links' }, ...links);
}
