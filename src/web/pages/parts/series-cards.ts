/// <reference lib="dom" />
import {
  describePlatforms,
  nameMove,
  type OnPlatform,
} from '../../../contract/compare-platforms.ts';
import { annotationKey } from '../../../contract/series-key.ts';
import { countThings } from '../../../contract/count-things.ts';
import { titleMetric } from '../../../contract/metrics.ts';
import { formatChange } from '../../../contract/units.ts';
import type { SeriesSummary } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { describePlace, nameCommit, writeBy } from '../format/name-things.ts';
import { makeLink, makeName } from './elements.ts';
import { formatLevel } from './series-table.ts';
import { makeSparkline } from './sparkline.ts';

const mostOfTest = 8;

/**
 * A picture of each metric of each span, by test. Of those that differ in platform and annotations only, the first one
 * stands for all.
 * @param list what needs attention first
 */
export function renderCards(list: readonly SeriesSummary[], repository: string): HTMLElement {
  const tests = Map.groupBy(list, ({ suite, test }) => JSON.stringify([suite, test]));
  const sections = [...tests.values()].map((ofTest, i) => {
    const [{ suite, test }] = ofTest as [SeriesSummary];
    const kinds = Map.groupBy(ofTest, ({ metric, span }) => JSON.stringify([span, metric]));
    const cards = [...kinds.values()]
      .slice(0, mostOfTest)
      .map((alike) => renderCard(alike, repository));
    const id = `test-${i}`;
    const all = linkTo.series(repository, { suite, test });
    const heading = makeElement('h3', { id }, makeLink(test, all));
    const grid = makeElement('ul', { class: 'sparks' }, ...cards);
    const rest = kinds.size - cards.length;
    const more = rest > 0 ? [makeElement('p', {}, makeLink(`and ${rest} more`, all))] : [];
    const width = cards.length > 2 ? 'wide' : 'narrow';
    return makeElement('section', { 'aria-labelledby': id, class: width }, heading, grid, ...more);
  });
  return makeElement('div', { class: 'tests' }, ...sections);
}

function renderCard(alike: readonly SeriesSummary[], repository: string): HTMLElement {
  const [one] = alike as [SeriesSummary];
  const { id, metric, recentChange, span, test } = one;
  const name = span === test ? titleMetric(metric) : `${titleMetric(metric)} of ${span}`;
  const others = alike.length === 1 ? '' : `, first of ${countThings(alike.length, 'series')}`;
  const compared = comparePlatforms(one, alike);
  const link = makeElement(
    'a',
    { href: linkTo.oneSeries(repository, id) },
    makeElement('b', {}, ...makeName(name)),
    makeElement('span', { class: 'quiet' }, ...makeName(`${describePlace(one)}${others}`)),
    ...(compared === '' ? [] : [makeElement('span', { class: 'quiet' }, compared)]),
    ...(one.recent.length > 1 ? [makeSparkline(one)] : []),
    makeElement(
      'span',
      { class: 'level' },
      formatLevel(one),
      ...(recentChange === undefined && one.newestRun === undefined ? [] : renderChange(one)),
    ),
  );
  return makeElement('li', {}, link);
}

/** The newest changes of a series on all of its platforms. */
function comparePlatforms(one: SeriesSummary, alike: readonly SeriesSummary[]): string {
  const own = annotationKey(one.annotations);
  const same = alike.filter(({ annotations }) => annotationKey(annotations) === own);
  const describe = ({ metric, newestChange, platform }: SeriesSummary): OnPlatform => ({
    platform,
    became: nameMove(metric, newestChange?.change, newestChange !== undefined),
    change: newestChange?.change,
  });
  return describePlatforms(describe(one), same.map(describe));
}

function renderChange({ newestChange, newestRun }: SeriesSummary): Node[] {
  const change = newestChange?.change ?? newestRun?.change;
  if (change === undefined) return [];
  const tone =
    newestChange === undefined ? 'quiet' : newestChange.isWorse ? 'regressed' : 'improved';
  const since =
    newestChange === undefined
      ? ''
      : ` since ${nameCommit(newestChange.commit)}${writeBy(newestChange.author)}`;
  const size = makeElement('b', { class: `change ${tone}` }, formatChange(change));
  return [makeElement('span', {}, size, makeElement('span', { class: 'quiet' }, since))];
}
