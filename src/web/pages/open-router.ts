/// <reference lib="dom" />
import { forgetCharts } from '../../report/page/draw-chart.ts';
import { makeElement } from '../../report/page/make-element.ts';
import { makePlain } from '../../report/plain-text.ts';
import type { Query } from '../api/addresses.ts';
import { Fault, type Page, type Shown, type Visit } from './visit.ts';

const pendingMs = 2_000;

/** Shows the page that the address names, and follows links within the dashboard without loading it anew. */
export function openRouter(
  main: HTMLElement,
  find: (path: string) => Page,
  onShown: (path: string, shown: Shown) => void,
): void {
  let current = new AbortController();
  let address = '';
  const show = async (isNew: boolean): Promise<void> => {
    current.abort();
    const own = (current = new AbortController());
    const { pathname: path, search } = location;
    address = readAddress();
    const visit: Visit = {
      ...{ path, query: new URLSearchParams(search), signal: own.signal },
      note: (changes) => {
        history.replaceState(null, '', writeChanges(changes));
        address = readAddress();
      },
      change: (changes) => {
        history.replaceState(null, '', writeChanges(changes));
        void show(false);
      },
      moveTo: (other) => {
        history.replaceState(null, '', other);
        void show(true);
      },
    };
    main.setAttribute('aria-busy', 'true');
    const shown = await find(path)(visit).catch((error: unknown): Shown => explain(error));
    if (own.signal.aborted) return;
    const kept = isNew ? undefined : readFocus(main);
    forgetCharts();
    main.replaceChildren(...shown.content);
    main.removeAttribute('aria-busy');
    document.title = `${makePlain(shown.title)} · Perigee`;
    onShown(path, shown);
    shown.start?.();
    if (isNew) {
      scrollTo(0, 0);
      focusTitle(main);
    } else kept?.();
    if (shown.isPending === true) {
      setTimeout(() => {
        if (!own.signal.aborted) void show(false);
      }, pendingMs);
    }
  };
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (link === null || !isPlain || link.origin !== location.origin || link.hash !== '') return;
    if (link.target !== '') return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    void show(true);
  });
  addEventListener('popstate', () => {
    // A link within the page, such as the one that skips the navigation, comes here as well.
    if (readAddress() !== address) void show(true);
  });
  void show(false);
}

const readAddress = (): string => `${location.pathname}${location.search}`;

function writeChanges(changes: Query): string {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') address.searchParams.delete(name);
    else address.searchParams.set(name, String(value));
  }
  return `${address.pathname}${address.search.replaceAll('%2F', '/')}`;
}

/**
 * A page that is shown again has new elements: the one of the same id gets the focus, and the caret. Without an id it
 * is the one that leads to the same place, or says the same.
 */
function readFocus(main: HTMLElement): (() => void) | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
  const caret = focused instanceof HTMLInputElement ? focused.selectionEnd : null;
  const place = listAlike(main, focused).indexOf(focused);
  return () => {
    const again =
      focused.id === '' ? listAlike(main, focused)[place] : document.getElementById(focused.id);
    again?.focus({ preventScroll: true });
    if (!(again instanceof HTMLInputElement && focused instanceof HTMLInputElement)) return;
    // Text that was typed since the page was asked for.
    again.value = focused.value;
    if (caret !== null) again.setSelectionRange(caret, caret);
  };
}

function listAlike(main: HTMLElement, focused: HTMLElement): HTMLElement[] {
  const key = (element: Element): string =>
    element instanceof HTMLAnchorElement ? element.href : element.textContent;
  return [...main.querySelectorAll<HTMLElement>(focused.tagName)].filter(
    (element) => key(element) === key(focused),
  );
}

/** So that a screen reader begins there, and the next Tab goes into the page. */
function focusTitle(main: HTMLElement): void {
  const title = main.querySelector('h1');
  title?.setAttribute('tabindex', '-1');
  title?.focus({ preventScroll: true });
}

function explain(error: unknown): Shown {
  const fault =
    error instanceof Fault
      ? error
      : new Fault('This page failed', `It is a defect: ${String(error)}`);
  const again = makeElement('button', { type: 'button' }, 'Try again');
  again.addEventListener('click', () => location.reload());
  return {
    title: fault.message,
    content: [
      makeElement('h1', {}, makePlain(fault.message)),
      makeElement('p', { role: 'alert' }, makePlain(fault.detail)),
      again,
    ],
  };
}
