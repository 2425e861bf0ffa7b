/// <reference lib="dom" />
/** What brings the page of the HTML report to life. Everything a reader needs is there without it. */
import { type PageData, pageDataId } from '../page-data.ts';
import { enableFilters } from './filters.ts';
import { enableSeriesPanels } from './series-panel.ts';
import { enableSlices } from './slice-explorer.ts';
import { enableThemeToggle } from './theme-toggle.ts';

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
