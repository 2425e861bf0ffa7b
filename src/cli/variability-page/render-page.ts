import { countThings } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { formatQuantity } from '../../contract/units.ts';
import { renderShell } from '../../report/html-shell.ts';
import { html, type Markup, trustMarkup } from '../../report/html-text.ts';
import { medianOfStretch } from '../../stats/median.ts';
import type { CorrelationMatrix } from '../../variability/correlate-metrics.ts';
import type { SeriesSpread, Variability } from '../../variability/measure-variability.ts';
import {
  formatCause,
  formatFunction,
  formatSpreadInterval,
  formatTooFew,
  titleOf,
  nameCause,
} from '../render-variability.ts';

const linesShown = 10;

/** The style that this page has besides that of the others. */
const ownStyle = `
.strips { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
.strip { display: block; width: 100%; height: auto; overflow: visible; border-bottom: 1px solid var(--line); }
.strip path { stroke: var(--quiet); stroke-width: 1.5; }
.strip .run { fill: var(--after); fill-opacity: 0.55; }
.strip .outlier { fill: none; stroke: var(--bad); stroke-width: 2; }
.matrix th, .matrix td { padding: 0.125rem 0.375rem; }
.matrix th[scope=row] { min-width: 14rem; font-weight: 400; }
.matrix td { text-align: right; }
details > summary { padding: 0.5rem 0; cursor: pointer; }
h1 { font-size: clamp(1.75rem, 6vw, 2.5rem); color: var(--ink); }
`;

/**
 * Renders the findings about one commit as one page that loads nothing and runs nothing: every run of every series, the
 * correlations, and the causes of latency.
 * @param style of the other pages
 */
export function renderVariabilityPage(found: Variability, style: string): string {
  const bySpan = [...Map.groupBy(found.series, (series) => titleOf(series))];
  const title = `How runs of ${shortenCommit(found.commit)} differ`;
  return renderShell({
    title: `${title} · Perigee`,
    policy: ["style-src 'unsafe-inline'"],
    head: trustMarkup(`<style>${style}${ownStyle}</style>`),
    body: html`<a class="skip" href="#runs">Skip to the runs</a>
      <header class="masthead">
        <p class="brand">Perigee</p>
        <h1>${title}</h1>
        <p class="headline">
          ${countThings(found.runs, 'run')} of each test in ${countThings(found.rounds, 'round')}
        </p>
      </header>
      <main>
        ${renderList('What latency goes with', listCauses(found))}
        ${found.isProfiled ? renderList('Which code varies', listFunctions(found)) : ''}
        ${found.failing.map((test) => html`<p>Not every run of ${test} passed: only those that did are here.</p>`)}
        <section aria-labelledby="runs">
          <h2 id="runs" tabindex="-1">Every run</h2>
          <p class="quiet">
            A dot is a run, a row is a round, a tick is the median of the round. Rings lie far out:
            more than 1.5 times the distance of the quartiles away from them.
          </p>
          ${bySpan.map(([name, series], at) => renderSpan(name, series, at === 0))}
        </section>
        <section aria-labelledby="together">
          <h2 id="together">What goes together</h2>
          <p class="quiet">
            Correlations of ranks. Blue: both rise together. Red: one falls as the other rises.
            ${found.runs < found.runsForCauses ? formatTooFew(found.runs, found.runsForCauses) : ''}
          </p>
          ${found.correlations.map(renderMatrix)}
        </section>
      </main>`,
  });
}

function listCauses({ causes, runs, runsForCauses }: Variability): string[] {
  if (runs < runsForCauses) return [formatTooFew(runs, runsForCauses)];
  return causes.length === 0 ? ['Nothing that was measured.'] : causes.map(formatCause);
}

function listFunctions({ functions, runs, runsForCauses }: Variability): string[] {
  if (runs < runsForCauses) return [formatTooFew(runs, runsForCauses)];
  const none = 'No function was found whose time goes with the duration.';
  return functions.length === 0 ? [none] : functions.map(formatFunction);
}

function renderList(title: string, lines: readonly string[]): Markup {
  return html`<section>
    <h2>${title}</h2>
    ${listLines(lines.slice(0, linesShown))}
    ${
      lines.length <= linesShown
        ? ''
        : html`<details>
            <summary>${lines.length - linesShown} more</summary>
            ${listLines(lines.slice(linesShown))}
          </details>`
    }
  </section>`;
}

