import type { Explanation } from '../contract/documents.ts';
import {
  type FlameNode,
  type FlameUnit,
  growthOf,
  growTree,
  listFigures,
  unitOf,
} from './flame-tree.ts';
import { html, type Markup } from './html-text.ts';
import { printHtml } from './print-html.ts';
import { renderExplanations } from './render-explanations.ts';

/** Rows of a table that needs no script. */
const mostRows = 30;

/** The functions in words, then a table of what changed most. The script adds the graph, and every function. */
export function renderHtmlExplanations(explanations: readonly Explanation[]): Markup {
  if (explanations.length === 0) return html``;
  const subjects = [...new Set(explanations.map(({ of }) => `the ${of}`))].toSorted().reverse();
  return html`<section aria-labelledby="where">
    <h2 id="where">Where ${subjects.join(' and ')} ${subjects.length === 1 ? 'goes' : 'go'}</h2>
    ${explanations.map((one, place) => [printHtml(renderExplanations([one])), renderFold(one, place)])}
  </section>`;
}

function renderFold(explanation: Explanation, place: number): Markup {
  const nodes = growTree(explanation.stacks ?? []);
  if (nodes.length === 0) return html``;
  const unit = unitOf(explanation);
  const size = (node: FlameNode): number => Math.abs(growthOf(node));
  const largest = new Set(nodes.toSorted((a, b) => size(b) - size(a)).slice(0, mostRows));
  const caption = `${unit === 'ns' ? 'Time' : 'Memory'} of each function with all that it calls`;
  return html`<details class="flames" data-explanation="${place}" ${place === 0 ? 'open' : ''}>
    <summary>Every function, before and after</summary>
    <div class="drawing"></div>
    <div class="scroll" tabindex="0" role="group" aria-label="${caption}">
      <table class="changes tree">
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${['Function', 'Before', 'After', 'Change'].map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${nodes.filter((node) => largest.has(node)).map((node) => renderRow(node, unit))}
        </tbody>
      </table>
      ${
        nodes.length > mostRows
          ? html`<noscript><p>The ${mostRows} of ${nodes.length} that changed most.</p></noscript>`
          : ''
      }
    </div>
  </details>`;
}

function renderRow(node: FlameNode, unit: FlameUnit): Markup {
  return html`<tr style="--level: ${node.level}">
    <th scope="row"><code>${node.name}</code></th>
    ${listFigures(node, unit).map((figure) => html`<td>${figure}</td>`)}
  </tr>`;
}
