/// <reference lib="dom" />

/** An element with attributes and children. Text goes in as text, never as markup. */
export function makeElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

/** A table in a frame that scrolls on its own, so that the page never does sideways. */
export function makeTable(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
): HTMLElement {
  const head = columns.map((column) => makeElement('th', { scope: 'col' }, column));
  const body = rows.map((row) => {
    return makeElement('tr', {}, ...row.map((cell) => makeElement('td', {}, cell)));
  });
  const table = makeElement(
    'table',
    {},
    makeElement('caption', {}, caption),
    makeElement('thead', {}, makeElement('tr', {}, ...head)),
    makeElement('tbody', {}, ...body),
  );
  return makeElement(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption },
    table,
  );
}
