import { html, type Markup } from '../../report/html-text.ts';
import type { CorrelationMatrix } from '../../variability/correlate-metrics.ts';
import { nameCause } from '../tell-variability.ts';

/** A table whose cells are the darker, the closer two metrics go together. Columns are numbered as the rows are. */
export function drawMatrix({ names, spearman }: CorrelationMatrix): Markup {
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
