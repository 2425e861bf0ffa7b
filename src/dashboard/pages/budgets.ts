/// <reference lib="dom" />
import { formatChange } from '../../contract/units.ts';
import { addressOf } from '../../explorer/addresses.ts';
import type { Creep, SeriesPage, SeriesSummary } from '../../explorer/answers.ts';
import { linkTo } from '../../explorer/page-addresses.ts';
import { makeElement, makeTable } from '../../report/page/make-element.ts';
import { makeLink, makeSection } from '../parts/elements.ts';
import { nameCell } from '../parts/series-table.ts';
import { readAnswer } from '../read-answer.ts';
import { type Page, requireQuery } from '../visit.ts';
import { count, nameCommit } from '../words/name-things.ts';
import { tellWorse } from '../words/tell-series.ts';
import { writeDay } from '../words/time.ts';

interface CreptSeries {
  series: SeriesSummary;
  creep: Creep;
}

export const showBudgets: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const found = await readAnswer<SeriesPage>(
    addressOf.listSeries(repository, { order: 'creep', limit: 200 }),
    visit.signal,
  );
  const all = found.series.flatMap((series) => series.creep.map((creep) => ({ series, creep })));
  const over = all.filter(({ creep }) => creep.isOver);
  const hasBudget = all.some(({ creep }) => creep.limit !== undefined);
  const tables = (['release', 'best'] as const).flatMap((since) => {
    const own = all
      .filter(({ creep }) => creep.since === since && creep.low > 0)
      .sort((a, b) => b.creep.size - a.creep.size);
    const title = since === 'release' ? 'Since the last release' : 'Since the best level of a year';
    if (own.length === 0) {
      return [
        makeSection(
          since,
          title,
          makeElement('p', { class: 'quiet' }, 'Nothing certainly became worse.'),
        ),
      ];
    }
    return [makeSection(since, title, tabulate(title, own, repository))];
  });
  return {
    repository,
    title: 'Budgets',
    isPending: found.pending > 0,
    content: [
      makeElement('h1', {}, 'Creep against budgets'),
      makeElement(
        'p',
        { class: 'headline' },
        `What many small changes add up to: ${over.length === 0 ? 'no series is over its budget' : `${count(over.length, 'series is', 'series are')} over budget`}.`,
        ...(hasBudget
          ? []
          : [
              ' No budget is set here: ',
              makeElement('code', {}, 'budget'),
              ' in perigee.yml sets one.',
            ]),
      ),
      ...tables,
    ],
  };
};

function tabulate(caption: string, list: readonly CreptSeries[], repository: string): HTMLElement {
  const rows = list.map(({ creep, series }): (Node | string)[] => [
    nameCell(series, repository),
    makeElement(
      'b',
      { class: `change ${creep.isOver ? 'regressed' : ''}` },
      tellWorse(creep.size, creep.size > 0),
    ),
    `${formatChange(creep.low)} to ${formatChange(creep.high)}`,
    creep.limit === undefined ? 'none' : formatChange(creep.limit).slice(1),
    creep.isOver ? 'over budget' : creep.limit === undefined ? '' : 'within budget',
    formatChange(creep.explained),
    makeLink(
      `${nameCommit(creep.from.commit)}, ${writeDay(creep.from.atMs)}`,
      linkTo.compare(repository, { before: creep.from.commit, after: creep.to.commit }),
    ),
  ]);
  const columns = ['Series', 'Crept', '95%', 'Budget', 'State', 'By known changes', 'Since'];
  return makeTable(caption, columns, rows);
}
