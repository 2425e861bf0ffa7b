import { listAnnotations } from '../contract/series-key.ts';
import type { ComparePlatforms } from '../contract/compare-platforms.ts';
import { namePlatform } from '../contract/platforms.ts';
import { countThings } from '../contract/count-things.ts';
import type { SeriesVerdict } from '../contract/documents.ts';
import { formatEvidence } from './explain-series.ts';
import type { SpanGroup } from './findings.ts';
import { drawInterval } from './html-interval.ts';
import { html, type Markup } from './html-text.ts';
import { anchorOf, findShownState, type ShownState } from './page-data.ts';
import { inline } from './print-html.ts';
import { nameOf } from './series-table.ts';
import {
  type MetricsByName,
  nameMetric,
  nameSpan,
  shownMetric,
  formatAllowed,
  formatEstimate,
  formatLevels,
  formatMove,
} from './series-words.ts';
import { explainSpan } from './render-explanations.ts';

/** A mark for each state, so that it can be told apart without colour. */
export const stateWords: Readonly<Record<ShownState, { mark: string; word: string }>> = {
  regressed: { mark: '✗', word: 'regressed' },
  warning: { mark: '!', word: 'warning' },
  improved: { mark: '✓', word: 'improved' },
  undecided: { mark: '?', word: 'undecided' },
  'no-baseline': { mark: '∅', word: 'no baseline' },
  'not-regressed': { mark: '·', word: 'not regressed' },
};

/** Shared by the cards of a page. */
export interface CardSource {
  /** The place of each series in the page's data. */
  places: ReadonlyMap<SeriesVerdict, number>;
  metrics: MetricsByName;
  compare: ComparePlatforms;
}

/** One span: what it is, what its metrics say together, and each of them to open. */
export function renderSpanCard(group: SpanGroup, source: CardSource): Markup {
  const [first] = group.series;
  const compared = first.state === 'not-regressed' ? '' : source.compare(first);
  const calm = group.series.filter(({ state }) => state === 'not-regressed');
  const striking = group.series.filter(({ state }) => state !== 'not-regressed');
  const show = (series: SeriesVerdict): Markup => renderSeries(series, source);
  const annotations = listAnnotations(first.annotations);
  return html`<section class="span${striking.length === 0 ? ' calm' : ''}">
    <h3><bdi>${nameSpan(first)}</bdi></h3>
    <p class="tags">
      ${annotations.map((text) => html`<span><bdi>${text}</bdi></span> `)}
      <span class="platform">${namePlatform(first.platform)}</span>
    </p>
    ${compared === '' ? '' : html`<p class="meaning">${nameMetric(first.metric)} ${compared}</p>`}
    ${explain(group)} ${striking.map(show)} ${foldCalm(calm, show)}
  </section>`;
}

function foldCalm(calm: readonly SeriesVerdict[], show: (one: SeriesVerdict) => Markup): Markup {
  if (calm.length === 0) return html``;
  return html`<details class="rest">
    <summary>${countThings(calm.length, 'metric')} not regressed</summary>
    ${calm.map(show)}
  </details>`;
}

function explain(group: SpanGroup): Markup {
  const words = explainSpan(group);
  return words === '' ? html`` : html`<p class="meaning">${words}</p>`;
}

/** The id is that of the body: browsers open the fold around it for a link, without a script too. */
function renderSeries(series: SeriesVerdict, { metrics, places }: CardSource): Markup {
  const shown = findShownState(series);
  const { mark, word } = stateWords[shown];
  const metric = shownMetric(series, metrics);
  return html`<details
    class="series ${shown}"
    data-series="${places.get(series) ?? -1}"
    data-state="${shown}"
    data-metric="${series.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${mark}</span> ${word}</span>
      <span class="metric">${inline(nameOf(series))}</span>
      <span class="values">${formatLevels(series, metric.unit)}</span>
      <span class="change">${formatEstimate(series, metric.unit)}</span>
      ${drawInterval(series, metric.direction)}
    </summary>
    <div class="body" id="${anchorOf(series)}">
      <div class="drawing"></div>
      <dl class="facts">
        ${[
          ['Change', formatMove(series, metric.unit)],
          ['Allowed', formatAllowed(series, metric)],
          ['Evidence', `${formatEvidence(series).join('. ')}.`],
          ['Method', formatMethod(series)],
        ].map(
          ([label = '', text = '']) =>
            html`<div>
              <dt>${label}</dt>
              <dd><bdi>${text}</bdi></dd>
            </div>`,
        )}
      </dl>
    </div>
  </details>`;
}

function formatMethod({ evidence: { degreesOfFreedom, method, p } }: SeriesVerdict): string {
  return [
    method,
    p === undefined ? '' : formatP(p),
    degreesOfFreedom === undefined
      ? ''
      : `${Number(degreesOfFreedom.toPrecision(3))} degrees of freedom`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** A p-value is no more exact than its assumptions: far out only its size is shown. */
function formatP(p: number): string {
  return p < 1e-6 ? 'p < 0.000001' : `p = ${Number(p.toPrecision(2))}`;
}
