/// <reference lib="dom" />
import { namePlatform } from '../../../contract/platforms.ts';
import { titleMetric } from '../../../contract/metrics.ts';
import type { SeriesName } from '../../api/answers.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import type { Visit } from '../visit.ts';
import { makeSearch, makeSelect } from './elements.ts';

/** Fields that leave some of the series of a list; all of them stand in the address. */
export function makeSeriesFilters(
  visit: Visit,
  list: readonly (Pick<SeriesName, 'metric' | 'platform'> | { series: SeriesName })[],
  ...more: readonly HTMLElement[]
): HTMLElement {
  const series = list.map((one) => ('series' in one ? one.series : one));
  const get = (name: string): string => visit.query.get(name) ?? '';
  const choose = (name: string) => (value: string) =>
    visit.change({ [name]: value, cursor: undefined });
  const select = (
    name: 'metric' | 'platform',
    label: string,
    title: (value: string) => string,
  ): HTMLElement => {
    const values = new Set([...series.map((one) => one[name]), get(name)]);
    values.delete('');
    const offered = [...values].map((value) => [value, title(value)] as const);
    const options = [['', 'all'] as const, ...offered];
    return makeSelect({ id: name, label, value: get(name), options }, choose(name));
  };
  const placeholder = 'test, span, annotation';
  return makeElement(
    'div',
    { class: 'fields' },
    makeSearch({ id: 'text', label: 'Search', value: get('text'), placeholder }, choose('text')),
    select('metric', 'Metric', titleMetric),
    select('platform', 'Platform', namePlatform),
    ...more,
  );
}
