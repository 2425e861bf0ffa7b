/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { titleMetric } from '../../../contract/metrics.ts';
import { addressOf } from '../../api/addresses.ts';
import type { SeriesPage } from '../../api/answers.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makeSearch, makeSelect, makeMore } from '../parts/elements.ts';
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
  const found = await readAnswer<SeriesPage>(addressOf.listSeries(repository, asked), visit.signal);
  const metrics = [...new Set([...found.series.map(({ metric }) => metric), get('metric')])];
  const platforms = [
    ...new Set([...found.series.map(({ platform }) => platform), get('platform')]),
  ];
  const offer = (
    values: readonly string[],
    name: (value: string) => string = String,
  ): [string, string][] => [
    ['', 'all'],
    ...values
      .filter((value) => value !== '')
      .map((value): [string, string] => [value, name(value)]),
  ];
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
      makeElement(
        'div',
        { class: 'fields' },
        makeSearch(
          {
            id: 'text',
            label: 'Search',
            value: get('text'),
            placeholder: 'test, span, annotation',
          },
          choose('text'),
        ),
        select('metric', 'Metric', offer(metrics, titleMetric)),
        select('platform', 'Platform', offer(platforms)),
        select('changed', 'Newest change', [
          ['', 'all'],
          ['worse', 'made it worse'],
          ['better', 'made it better'],
          ['any', 'any'],
        ]),
        select('order', 'Order', [
          ['', 'by name'],
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
