/// <reference lib="dom" />
/** What brings the page of the HTML report to life. Everything a reader needs is there without it. */
import { type PageData, pageDataId } from '../page-data.ts';
import { enableFilters } from './filters.ts';
import { enableSeriesPanels } from './series-panel.ts';
import { enableSlices } from './slice-explorer.ts';
import { redrawCharts } from './draw-chart.ts';

// Written by this program's own other half from a validated verdict, into this very page.
const data = JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData;

enableSeriesPanels(data);
enableFilters();
enableSlices(data);
enableThemeToggle();
openPanel();

/** The series that the address names, else the worst regression. */
function openPanel(): void {
  const named = /^#s\d+$/.test(location.hash) ? document.querySelector(location.hash) : null;
  const panel = named ?? document.querySelector('details.series.regressed');
  for (let part = panel; part !== null; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  if (named !== null) named.scrollIntoView();
}

/** The button that overrules the system's choice of light or dark for this page. */
function enableThemeToggle(): void {
  const root = document.documentElement;
  const button = document.querySelector<HTMLButtonElement>('#theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  if (!button) return;
  const isDark = (): boolean => {
    const theme = root.dataset['theme'];
    return theme === undefined ? system.matches : theme === 'dark';
  };
  const show = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'} colours`);
    redrawCharts();
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    show();
  });
  system.addEventListener('change', show);
  show();

  // Paper is light: charts carry their colours with them, so they are drawn again for it.
  let onScreen: string | undefined;
  addEventListener('beforeprint', () => {
    onScreen = root.dataset['theme'];
    root.dataset['theme'] = 'light';
    redrawCharts();
  });
  addEventListener('afterprint', () => {
    if (onScreen === undefined) delete root.dataset['theme'];
    else root.dataset['theme'] = onScreen;
    redrawCharts();
  });
}