function listLines(lines: readonly string[]): Markup {
  return html`<ol class="plain">
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ol>`;
}

function renderSpan(name: string, series: readonly SeriesSpread[], isOpen: boolean): Markup {
  const items = series.map((one) => {
    const { median, metric, rangeOfFive, unit, variation } = one;
    const range =
      rangeOfFive === undefined ? '' : `; range of five ${formatSpreadInterval(rangeOfFive)}`;
    const facts = `${formatQuantity(median, unit)}, varies by ${formatSpreadInterval(variation)}${range}`;
    return html`<li>
      <b>${titleMetric(metric)}</b> <span class="quiet">${facts}</span>${drawStrip(one)}
    </li>`;
  });
  return html`<details class="span" ${isOpen ? trustMarkup('open') : ''}>
    <summary>${name}</summary>
    <ul class="strips">
      ${items}
    </ul>
  </details>`;
}

function renderMatrix(matrix: CorrelationMatrix, at: number): Markup {
  return html`<details class="span" ${at === 0 ? trustMarkup('open') : ''}>
    <summary>${titleOf(matrix)}</summary>
    ${drawMatrix(matrix)}
  </details>`;
}

/** A table whose cells are the darker, the closer two metrics go together. Columns are numbered as the rows are. */
function drawMatrix({ names, spearman }: CorrelationMatrix): Markup {
  const heads = names.map((_, at) => html`<th scope="col">${at + 1}</th>`);
  const rows = spearman.map((row, at) => {
    const name = `${at + 1} ${nameCause(names[at] ?? '')}`;
    return html`<tr>
      <th scope="row">${name}</th>
      ${row.map((value, column) => drawCell(value, at === column))}
    </tr>`;
  });
  return html`<div class="scroll">
    <table class="matrix">
      <thead>
        <tr>
          <td></td>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function drawCell(value: number | null, isSame: boolean): Markup {
  if (value === null || isSame) return html`<td class="same"></td>`;
  const strength = Math.round(Math.abs(value) * 70);
  const colour = value < 0 ? '--bad' : '--after';
  return html`<td style="background: color-mix(in srgb, var(${colour}) ${strength}%, transparent)">
    ${value.toFixed(2).replace('0.', '.')}
  </td>`;
}

const width = 640;
const margin = 6;
/** For one round. */
const rowHeight = 12;

/** Beyond Tukey's fences: 1.5 times the distance of the quartiles away from them. */
export function findFences(values: readonly number[]): { low: number; high: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const reach = 1.5 * (at(0.75) - at(0.25));
  return { low: at(0.25) - reach, high: at(0.75) + reach };
}

/** Every run as a dot, a row for each round; a tick at the median of the round. Outliers are rings. */
function drawStrip({ metric, unit, values }: SeriesSpread): Markup {
  const all = values.flat();
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const { high, low } = findFences(all);
  const place = (value: number): number => {
    const share = most === least ? 0.5 : (value - least) / (most - least);
    return Math.round((margin + share * (width - 2 * margin)) * 10) / 10;
  };
  const height = rowHeight * values.length;
  const outliers = all.filter((value) => value < low || value > high).length;
  const rows = values.map((row, round) => {
    const y = rowHeight * (round + 0.5);
    const sorted = row.toSorted((a, b) => a - b);
    const middle = row.length === 0 ? undefined : place(medianOfStretch(sorted, 0, row.length));
    return html`${middle === undefined ? '' : html`<path d="M${middle} ${y - 5}v10" />`}
    ${row.map((value) => drawDot(place(value), y, value < low || value > high, `round ${round + 1}: ${formatQuantity(value, unit)}`))}`;
  });
  const label = `${metric}: ${all.length} runs from ${formatQuantity(least, unit)} to ${formatQuantity(most, unit)}, ${outliers} far out`;
  return html`<svg class="strip" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${rows}
  </svg>`;
}

function drawDot(x: number, y: number, isOutlier: boolean, title: string): Markup {
  const [name, radius] = isOutlier ? ['outlier', 4.5] : ['run', 3];
  return html`<circle class="${name}" cx="${x}" cy="${y}" r="${radius}">
    <title>${title}</title>
  </circle>`;
}
