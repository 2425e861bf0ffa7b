/** Blocks as HTML that needs no script. */
import { isCommitId, shortenCommit } from '../contract/commit.ts';
import { type Block, type Inline, piecesOf, formatLeftOut, type Text } from './blocks.ts';
import { html, type Markup } from './html-text.ts';
import { cleanAddress } from './markdown-text.ts';
import { cutPlain } from './plain-text.ts';

export function printHtml(blocks: readonly Block[]): Markup {
  return html`${blocks.map(printBlock)}`;
}

function printBlock(block: Block): Markup {
  switch (block.kind) {
    case 'heading':
      return block.level === 4
        ? html`<h3>${inline(block.text)}</h3>`
        : html`<h2>${inline(block.text)}</h2>`;
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`;
    case 'small':
      return html`<p class="quiet">${inline(block.text)}</p>`;
    case 'note':
      return html`<div class="note ${block.tone}">
        ${block.lines.map((line) => html`<p>${inline(line)}</p>`)}
      </div>`;
    case 'list':
      return html`<ul class="plain">
          ${block.items.map(
            ({ id, quoted = [], text }) =>
              html`<li ${id === undefined ? '' : html`id="${id}"`}>
                ${inline(text)}${quoted.map((line) => html`<samp class="quoted">${line}</samp>`)}
              </li>`,
          )}
        </ul>
        ${renderRest(block.more, block.what)}`;
    case 'table':
      return html`<div class="scroll" tabindex="0" role="group" aria-label="${block.what}">
          <table class="changes">
            <thead>
              <tr>
                ${block.columns.map((column) => (column === '' ? html`<td></td>` : html`<th scope="col">${inline(column)}</th>`))}
              </tr>
            </thead>
            <tbody>
              ${block.rows.map((row) => printRow(row, block.columns.length))}
            </tbody>
          </table>
        </div>
        ${renderRest(block.more, block.what)}`;
    case 'fold':
      return html`<details class="more">
        <summary>${block.title}</summary>
        ${printHtml(block.blocks)}
      </details>`;
    case 'code':
      return html`${block.lines.map((line) => html`<samp class="quoted">${line}</samp>`)}`;
    case 'chart':
      return html``;
  }
}

function printRow(
  { below = [], cells, isGroup = false }: Extract<Block, { kind: 'table' }>['rows'][number],
  columns: number,
): Markup {
  const [first = '', ...rest] = cells;
  if (isGroup)
    return html`<tr class="group">
      <th scope="rowgroup" colspan="${columns}">${inline(first)}</th>
    </tr>`;
  return html`<tr>
    <th scope="row">
      ${inline(first)}${below.map((line) => html`<samp class="quoted">${line}</samp>`)}
    </th>
    ${rest.map((cell) => html`<td>${inline(cell)}</td>`)}
  </tr>`;
}

function renderRest(count: number | undefined, what: string): Markup {
  return count === undefined || count === 0
    ? html``
    : html`<p class="quiet">${formatLeftOut(count, what)}</p>`;
}

/** A text within an element. */
export function inline(text: Text): Markup {
  return html`${piecesOf(text).map(printPiece)}`;
}

/** A command in backticks, as a sentence of ours names it. */
const command = /`([^`]+)`/;

function printPiece(piece: Inline): Markup {
  if (typeof piece === 'string') {
    return html`${piece.split(command).map((part, place) => (place % 2 === 0 ? part : html`<code>${part}</code>`))}`;
  }
  if ('code' in piece) return html`<bdi><code>${piece.code}</code></bdi>`;
  if ('figure' in piece) return html`<span class="figure">${piece.figure}</span>`;
  if ('sign' in piece) return html`${piece.sign}`;
  if ('commit' in piece) {
    return html`<code
      >${isCommitId(piece.commit) ? shortenCommit(piece.commit) : cutPlain(piece.commit, 64)}</code
    >`;
  }
  if ('bold' in piece) return html`<b>${inline(piece.bold)}</b>`;
  const address = /^#[\w-]+$/.test(piece.url) ? piece.url : cleanAddress(piece.url);
  if (address === undefined) return inline(piece.link);
  return html`<a href="${address}" rel="noopener noreferrer">${inline(piece.link)}</a>`;
}
