/// <reference lib="dom" />
import { addressOf } from '../../api/addresses.ts';
import type { Repositories } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { makeCommand, makeLink } from '../parts/elements.ts';
import { readAnswer, type Page, type Visit } from '../visit.ts';
import { writeTime } from '../format/name-things.ts';

/** The overview, or the page whose address lacks only that. */
const addressIn = ({ path, query }: Visit, repository: string): string =>
  path === '/'
    ? linkTo.overview(repository)
    : `${path}?${new URLSearchParams([...query, ['repository', repository]])}`;

/** The choice of a repository, for every page that belongs to one. */
export const renderHome: Page = async (visit) => {
  const { moveTo, signal } = visit;
  const { repositories } = await readAnswer<Repositories>(addressOf.listRepositories(), signal);
  const [only, ...others] = repositories;
  if (only !== undefined && others.length === 0) moveTo(addressIn(visit, only.repository));
  const cards = repositories.map(({ newestBuild, repository, suites }) =>
    makeElement(
      'li',
      {},
      makeElement('h2', {}, makeLink(repository, addressIn(visit, repository))),
      makeElement(
        'p',
        { class: 'quiet' },
        makePlain(
          `${suites.join(', ')}${newestBuild === undefined ? '' : `; newest build ${writeTime(newestBuild.atMs)}`}`,
        ),
      ),
    ),
  );
  const empty = [
    makeElement('p', {}, 'Nothing is stored yet. Measure your last commit, and hand it over:'),
    makeCommand('npx perigee compare HEAD~1 HEAD && npx perigee publish'),
    makeElement('p', {}, 'Or bring the history of another tool:'),
    makeCommand('npx perigee import github-action-benchmark data.js'),
  ];
  return {
    title: 'Repositories',
    content: [
      makeElement('h1', {}, 'Repositories'),
      ...(cards.length === 0 ? empty : [makeElement('ul', { class: 'cards' }, ...cards)]),
    ],
  };
};
