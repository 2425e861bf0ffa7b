/// <reference lib="dom" />
import { addressOf } from '../../api/addresses.ts';
import type { Repositories } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { makeLink } from '../parts/elements.ts';
import { readAnswer, type Page } from '../visit.ts';
import { writeTime } from '../format/name-things.ts';

export const renderHome: Page = async ({ signal }) => {
  const { repositories } = await readAnswer<Repositories>(addressOf.listRepositories(), signal);
  const cards = repositories.map(({ newestBuild, repository, suites }) =>
    makeElement(
      'li',
      {},
      makeElement('h2', {}, makeLink(repository, linkTo.overview(repository))),
      makeElement(
        'p',
        { class: 'quiet' },
        makePlain(
          `${suites.join(', ')}${newestBuild === undefined ? '' : `; newest build ${writeTime(newestBuild.atMs)}`}`,
        ),
      ),
    ),
  );
  const empty = makeElement(
    'p',
    {},
    'Nothing is stored yet. Measure something (perigee patch), hand it over (perigee publish), and load this page again.',
  );
  return {
    title: 'Repositories',
    content: [
      makeElement('h1', {}, 'Repositories'),
      cards.length === 0 ? empty : makeElement('ul', { class: 'cards' }, ...cards),
    ],
  };
};
