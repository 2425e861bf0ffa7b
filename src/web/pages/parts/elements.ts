/// <reference lib="dom" />
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { listBreaks, type Phrase } from '../format/name-things.ts';
import type { Visit } from '../visit.ts';

/** Names and messages come from outside: they are set as text, with what is invisible made visible. */
export function renderPhrase(
  phrase: Phrase,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const parts = phrase.flatMap((part): (Node | string)[] => {
    if (typeof part === 'string') return makeName(part);
    return 'size' in part
      ? [makeElement('b', { class: 'change' }, part.size)]
      : [makeLink(part.text, part.to)];
  });
  return makeElement('p', attributes, ...parts);
}

/** A name that breaks where its parts end. A copy of it has nothing in between. */
export function makeName(text: string): (Node | string)[] {
  const [first = '', ...rest] = listBreaks(text);
  return [first, ...rest.flatMap((part) => [makeElement('wbr'), part])];
}

export function makeLink(text: string, to: string): HTMLAnchorElement {
  return makeElement('a', { href: to }, ...makeName(text));
}

/** A link out of the dashboard, where a build says http or https; else its text. */
export function makeWebLink(text: string, url: string): HTMLElement {
  if (!/^https?:\/\//.test(url)) return makeElement('span', {}, makePlain(text));
  const attributes = { href: url, rel: 'noopener noreferrer', target: '_blank' };
  return makeElement('a', attributes, makePlain(text));
}

export function makeSection(
  id: string,
  title: string,
  ...content: readonly (Node | string)[]
): HTMLElement {
  const heading = makeElement('h2', { id }, title);
  return makeElement('section', { 'aria-labelledby': id }, heading, ...content);
}

/** A word that carries a state by its text first, and by its colour. */
export function makeTag(
  text: string,
  tone: 'regressed' | 'improved' | 'undecided' | 'calm',
): HTMLElement {
  return makeElement('span', { class: `tag ${tone}` }, text);
}

/** A command of the terminal, with a button that copies it. */
export function makeCommand(text: string): HTMLElement {
  const button = makeElement('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text).then(() => button.replaceChildren('Copied'));
  });
  return makeElement('p', { class: 'command' }, makeElement('code', {}, text), button);
}

/** A field that becomes part of the address. */
export function makeSearch(
  {
    id,
    label,
    value,
    placeholder,
  }: { id: string; label: string; value: string; placeholder: string },
  onChange: (value: string) => void,
): HTMLElement {
  const input = makeElement('input', {
    id,
    type: 'search',
    placeholder,
    autocomplete: 'off',
    value,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => onChange(input.value), 300);
  });
  return makeElement('label', {}, label, input);
}

/** @param options value and text of each */
export function makeSelect(
  {
    id,
    label,
    value,
    options,
  }: { id: string; label: string; value: string; options: readonly (readonly [string, string])[] },
  onChange: (value: string) => void,
): HTMLElement {
  const select = makeElement('select', { id });
  for (const [each, text] of options) {
    const option = makeElement('option', {}, makePlain(text));
    option.value = each;
    select.append(option);
  }
  select.value = value;
  select.addEventListener('change', () => onChange(select.value));
  return makeElement('label', {}, label, select);
}

/** A button that is on or off. */
export function makeToggle(
  id: string,
  text: string,
  isOn: boolean,
  onClick: () => void,
): HTMLElement {
  const button = makeElement('button', { id, type: 'button', 'aria-pressed': String(isOn) }, text);
  button.addEventListener('click', onClick);
  return button;
}

export function makeFacts(facts: readonly (readonly [string, Node | string])[]): HTMLElement {
  const rows = facts.map(([name, value]) =>
    makeElement('div', {}, makeElement('dt', {}, name), makeElement('dd', {}, value)),
  );
  return makeElement('dl', { class: 'facts wide' }, ...rows);
}

const space = 'http://www.w3.org/2000/svg';

/** An element of a picture. */
export function makeShape(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const shape = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}

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
