/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { addressOf } from '../../api/addresses.ts';
import type { SeriesPage } from '../../api/answers.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makeSelect, makeMore } from '../parts/elements.ts';
import { makeSeriesFilters } from '../parts/series-filters.ts';
import { tabulateSeries } from '../parts/series-table.ts';
import { readAnswer, type Page, requireQuery } from '../visit.ts';

const filters = [
  'suite',
  'test',
  'span',
  'metric',
  'platform',
  'text',
  'changed',
  'order',
  'cursor',
] as const;

export const renderSeriesList: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const get = (name: string): string => visit.query.get(name) ?? '';
  const asked = Object.fromEntries(filters.map((name) => [name, get(name) || undefined]));
  const found = await readAnswer<SeriesPage>(
    addressOf.listSeries(repository, { ...asked, order: asked['order'] ?? 'attention' }),
    visit.signal,
  );
  const choose = (name: (typeof filters)[number]) => (value: string) =>
    visit.change({ [name]: value, cursor: undefined });
  const select = (
    name: (typeof filters)[number],
    label: string,
    options: readonly (readonly [string, string])[],
  ) => makeSelect({ id: name, label, value: get(name), options }, choose(name));
  return {
    repository,
    title: 'Series',
    isPending: found.pending > 0,
    content: [
      makeElement('h1', {}, 'Series'),
      makeSeriesFilters(
        visit,
        found.series,
        select('changed', 'Newest change', [
          ['', 'all'],
          ['worse', 'made it worse'],
          ['better', 'made it better'],
          ['any', 'any'],
        ]),
        select('order', 'Order', [
          ['', 'by attention'],
          ['name', 'by name'],
          ['change', 'newest change first'],
          ['creep', 'largest creep first'],
        ]),
      ),
      makeElement('p', { id: 'found', role: 'status' }, formatFound(found)),
      found.series.length === 0
        ? ''
        : tabulateSeries('Series and their levels', repository, found.series),
      makeMore(visit, found.next),
    ],
  };
};

function formatFound({ pending, total }: SeriesPage): string {
  const computing =
    pending > 0 ? `, ${pending.toLocaleString('en-US')} of them still being computed` : '';
  return total === 0 ? 'No series fits.' : `${countThings(total, 'series')}${computing}`;
}
