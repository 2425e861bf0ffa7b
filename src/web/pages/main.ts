/// <reference lib="dom" />
/** The program of the dashboard in the browser: pages over the API, one for each path. */
import { addressOf } from '../api/addresses.ts';
import type { Overview } from '../api/answers.ts';
import { linkTo } from '../api/page-addresses.ts';
import { enableThemeToggle } from '../../report/page/theme-toggle.ts';
import { makeElement } from '../../report/page/make-element.ts';
import { readName } from '../api/readers/name-cookie.ts';
import { makePlain } from '../../report/plain-text.ts';
import { makeLink } from './parts/elements.ts';
import { renderBudgets } from './pages/budgets.ts';
import { renderBuild } from './pages/build.ts';
import { renderBuilds } from './pages/builds.ts';
import { renderComparison } from './pages/compare.ts';
import { renderGate } from './pages/gate.ts';
import { renderHome } from './pages/home.ts';
import { renderMachines } from './pages/machines.ts';
import { renderOverview } from './pages/overview.ts';
import { renderSeriesList } from './pages/series-list.ts';
import { renderSeries } from './pages/series.ts';
import { openRouter } from './open-router.ts';
import { Fault, type Page, readAnswer } from './visit.ts';

const pages: Readonly<Record<string, Page>> = {
  '/': renderHome,
  '/overview': renderOverview,
  '/series': (visit) => (visit.query.has('id') ? renderSeries(visit) : renderSeriesList(visit)),
  '/builds': renderBuilds,
  '/build': renderBuild,
  '/compare': renderComparison,
  '/budgets': renderBudgets,
  '/machines': renderMachines,
  '/gate': renderGate,
};

const findPage = (path: string): Page => {
  const page = pages[path] ?? missing;
  return (visit) =>
    page === missing || (visit.query.get('repository') ?? '') !== ''
      ? page(visit)
      : renderHome(visit);
};

const missing: Page = () =>
  Promise.reject(new Fault('There is no such page', 'Start again at the list of repositories.'));

const links = [
  ['Overview', linkTo.overview, undefined],
  ['Series', linkTo.series, undefined],
  ['Builds', linkTo.builds, undefined],
  ['Compare', linkTo.compare, undefined],
  ['Budgets', linkTo.budgets, 'budgets'],
  ['Machines', linkTo.machines, 'machines'],
  ['Gate', linkTo.gate, 'gate'],
] as const;

/** The repository that was shown last: empty pages are not in the navigation. */
let known: Overview | undefined;

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
  openRouter(main, findPage, (path, { repository }) => {
    navigation.hidden = repository === undefined;
    place.replaceChildren();
    if (repository === undefined) return;
    place.append(makeElement('bdi', {}, makePlain(repository)));
    const show = (): void => {
      const shown = links.flatMap(([text, to, page]) => {
        const link = makeLink(text, to(repository));
        const isHere = link.pathname === path;
        if (isHere) link.setAttribute('aria-current', 'page');
        return page === undefined || isHere || known?.pages[page] === true ? [link] : [];
      });
      navigation.replaceChildren(...shown);
    };
    if (known?.repository !== repository) known = undefined;
    show();
    if (known !== undefined) return;
    readAnswer<Overview>(addressOf.readOverview(repository), new AbortController().signal).then(
      (overview) => {
        known = overview;
        show();
      },
      // A page that is not there says so itself.
      () => undefined,
    );
  });
}
