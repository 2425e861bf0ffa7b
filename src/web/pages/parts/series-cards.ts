/// <reference lib="dom" />
import {
  describePlatforms,
  nameMove,
  type OnPlatform,
} from '../../../contract/compare-platforms.ts';
import { annotationKey, listAnnotations } from '../../../contract/series-key.ts';
import { countThings } from '../../../contract/count-things.ts';
import { titleMetric } from '../../../contract/metrics.ts';
import { formatChange } from '../../../contract/units.ts';
import type { SeriesSummary } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { findYoungStep } from '../format/overview-words.ts';
import { listPlace, nameCommit, writeBy, writeChange } from '../format/name-things.ts';
import { makeLink, makeName } from './elements.ts';
import { formatLevel } from './series-table.ts';
import { makeSparkline } from './sparkline.ts';

/** Of a test, unless more of it changed; a row on a wide screen. */
const usualOfTest = 5;
const mostOfTest = 8;

/**
 * A picture of each metric of each span, by test. Of those that differ in platform and annotations only, the first one
 * stands for all.
 * @param list what needs attention first
 */
export function renderCards(list: readonly SeriesSummary[], repository: string): HTMLElement {
  const tests = Map.groupBy(list, ({ suite, test }) => JSON.stringify([suite, test]));
  const isOfSeveral = ['suite', 'platform'].some(
    (key) => new Set(list.map((one) => one[key as 'suite' | 'platform'])).size > 1,
  );
  const sections = [...tests.values()].map((ofTest, i) => {
    const [{ suite, test }] = ofTest as [SeriesSummary];
    const kinds = Map.groupBy(ofTest, ({ metric, span }) => JSON.stringify([span, metric]));
    const spans = new Set(ofTest.map(({ span }) => span));
    const cards = [...kinds.values()]
      .filter((alike, place) => place < usualOfTest || hasChanged(alike))
      .slice(0, mostOfTest)
      .map((alike) => renderCard(alike, repository, { isOfSeveral, spans }));
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

const hasChanged = (alike: readonly SeriesSummary[]): boolean =>
  alike.some(({ recentChange }) => recentChange !== undefined);

/**
 * @param spans of the test: one of its name by itself needs none
 * @param isOfSeveral whether the page shows several platforms or suites
 */
function renderCard(
  alike: readonly SeriesSummary[],
  repository: string,
  { isOfSeveral, spans }: { isOfSeveral: boolean; spans: ReadonlySet<string> },
): HTMLElement {
  const [one] = alike as [SeriesSummary];
  const { id, metric, recentChange, span, test } = one;
  const isAlone = span === test && spans.size === 1;
  const name = isAlone ? titleMetric(metric) : `${titleMetric(metric)} of ${span}`;
  const place = [
    ...(isOfSeveral ? listPlace(one) : listAnnotations(one.annotations)),
    ...(alike.length === 1 ? [] : [`first of ${countThings(alike.length, 'series')}`]),
  ].join(', ');
  const compared = comparePlatforms(one, alike);
  const link = makeElement(
    'a',
    { href: linkTo.oneSeries(repository, id) },
    makeElement('b', {}, ...makeName(name)),
    ...(place === '' ? [] : [makeElement('span', { class: 'quiet' }, ...makeName(place))]),
    ...(compared === '' ? [] : [makeElement('span', { class: 'quiet' }, compared)]),
    ...(one.recent.length > 1 ? [makeSparkline(one)] : []),
    makeElement(
      'span',
      { class: 'level' },
      formatLevel(one),
      ...(recentChange === undefined && one.newestRun === undefined
        ? renderYoungStep(one)
        : renderChange(one)),
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

/** What the picture shows and no change tells. */
function renderYoungStep(one: SeriesSummary): Node[] {
  if (one.changes > 0) return [];
  const levels = one.recent.map((value, i) => {
    const [low = value, high = value] = one.band?.[i] ?? [];
    return { value, low, high };
  });
  const step = findYoungStep(levels, one);
  if (step === undefined) return [];
  const words = `not yet a change: ${formatChange(step.change)}`;
  return [makeElement('span', { class: 'quiet' }, words)];
}

function renderChange({ newestChange, newestRun }: SeriesSummary): Node[] {
  const change = newestChange?.change ?? newestRun?.change;
  if (change === undefined) return [];
  const before = newestChange?.before.value ?? newestRun?.before;
  const tone =
    newestChange === undefined ? 'quiet' : newestChange.isWorse ? 'regressed' : 'improved';
  const since =
    newestChange === undefined
      ? ''
      : ` since ${nameCommit(newestChange.commit)}${writeBy(newestChange.author)}`;
  const size = makeElement('b', { class: `change ${tone}` }, writeChange(change, before === 0));
  return [makeElement('span', {}, size, makeElement('span', { class: 'quiet' }, since))];
}
