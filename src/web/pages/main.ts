/// <reference lib="dom" />
/** The program of the dashboard in the browser: pages over the API, one for each path. */
import { linkTo } from '../api/page-addresses.ts';
import { enableThemeToggle } from '../../report/page/theme-toggle.ts';
import { makeElement } from '../../report/page/make-element.ts';
import { readName } from '../api/readers/name-cookie.ts';
import { makePlain } from '../../report/plain-text.ts';
import { makeLink } from './parts/elements.ts';
import { showBudgets } from './pages/budgets.ts';
import { showBuild } from './pages/build.ts';
import { showBuilds } from './pages/builds.ts';
import { showComparison } from './pages/compare.ts';
import { showGate } from './pages/gate.ts';
import { showHome } from './pages/home.ts';
import { showMachines } from './pages/machines.ts';
import { showOverview } from './pages/overview.ts';
import { showSeriesList } from './pages/series-list.ts';
import { showSeries } from './pages/series.ts';
import { openRouter } from './open-router.ts';
import { Fault, type Page } from './visit.ts';

const pages: Readonly<Record<string, Page>> = {
  '/': showHome,
  '/overview': showOverview,
  '/series': (visit) => (visit.query.has('id') ? showSeries(visit) : showSeriesList(visit)),
  '/builds': showBuilds,
  '/build': showBuild,
  '/compare': showComparison,
  '/budgets': showBudgets,
  '/machines': showMachines,
  '/gate': showGate,
};

const missing: Page = () =>
  Promise.reject(new Fault('There is no such page', 'Start again at the list of repositories.'));

const links = [
  ['Overview', linkTo.overview],
  ['Series', linkTo.series],
  ['Builds', linkTo.builds],
  ['Compare', linkTo.compare],
  ['Budgets', linkTo.budgets],
  ['Machines', linkTo.machines],
  ['Gate', linkTo.gate],
] as const;

const reader = document.querySelector<HTMLElement>('#reader');
const name = readName(document.cookie);
if (reader !== null && name !== undefined) {
  const out = makeLink('Sign out', '/sign-out');
  // It is no page of this program: the browser loads it.
  out.target = '_self';
  reader.append('Signed in as ', makeElement('bdi', {}, makePlain(name)), ' · ', out);
  reader.hidden = false;
}

const main = document.querySelector('main');
const place = document.querySelector('#place');
const navigation = document.querySelector('nav');
if (main !== null && place !== null && navigation !== null) {
  enableThemeToggle();
  openRouter(
    main,
    (path) => pages[path] ?? missing,
    (path, { repository }) => {
      navigation.hidden = repository === undefined;
      place.replaceChildren();
      navigation.replaceChildren();
      if (repository === undefined) return;
      place.append(makeElement('bdi', {}, makePlain(repository)));
      for (const [text, to] of links) {
        const link = makeLink(text, to(repository));
        if (link.pathname === path) link.setAttribute('aria-current', 'page');
        navigation.append(link);
      }
    },
  );
}
