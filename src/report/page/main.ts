/// <reference lib="dom" />
/** Filters, charts and slices of the HTML report. Everything a reader needs is there without them. */
import { type PageData, pageDataId } from '../page-data.ts';
import { enableFlameGraphs } from './flame-graph.ts';
import { enableSeriesPanels } from './series-panel.ts';
import { enableSlices } from './slice-explorer.ts';
import { enableThemeToggle } from './theme-toggle.ts';

// Written by this program's own other half from a validated verdict, into this very page.
const data = JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData;

enableSeriesPanels(data);
enableFilters();
enableSlices(data);
enableFlameGraphs(data);
enableThemeToggle();
if (!openNamed()) open(document.querySelector('details.series.regressed'));
window.addEventListener('hashchange', openNamed);

/** The series that the address names gets the focus, whatever the filters hide. */
function openNamed(): boolean {
  const named = /^#s-[\w-]+$/.test(location.hash) ? document.querySelector(location.hash) : null;
  const panel = named?.closest<HTMLDetailsElement>('details.series') ?? null;
  open(panel);
  panel?.scrollIntoView();
  panel?.querySelector('summary')?.focus();
  return panel !== null;
}

function open(panel: HTMLElement | null): void {
  for (let part = panel; part !== null; part = part.parentElement) {
    part.hidden = false;
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
}

interface Card {
  element: HTMLElement;
  /** The text that the search looks through: the span's name and its annotations, in lower case. */
  text: string;
  panels: HTMLDetailsElement[];
  rest: HTMLDetailsElement | null;
}

/** Shows only the series of the chosen state and metric whose span holds the words searched for. */
function enableFilters(): void {
  const search = document.querySelector<HTMLInputElement>('#search');
  const metric = document.querySelector<HTMLSelectElement>('#metric');
  const status = document.querySelector<HTMLElement>('#found');
  if (!search || !metric || !status) return;
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-show]')];
  const cards = [...document.querySelectorAll<HTMLElement>('section.span')].map(readCard);
  let chosen = 'all';

  const apply = (): void => {
    const words = search.value.toLowerCase().split(/\s+/);
    const filtered = chosen !== 'all' || metric.value !== '' || search.value.trim() !== '';
    let shown = 0;
    for (const card of cards) {
      const fits = words.every((word) => card.text.includes(word));
      for (const panel of card.panels) {
        const { state, metric: name } = panel.dataset;
        panel.hidden = !(
          fits &&
          (chosen === 'all' || chosen === state) &&
          (metric.value === '' || metric.value === name)
        );
      }
      shown += updateCard(card, filtered);
    }
    status.textContent = filtered ? `${shown} series shown` : '';
  };

  for (const button of buttons) {
    button.addEventListener('click', () => {
      chosen = button.dataset['show'] ?? 'all';
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
      apply();
    });
  }
  search.addEventListener('input', apply);
  metric.addEventListener('change', apply);
}

function readCard(element: HTMLElement): Card {
  const title = element.querySelector('h3')?.textContent ?? '';
  const tags = element.querySelector('.tags')?.textContent ?? '';
  return {
    element,
    text: `${title} ${tags}`.toLowerCase(),
    panels: [...element.querySelectorAll<HTMLDetailsElement>('details.series')],
    rest: element.querySelector<HTMLDetailsElement>('details.rest'),
  };
}

/** Hides what has nothing to show; opens the fold of calm metrics when a filter asks for them. */
function updateCard({ element, panels, rest }: Card, filtered: boolean): number {
  const shown = panels.filter((panel) => !panel.hidden);
  element.hidden = shown.length === 0;
  if (rest) {
    const inside = shown.filter((panel) => rest.contains(panel)).length;
    rest.hidden = inside === 0;
    rest.open = filtered && inside > 0;
  }
  return shown.length;
}
