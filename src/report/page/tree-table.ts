/// <reference lib="dom" />
import { type FlameNode, type FlameUnit, listFigures, visitFlames } from '../flame-tree.ts';
import { makeElement } from './make-element.ts';

export interface ShownTree {
  tops: readonly FlameNode[];
  zoomed: FlameNode | undefined;
  found: ReadonlySet<FlameNode>;
}

export interface TreeTable {
  /** Opens what leads to the node. */
  reveal(node: FlameNode): void;
  show(tree: ShownTree): void;
}

/**
 * A treegrid by the pattern of WAI-ARIA: rows have the focus; arrows open, close and move.
 * @param onZoom by Enter or a click
 */
export function makeTreeTable(
  table: HTMLTableElement,
  unit: FlameUnit,
  onZoom: (node: FlameNode) => void,
): TreeTable {
  table.setAttribute('role', 'treegrid');
  const body = makeElement('tbody');
  const open = new Set<FlameNode>();
  let tree: ShownTree = { tops: [], zoomed: undefined, found: new Set() };
  let visible: FlameNode[] = [];
  let active: FlameNode | undefined;
  table.tBodies[0]?.replaceWith(body);

  const draw = (): void => {
    visible = [];
    visitFlames(tree.tops, (node) => visible.push(node) > 0 && open.has(node));
    if (active === undefined || !visible.includes(active)) active = visible[0];
    body.replaceChildren(
      ...visible.map((node) => {
        const row = makeRow(node, unit, tree);
        if (node.calls.length > 0) row.ariaExpanded = String(open.has(node));
        row.tabIndex = node === active ? 0 : -1;
        return row;
      }),
    );
  };
  const focus = (node: FlameNode | undefined): void => {
    const row = node === undefined ? undefined : body.rows[visible.indexOf(node)];
    if (row === undefined) return;
    for (const other of body.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    active = node;
    row.tabIndex = 0;
    row.focus();
  };
  const toggle = (node: FlameNode): void => {
    if (!open.delete(node)) open.add(node);
    draw();
    focus(node);
  };
  const zoom = (node: FlameNode): void => {
    if (tree.zoomed === node) {
      toggle(node);
      return;
    }
    open.add(node);
    onZoom(node);
    focus(node);
  };
  const press = (node: FlameNode, key: string): boolean => {
    const at = visible.indexOf(node);
    const isOpen = open.has(node) && node.calls.length > 0;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(visible[at + 1]),
      ArrowUp: () => focus(visible[at - 1]),
      Home: () => focus(visible[0]),
      End: () => focus(visible.at(-1)),
      ArrowRight: () => (isOpen ? focus(node.calls[0]) : node.calls[0] && toggle(node)),
      ArrowLeft: () => (isOpen ? toggle(node) : focus(node.caller)),
      Enter: () => zoom(node),
    };
    moves[key]?.();
    return key in moves;
  };
  const findNode = ({ target }: Event): FlameNode | undefined => {
    const row = target instanceof Element ? target.closest('tr') : null;
    return row === null ? undefined : visible[row.sectionRowIndex];
  };
  body.addEventListener('keydown', (event) => {
    const node = findNode(event);
    const isAlone = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (node !== undefined && isAlone && press(node, event.key)) event.preventDefault();
  });
  body.addEventListener('click', (event) => {
    const node = findNode(event);
    if (node === undefined) return;
    if (event.target instanceof Element && event.target.matches('.turn')) toggle(node);
    else zoom(node);
  });
  return {
    reveal(node) {
      for (let at = node.caller; at !== undefined; at = at.caller) open.add(at);
    },
    show(shown) {
      tree = shown;
      active = shown.zoomed ?? active;
      draw();
      const [first] = tree.found;
      const aimed = tree.zoomed ?? first ?? visible[0];
      const row = aimed && body.rows[visible.indexOf(aimed)];
      const scroller = table.parentElement;
      // Without moving the page.
      if (row && scroller) scroller.scrollTop = row.offsetTop - scroller.clientHeight / 3;
    },
  };
}

function makeRow(
  node: FlameNode,
  unit: FlameUnit,
  { found, tops, zoomed }: ShownTree,
): HTMLTableRowElement {
  const siblings = node.caller?.calls ?? tops;
  const name = found.has(node) ? makeElement('mark', {}, node.name) : node.name;
  return makeElement(
    'tr',
    {
      role: 'row',
      style: `--level: ${node.level}`,
      'aria-level': String(node.level + 1),
      'aria-posinset': String(siblings.indexOf(node) + 1),
      'aria-setsize': String(siblings.length),
      'aria-selected': String(node === zoomed),
    },
    makeElement(
      'th',
      { role: 'rowheader', scope: 'row' },
      makeElement('span', { class: 'turn', 'aria-hidden': 'true' }),
      makeElement('code', {}, name),
    ),
    ...listFigures(node, unit).map((figure) => makeElement('td', { role: 'gridcell' }, figure)),
  );
}
