/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { formatChange } from '../../../contract/units.ts';
import { addressOf } from '../../api/addresses.ts';
import type {
  Alert,
  Alerts,
  Creep,
  Overview,
  SeriesPage,
  SeriesSummary,
} from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { fewestForBest } from '../../../history/creep/measure-creep.ts';
import { makeElement, makeTable } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { listAlerts } from '../parts/alert-list.ts';
import { makeLink, makeSection } from '../parts/elements.ts';
import { nameCell } from '../parts/series-table.ts';
import { readAnswer, type Page, requireQuery } from '../visit.ts';
import { nameCommit, writeDay } from '../format/name-things.ts';
import { formatBudgets } from '../format/overview-words.ts';
import { formatWorse } from '../format/format-series.ts';

const nothing = {
  release:
    'A store has no tags. The bot and perigee history measure creep since a release, and what is over its budget has an alert.',
  best: 'No series certainly crept above its best level of a year.',
} as const;

const notJudged = `How far series crept since the best level of a year is not known yet: it takes ${fewestForBest} measured commits.`;

interface CreptSeries {
  series: SeriesSummary;
  creep: Creep;
}

export const renderBudgets: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const [found, overview, open] = await Promise.all([
    readAnswer<SeriesPage>(
      addressOf.listSeries(repository, { order: 'creep', limit: 200 }),
      visit.signal,
    ),
    readAnswer<Overview>(addressOf.readOverview(repository), visit.signal),
    readAnswer<Alerts>(addressOf.listAlerts(repository, { state: 'open' }), visit.signal),
  ]);
  const all = found.series.flatMap((series) => series.creep.map((creep) => ({ series, creep })));
  const alerts = open.alerts.filter(({ budget }) => budget !== undefined);
  const tables = (['release', 'best'] as const).flatMap((since) => {
    const own = all
      .filter(({ creep }) => creep.since === since && creep.low > 0)
      .sort((a, b) => b.creep.size - a.creep.size);
    const title = since === 'release' ? 'Since the last release' : 'Since the best level of a year';
    const isOver = findOver(alerts, since);
    if (own.length === 0) {
      // What an alert counts need not be the level of the newest commit.
      if (alerts.some(({ budget }) => budget?.since === since)) return [];
      const isKnown = since === 'release' || all.some(({ creep }) => creep.since === since);
      return [makeElement('p', { class: 'quiet' }, isKnown ? nothing[since] : notJudged)];
    }
    return [makeSection(since, title, tabulate(title, own, { repository, isOver }))];
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
        `What many small changes add up to: ${describeOver(overview)}.`,
      ),
      ...formatBudgets(overview.budgets, alerts.length > 0).map((text) =>
        makeElement('p', {}, makePlain(text)),
      ),
      ...(alerts.length === 0
        ? []
        : [
            makeSection(
              'alerts',
              countThings(alerts.length, 'open alert'),
              makeElement(
                'ul',
                { class: 'plain alerts' },
                ...listAlerts({ alerts, open: alerts.length, total: alerts.length }, repository),
              ),
            ),
          ]),
      ...tables,
    ],
  };
};

function describeOver({ budgets, state: { overBudget } }: Overview): string {
  if (overBudget > 0) return `${countThings(overBudget, 'series is', 'series are')} over budget`;
  return budgets === undefined ? 'not judged' : 'no series is over its budget';
}

type IsOver = (id: string) => boolean;

/** Which series are over is up to alerts: a budget counts for those whose rule blocks. */
function findOver(alerts: readonly Alert[], since: Creep['since']): IsOver {
  const own = alerts.filter(({ budget }) => budget?.since === since);
  const ids = new Set(own.flatMap(({ series }) => series.map(({ id }) => id)));
  return (id) => ids.has(id);
}

function tabulate(
  caption: string,
  list: readonly CreptSeries[],
  { isOver, repository }: { isOver: IsOver; repository: string },
): HTMLElement {
  const rows = list.map(({ creep, series }): (Node | string)[] => [
    nameCell(series, repository),
    makeElement(
      'b',
      { class: `change ${isOver(series.id) ? 'regressed' : ''}` },
      formatWorse(creep.size, creep.size > 0),
    ),
    `${formatChange(creep.low)} to ${formatChange(creep.high)}`,
    isOver(series.id) ? 'over budget' : '',
    formatChange(creep.explained),
    makeLink(
      `${nameCommit(creep.from.commit)}, ${writeDay(creep.from.atMs)}`,
      linkTo.compare(repository, { before: creep.from.commit, after: creep.to.commit }),
    ),
  ]);
  const columns = ['Series', 'Crept', '95%', 'Alert', 'By known changes', 'Since'];
  return makeTable(caption, columns, rows);
}
