import type { SeriesVerdict } from '../contract/documents.ts';
import { titleMetric } from '../contract/metrics.ts';
import type { ShownUnit } from '../contract/units.ts';
import { listMovements } from './build-words.ts';
import type { SpanGroup } from './findings.ts';
import { drawInterval } from './html-interval.ts';
import { html, type Markup } from './html-text.ts';
import { findShownState, type ShownState } from './page-data.ts';
import {
  listAnnotations,
  type MetricsByName,
  nameSpan,
  tellAllowed,
  tellBeside,
  tellConfidence,
  tellInterval,
  tellLocation,
  tellRule,
  tellRuns,
  tellSize,
  tellVisible,
  unitOf,
} from './series-words.ts';

/** A mark for each state, so that it can be told apart without colour. */
export const stateWords: Readonly<Record<ShownState, { mark: string; word: string }>> = {
  regressed: { mark: '✗', word: 'regressed' },
  warning: { mark: '!', word: 'warning' },
  improved: { mark: '✓', word: 'improved' },
  undecided: { mark: '?', word: 'undecided' },
  'no-baseline': { mark: '∅', word: 'no baseline' },
  'not-regressed': { mark: '·', word: 'not regressed' },
};

/** The place of each series in the page's data, which is its name there. */
export type SeriesIds = ReadonlyMap<SeriesVerdict, number>;

/** One span: what it is, what its metrics say together, and each of them to open. */
export function showSpanCard(group: SpanGroup, ids: SeriesIds, metrics: MetricsByName): Markup {
  const [first] = group.series;
  const calm = group.series.filter(({ state }) => state === 'not-regressed');
  const striking = group.series.filter(({ state }) => state !== 'not-regressed');
  const show = (series: SeriesVerdict): Markup => showSeries(series, ids, metrics);
  const annotations = listAnnotations(first.annotations);
  return html`<section class="span${striking.length === 0 ? ' calm' : ''}">
    <h3><bdi>${nameSpan(first)}</bdi></h3>
    <p class="tags">
      ${annotations.map((text) => html`<span><bdi>${text}</bdi></span> `)}
      <span class="platform">${first.platform}</span>
    </p>
    ${explain(group)} ${striking.map(show)} ${foldCalm(calm, show)}
  </section>`;
}

function foldCalm(calm: readonly SeriesVerdict[], show: (one: SeriesVerdict) => Markup): Markup {
  if (calm.length === 0) return html``;
  const count = calm.length === 1 ? '1 metric' : `${calm.length} metrics`;
  return html`<details class="rest">
    <summary>${count} not regressed</summary>
    ${calm.map(show)}
  </details>`;
}

function explain({ evidence }: SpanGroup): Markup {
  if (evidence === undefined) return html``;
  const moved = listMovements(evidence.movements);
  if (moved.length === 0 && evidence.patterns.length === 0) return html``;
  return html`<div class="meaning">
    ${evidence.patterns.map(({ text }) => html`<p>${text}</p>`)}
    <ul>
      ${moved.map((text) => html`<li>${text}</li>`)}
    </ul>
  </div>`;
}

function showSeries(series: SeriesVerdict, ids: SeriesIds, metrics: MetricsByName): Markup {
  const id = ids.get(series) ?? -1;
  const shown = findShownState(series);
  const { mark, word } = stateWords[shown];
  const unit = unitOf(series.metric, metrics);
  const direction = metrics.get(series.metric)?.direction ?? 'lower';
  return html`<details
    class="series ${shown}"
    id="s${id}"
    data-series="${id}"
    data-state="${shown}"
    data-metric="${series.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${mark}</span> ${word}</span>
      <span class="metric">${titleMetric(series.metric)}</span>
      <span class="values"
        >${tellLocation(series.before, unit)} → ${tellLocation(series.after, unit)}</span
      >
      <span class="change">${tellSize(series, unit)}</span>
      ${drawInterval(series, direction)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${listEvidence(series, metrics).map(
          ([label, text]) =>
            html`<div>
              <dt>${label}</dt>
              <dd><bdi>${text}</bdi></dd>
            </div>`,
        )}
      </dl>
    </div>
  </details>`;
}

function listEvidence(series: SeriesVerdict, metrics: MetricsByName): [string, string][] {
  const unit = unitOf(series.metric, metrics);
  const { evidence } = series;
  const confidence = tellConfidence(series);
  const interval = tellInterval(series) ?? 'none';
  const facts: [string, string][] = [
    ['Why', series.reason],
    ['Interval', confidence === undefined ? interval : `${interval} at ${confidence}`],
    ...listMeasured(series, unit),
    ['Allowed', `${tellAllowed(series, unit)} (${tellRule(series)})`],
    ['Runs', tellRuns(series)],
  ];
  if (evidence.smallestVisible !== undefined) {
    facts.push(['Could have seen', tellVisible(evidence.smallestVisible)]);
  }
  if (evidence.needsRepeats !== undefined)
    facts.push(['Needs', `${evidence.needsRepeats} repeats`]);
  const freedom = evidence.degreesOfFreedom;
  const method = [
    evidence.method,
    evidence.p === undefined ? '' : tellP(evidence.p),
    freedom === undefined ? '' : `${Number(freedom.toPrecision(3))} degrees of freedom`,
  ];
  facts.push(['Method', method.filter((text) => text !== '').join(', ')]);
  return facts;
}

/** Beside an interval that stands first: what was measured, and what is likelier. */
function listMeasured(series: SeriesVerdict, unit: ShownUnit): [string, string][] {
  const beside = tellBeside(series, unit);
  return beside === undefined || beside === tellInterval(series) ? [] : [['Change', beside]];
}

/** A p-value is no more exact than its assumptions: far out only its size is shown. */
function tellP(p: number): string {
  return p < 1e-6 ? 'p < 0.000001' : `p = ${Number(p.toPrecision(2))}`;
}
